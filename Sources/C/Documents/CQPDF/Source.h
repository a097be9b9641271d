/// Declarations shared by the source files of CQPDF.
#ifndef CQPDF_SOURCE_H
#define CQPDF_SOURCE_H

#include "CQPDF.h"

// Selects std::shared_ptr in libqpdf's headers.
#define POINTERHOLDER_TRANSITION 4

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <qpdf/InputSource.hh>
#include <qpdf/QPDF.hh>
#include <qpdf/QPDFMatrix.hh>
#include <qpdf/QPDFPageObjectHelper.hh>

namespace cqpdf {

struct CloseFile {
    void operator()(FILE *file) const { std::fclose(file); }
};
using File = std::unique_ptr<FILE, CloseFile>;
using Object = QPDFObjectHandle;

/// Opens a duplicate of a descriptor as a stdio file.
File open(int descriptor, char const *mode);

/// Reads a part of an open file, which has to stay open as long.
std::shared_ptr<InputSource> part_of(int file, qpdf_offset_t begin, qpdf_offset_t size);

/// A picture that was added to a document, and its page.
struct Picture {
    Object image;
    double width;
    double height;
    QPDFMatrix displayed; ///< from the unit square of the image to the page as displayed
};

/// Returns the outcome for the exception being handled; call it in a catch block.
cqpdf_outcome outcome_of_exception(FILE *output);

/// The geometry of a page as displayed.
struct Display {
    Object::Rectangle crop;
    double width;
    double height;
    QPDFMatrix matrix; ///< from the page's own coordinates to the page as displayed
};

/// Reads the crop box (within the media box), the rotation, and the user unit of a page; false for a page
/// without a size.
bool display_of(QPDFPageObjectHelper page, Display &display);

/// Writes the states that layers have when the document is printed as their only ones, so that every program shows what is
/// printed. Returns whether that changed anything.
bool settle_layers(QPDF &document);

/// Converts all pages to gray, with their annotations, which become parts of the pages.
void make_gray(QPDF &document);

/// Writes a document without encryption.
cqpdf_outcome write(QPDF &document, FILE *target, std::string const &version);

}  // namespace cqpdf

struct cqpdf_source {
    /// The document overlaid on the pages; it has to outlive them.
    std::string over_bytes;
    std::unique_ptr<QPDF> over;
    /// The texts, which are read until the output is written.
    std::string text_bytes;
    std::unique_ptr<QPDF> text_document;
    std::vector<QPDFPageObjectHelper> texts;
    cqpdf::File file;
    QPDF from;
    std::vector<QPDFPageObjectHelper> pages;
    std::vector<cqpdf::Picture> pictures;
    bool is_pdf = false;
};

#endif
