#include "CQPDF.h"

// The headers ask which pointers are wanted: std::shared_ptr alone.
#define POINTERHOLDER_TRANSITION 4

#include <cstdio>
#include <memory>
#include <new>
#include <set>
#include <unistd.h>
#include <vector>

#include <qpdf/QPDF.hh>
#include <qpdf/QPDFAcroFormDocumentHelper.hh>
#include <qpdf/QPDFExc.hh>
#include <qpdf/QPDFPageDocumentHelper.hh>
#include <qpdf/QPDFPageObjectHelper.hh>
#include <qpdf/QPDFWriter.hh>

namespace {

struct CloseFile {
    void operator()(FILE *file) const { std::fclose(file); }
};
using File = std::unique_ptr<FILE, CloseFile>;

File open(int descriptor, char const *mode) {
    int copy = dup(descriptor);
    FILE *file = copy >= 0 ? fdopen(copy, mode) : nullptr;
    if (file == nullptr && copy >= 0) close(copy);
    return File(file);
}

/// What the catalog says about how every page looks. Anything else there (outlines, names, structure,
/// scripts) leads to pages that were not asked for, which must not travel with the others.
void copy_appearance(QPDF &from, QPDF &to) {
    for (auto key : {"/OCProperties", "/OutputIntents", "/Lang", "/ViewerPreferences"}) {
        auto value = from.getRoot().getKey(key);
        if (value.isNull()) continue;
        if (!value.isIndirect()) value = from.makeIndirectObject(value);
        to.getRoot().replaceKey(key, to.copyForeignObject(value));
    }
    auto info = from.getTrailer().getKey("/Info");
    if (!info.isDictionary()) return;
    auto title = info.getKey("/Title");
    if (!title.isString()) return;
    auto copied = QPDFObjectHandle::newDictionary();
    copied.replaceKey("/Title", QPDFObjectHandle::newString(title.getStringValue()));
    to.getTrailer().replaceKey("/Info", to.makeIndirectObject(copied));
}

void select_pages(QPDF &from, QPDF &to, std::vector<QPDFPageObjectHelper> const &pages,
                  uint32_t const *numbers, size_t count) {
    // Copying a page does not follow references to other pages, so each page brings what it shows and
    // nothing else. Inherited attributes have been pushed down to the pages by then.
    copy_appearance(from, to);
    QPDFAcroFormDocumentHelper from_form(from);
    QPDFAcroFormDocumentHelper to_form(to);
    bool const form = from_form.hasAcroForm();
    std::set<uint32_t> used;
    QPDFPageDocumentHelper to_pages(to);
    for (size_t index = 0; index < count; index++) {
        auto page = pages.at(numbers[index] - 1);
        // A page that comes twice has to be two objects.
        if (!used.insert(numbers[index]).second) page = page.shallowCopyPage();
        to.addPage(page.getObjectHandle(), false);
        if (!form) continue;
        auto added = to.getAllPages().back();
        to_form.fixCopiedAnnotations(added, page.getObjectHandle(), from_form);
    }
    // Fields are not drawn anew here; but a document that leaves that to its reader still does.
    if (form && from_form.getNeedAppearances() && to_form.hasAcroForm()) {
        to_form.setNeedAppearances(true);
    }
}

}  // namespace

extern "C" enum cqpdf_outcome cqpdf_select_pages(int input, int output, const uint32_t *numbers,
                                                 size_t count, uint32_t *page_count) {
    *page_count = 0;
    File target;
    // libqpdf overlooks a failure to write the last bytes, and tells others in the words of a failure to
    // read. The file itself remembers.
    auto output_failed = [&target] {
        return target && (std::fflush(target.get()) != 0 || std::ferror(target.get()) != 0);
    };
    try {
        auto source = open(input, "rb");
        target = open(output, "wb");
        if (!source || !target) return CQPDF_OUTPUT_FAILED;
        QPDF from;
        from.setSuppressWarnings(true);
        from.processFile("document", source.get(), false);
        QPDFPageDocumentHelper from_pages(from);
        from_pages.pushInheritedAttributesToPage();
        auto const pages = from_pages.getAllPages();
        *page_count = static_cast<uint32_t>(pages.size());
        if (pages.empty()) return CQPDF_DAMAGED;
        for (size_t index = 0; index < count; index++) {
            if (numbers[index] < 1 || numbers[index] > pages.size()) return CQPDF_PAGE_OUT_OF_RANGE;
        }

        QPDF to;
        to.setSuppressWarnings(true);
        to.emptyPDF();
        select_pages(from, to, pages, numbers, count);

        QPDFWriter writer(to, "selection", target.get(), false);
        // Streams travel as they are: no pixel is encoded again. Without encryption, so that a printer
        // can open what its owner only restricted.
        writer.setStreamDataMode(qpdf_s_preserve);
        writer.setDeterministicID(true);
        writer.setMinimumPDFVersion(from.getVersionAsPDFVersion());
        writer.write();
        return output_failed() ? CQPDF_OUTPUT_FAILED : CQPDF_OK;
    } catch (std::bad_alloc const &) {
        return CQPDF_OUT_OF_MEMORY;
    } catch (QPDFExc const &error) {
        if (output_failed()) return CQPDF_OUTPUT_FAILED;
        return error.getErrorCode() == qpdf_e_password ? CQPDF_ENCRYPTED : CQPDF_DAMAGED;
    } catch (...) {
        return output_failed() ? CQPDF_OUTPUT_FAILED : CQPDF_DAMAGED;
    }
}
