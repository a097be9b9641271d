#include "Source.h"

#include <algorithm>
#include <new>
#include <stdexcept>
#include <sys/stat.h>
#include <unistd.h>

#include <qpdf/QPDFExc.hh>
#include <qpdf/QPDFPageDocumentHelper.hh>
#include <qpdf/QPDFWriter.hh>
#include <qpdf/QUtil.hh>

namespace cqpdf {

File open(int descriptor, char const *mode) {
    int copy = dup(descriptor);
    FILE *file = copy >= 0 ? fdopen(copy, mode) : nullptr;
    if (file == nullptr && copy >= 0) close(copy);
    return File(file);
}

cqpdf_outcome outcome_of_exception(FILE *output) {
    // libqpdf ignores a failure to write the last bytes, and reports other write errors as read errors.
    // The error indicator of the file is reliable.
    bool const failed = output != nullptr && (std::fflush(output) != 0 || std::ferror(output) != 0);
    try {
        throw;
    } catch (std::bad_alloc const &) {
        return CQPDF_OUT_OF_MEMORY;
    } catch (QPDFExc const &error) {
        if (failed) return CQPDF_OUTPUT_FAILED;
        return error.getErrorCode() == qpdf_e_password ? CQPDF_ENCRYPTED : CQPDF_DAMAGED;
    } catch (...) {
        return failed ? CQPDF_OUTPUT_FAILED : CQPDF_DAMAGED;
    }
}

namespace {

double number(Object object, double otherwise) {
    return object.isNumber() ? object.getNumericValue() : otherwise;
}

}  // namespace

bool display_of(QPDFPageObjectHelper page, Display &display) {
    auto media_box = page.getMediaBox();
    auto crop_box = page.getCropBox();
    if (!media_box.isRectangle() && !crop_box.isRectangle()) {
        // Readers treat a page without a media box as Letter.
        media_box = Object::newFromRectangle({0, 0, 612, 792});
    }
    auto media = (media_box.isRectangle() ? media_box : crop_box).getArrayAsRectangle();
    auto crop = (crop_box.isRectangle() ? crop_box : media_box).getArrayAsRectangle();
    crop.llx = std::max(crop.llx, media.llx);
    crop.lly = std::max(crop.lly, media.lly);
    crop.urx = std::min(crop.urx, media.urx);
    crop.ury = std::min(crop.ury, media.ury);
    if (crop.urx - crop.llx < 0.01 || crop.ury - crop.lly < 0.01) crop = media;
    double const width = crop.urx - crop.llx;
    double const height = crop.ury - crop.lly;
    if (!(width >= 0.01 && height >= 0.01 && width < 1e6 && height < 1e6)) return false;
    double const unit = number(page.getAttribute("/UserUnit", false), 1);
    double const u = unit > 0.001 && unit < 1e4 ? unit : 1;
    auto turn_object = page.getAttribute("/Rotate", false);
    int const turn = turn_object.isInteger() ? ((turn_object.getIntValueAsInt() % 360) + 360) % 360 : 0;
    display.crop = crop;
    bool const sideways = turn == 90 || turn == 270;
    display.width = (sideways ? height : width) * u;
    display.height = (sideways ? width : height) * u;
    switch (turn) {
    case 90: display.matrix = QPDFMatrix(0, -u, u, 0, -crop.lly * u, crop.urx * u); break;
    case 180: display.matrix = QPDFMatrix(-u, 0, 0, -u, crop.urx * u, crop.ury * u); break;
    case 270: display.matrix = QPDFMatrix(0, u, -u, 0, crop.ury * u, -crop.llx * u); break;
    default: display.matrix = QPDFMatrix(u, 0, 0, u, -crop.llx * u, -crop.lly * u); break;
    }
    return true;
}

cqpdf_outcome write(QPDF &document, FILE *target, std::string const &version) {
    QPDFWriter writer(document, "finished", target, false);
    // Copy compressed streams unchanged, without encoding any pixels again. Remove encryption, so that a
    // printer can open a document that only has usage restrictions.
    writer.setDecodeLevel(qpdf_dl_none);
    writer.setCompressStreams(true);
    writer.setPreserveEncryption(false);
    writer.setDeterministicID(true);
    writer.setMinimumPDFVersion(version);
    writer.write();
    return std::fflush(target) != 0 || std::ferror(target) != 0 ? CQPDF_OUTPUT_FAILED : CQPDF_OK;
}

}  // namespace cqpdf

