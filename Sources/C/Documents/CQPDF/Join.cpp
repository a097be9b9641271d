#include "Source.h"

#include <algorithm>

#include <qpdf/QPDFAcroFormDocumentHelper.hh>
#include <qpdf/QPDFPageDocumentHelper.hh>

using namespace cqpdf;

namespace {

/// The layers of all documents, which decide what of their pages is printed.
class Layers {
public:
    void add(QPDF &from, QPDF &to) {
        auto properties = from.getRoot().getKey("/OCProperties");
        if (!properties.isDictionary()) return;
        auto copied = to.copyForeignObject(from.makeIndirectObject(properties));
        auto defaults = copied.getKey("/D");
        if (!defaults.isDictionary()) return;
        auto base = defaults.getKey("/BaseState");
        bool const is_hidden = base.isName() && base.getName() == "/OFF";
        append(copied.getKey("/OCGs"), groups);
        append(defaults.getKey("/AS"), states);
        append(defaults.getKey("/OFF"), hidden);
        if (!is_hidden) return;
        for (auto group : copied.getKey("/OCGs").aitems()) {
            if (!contains(defaults.getKey("/ON"), group)) hidden.push_back(group);
        }
    }

    void finish(QPDF &to) {
        if (groups.empty()) return;
        auto defaults = Object::newDictionary();
        defaults.replaceKey("/OFF", Object::newArray(hidden));
        defaults.replaceKey("/AS", Object::newArray(states));
        auto properties = Object::newDictionary();
        properties.replaceKey("/OCGs", Object::newArray(groups));
        properties.replaceKey("/D", defaults);
        to.getRoot().replaceKey("/OCProperties", to.makeIndirectObject(properties));
    }

private:
    std::vector<Object> groups;
    std::vector<Object> hidden;
    std::vector<Object> states;

    static void append(Object array, std::vector<Object> &all) {
        if (!array.isArray()) return;
        for (auto item : array.aitems()) all.push_back(item);
    }

    static bool contains(Object array, Object const &object) {
        if (!array.isArray()) return false;
        for (auto item : array.aitems()) {
            if (item.getObjGen() == object.getObjGen()) return true;
        }
        return false;
    }
};

void add_pages(QPDF &from, QPDF &to) {
    QPDFPageDocumentHelper pages(from);
    QPDFPageDocumentHelper to_pages(to);
    QPDFAcroFormDocumentHelper form(from);
    QPDFAcroFormDocumentHelper to_form(to);
    pages.pushInheritedAttributesToPage();
    for (auto &page : pages.getAllPages()) {
        to_pages.addPage(page, false);
        if (!form.hasAcroForm()) continue;
        to_form.fixCopiedAnnotations(to.getAllPages().back(), page.getObjectHandle(), form);
    }
    if (form.hasAcroForm() && form.getNeedAppearances() && to_form.hasAcroForm()) {
        to_form.setNeedAppearances(true);
    }
}

}  // namespace

extern "C" enum cqpdf_outcome cqpdf_join(int input, const uint64_t *lengths, size_t count, int output) {
    File target;
    try {
        target = open(output, "wb");
        if (!target) return CQPDF_OUTPUT_FAILED;
        // Copied objects read their streams only when they are written.
        std::vector<std::unique_ptr<QPDF>> parts;
        QPDF to;
        to.setSuppressWarnings(true);
        to.emptyPDF();
        Layers layers;
        std::string version = "1.4";
        qpdf_offset_t begin = 0;
        for (size_t index = 0; index < count; index++) {
            auto const length = static_cast<qpdf_offset_t>(lengths[index]);
            parts.push_back(std::make_unique<QPDF>());
            auto &part = *parts.back();
            part.setSuppressWarnings(true);
            part.processInputSource(part_of(input, begin, length));
            begin += length;
            layers.add(part, to);
            add_pages(part, to);
            version = std::max(version, part.getPDFVersion());
        }
        layers.finish(to);
        return write(to, target.get(), version);
    } catch (...) {
        return outcome_of_exception(target.get());
    }
}
