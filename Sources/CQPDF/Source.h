/// What the parts of CQPDF share.
#ifndef CQPDF_SOURCE_H
#define CQPDF_SOURCE_H

#include "CQPDF.h"

// The headers ask which pointers are wanted: std::shared_ptr alone.
#define POINTERHOLDER_TRANSITION 4

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <qpdf/QPDF.hh>
#include <qpdf/QPDFMatrix.hh>
#include <qpdf/QPDFPageObjectHelper.hh>

namespace cqpdf {

struct CloseFile {
    void operator()(FILE *file) const { std::fclose(file); }
};
using File = std::unique_ptr<FILE, CloseFile>;
using Object = QPDFObjectHandle;

/// Opens a duplicate of a descriptor.
File open(int descriptor, char const *mode);

/// A picture in the document that it was put into, and its page.
struct Picture {
    Object image;
    double width;
    double height;
    QPDFMatrix displayed; ///< from the unit square of the image to the page as displayed
};

/// What became of it, for what was thrown; to be called in a handler.
cqpdf_outcome outcome_of_exception(FILE *output);

/// How a page is displayed.
struct Display {
    Object::Rectangle crop;
    double width;
    double height;
    QPDFMatrix matrix; ///< from the page's own coordinates to the page as displayed
};

/// Crop box (within the media box), rotation and user unit of a page; false for a page without a size.
bool display_of(QPDFPageObjectHelper page, Display &display);

/// Writes a document without encryption.
cqpdf_outcome write(QPDF &document, FILE *target, std::string const &version);

}  // namespace cqpdf

struct cqpdf_source {
    /// What has been drawn over its pages; has to live as long as these.
    std::string over_bytes;
    std::unique_ptr<QPDF> over;
    QPDF from;
    cqpdf::File file;
    std::vector<QPDFPageObjectHelper> pages;
    std::vector<cqpdf::Picture> pictures;
    bool is_pdf = false;
};

#endif