using namespace cqpdf;

namespace {

std::unique_ptr<cqpdf_source> open_with(int input, std::string const &password) {
    auto source = std::make_unique<cqpdf_source>();
    source->file = open(input, "rb");
    if (!source->file) throw std::runtime_error("no file");
    source->from.setSuppressWarnings(true);
    struct stat facts;
    int const file = fileno(source->file.get());
    if (fstat(file, &facts) != 0) throw std::runtime_error("no file");
    source->from.processInputSource(part_of(file, 0, facts.st_size), password.c_str());
    QPDFPageDocumentHelper pages(source->from);
    pages.pushInheritedAttributesToPage();
    source->pages = pages.getAllPages();
    source->is_pdf = true;
    if (source->pages.empty()) throw std::runtime_error("no pages");
    return source;
}

}  // namespace

extern "C" enum cqpdf_outcome cqpdf_open(int input, const uint8_t *password, size_t length,
                                         struct cqpdf_source **result) {
    *result = nullptr;
    auto outcome = CQPDF_ENCRYPTED;
    try {
        std::string given(reinterpret_cast<char const *>(password), length);
        // Older encryption does not use UTF-8; try the encodings that programs used for non-ASCII passwords.
        auto attempts = QUtil::possible_repaired_encodings(given);
        if (attempts.empty()) attempts.push_back(given);
        for (auto const &attempt : attempts) {
            try {
                *result = open_with(input, attempt).release();
                return CQPDF_OK;
            } catch (...) {
                outcome = outcome_of_exception(nullptr);
                if (outcome != CQPDF_ENCRYPTED) return outcome;
            }
        }
        return outcome;
    } catch (...) {
        return outcome_of_exception(nullptr);
    }
}

extern "C" size_t cqpdf_page_count(const struct cqpdf_source *source) {
    return source->is_pdf ? source->pages.size() : source->pictures.size();
}

extern "C" int cqpdf_page_size(struct cqpdf_source *source, size_t page, double *width, double *height) {
    try {
        if (!source->is_pdf) {
            *width = source->pictures.at(page).width;
            *height = source->pictures.at(page).height;
            return 0;
        }
        Display display;
        if (!display_of(source->pages.at(page), display)) return -1;
        *width = display.width;
        *height = display.height;
        return 0;
    } catch (...) {
        return -1;
    }
}

extern "C" enum cqpdf_printing cqpdf_printing(struct cqpdf_source *source) {
    try {
        auto &document = source->from;
        if (!source->is_pdf || !document.isEncrypted() || document.ownerPasswordMatched()) return CQPDF_PRINTS;
        if (!document.allowPrintLowRes()) return CQPDF_PRINTS_NOTHING;
        return document.allowPrintHighRes() ? CQPDF_PRINTS : CQPDF_PRINTS_LOW;
    } catch (...) {
        return CQPDF_PRINTS;
    }
}

extern "C" enum cqpdf_outcome cqpdf_write_plain(struct cqpdf_source *source, int output) {
    File target;
    try {
        target = open(output, "wb");
        if (!target) return CQPDF_OUTPUT_FAILED;
        return write(source->from, target.get(), source->from.getPDFVersion());
    } catch (...) {
        return outcome_of_exception(target.get());
    }
}

extern "C" void cqpdf_close(struct cqpdf_source *source) { delete source; }
