#include "Source.h"

#include <algorithm>
#include <cerrno>
#include <stdexcept>
#include <unistd.h>

#include <qpdf/InputSource.hh>
#include <qpdf/QPDFAcroFormDocumentHelper.hh>
#include <qpdf/QPDFPageDocumentHelper.hh>

using namespace cqpdf;

namespace {

/// A part of a file that several documents share.
class Part : public InputSource {
public:
    Part(int file, qpdf_offset_t begin, qpdf_offset_t size) : file(file), begin(begin), size(size) {}

    std::string const &getName() const override { return name; }
    qpdf_offset_t tell() override { return place; }
    void rewind() override { place = 0; }
    void unreadCh(char) override { place = std::max<qpdf_offset_t>(place - 1, 0); }

    void seek(qpdf_offset_t offset, int whence) override {
        auto const from = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? place : size;
        if (offset < -from) throw std::runtime_error("seek before the beginning");
        place = from + offset;
    }

    size_t read(char *buffer, size_t length) override {
        last_offset = place;
        size_t done = 0;
        auto const left = static_cast<size_t>(std::max<qpdf_offset_t>(size - place, 0));
        length = std::min(length, left);
        while (done < length) {
            auto const count = pread(file, buffer + done, length - done, begin + place);
            if (count < 0 && errno == EINTR) continue;
            if (count <= 0) break;
            done += static_cast<size_t>(count);
            place += count;
        }
        return done;
    }

    qpdf_offset_t findAndSkipNextEOL() override {
        qpdf_offset_t found = -1;
        char buffer[4096];
        while (place < size) {
            auto const start = place;
            auto const count = static_cast<qpdf_offset_t>(read(buffer, sizeof buffer));
            if (count == 0) break;
            for (qpdf_offset_t at = 0; at < count; at++) {
                bool const is_end = buffer[at] == '\r' || buffer[at] == '\n';
                if (found < 0 && is_end) found = start + at;
                if (found >= 0 && !is_end) {
                    place = start + at;
                    return found;
                }
            }
        }
        return found < 0 ? size : found;
    }

private:
    int file;
    qpdf_offset_t begin;
    qpdf_offset_t size;
    qpdf_offset_t place = 0;
    std::string name = "part";
};

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
            part.processInputSource(std::make_shared<Part>(input, begin, length));
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
