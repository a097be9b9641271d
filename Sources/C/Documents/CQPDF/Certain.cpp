#include "Source.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

using namespace cqpdf;

namespace {

/// Returns whether the size and the rotation of a page leave no room for interpretation.
bool is_certain(QPDFPageObjectHelper &page) {
    auto dictionary = page.getObjectHandle();
    if (dictionary.hasKey("/UserUnit") || !dictionary.getKey("/MediaBox").isRectangle()) return false;
    auto turn = dictionary.getKey("/Rotate");
    if (!turn.isNull() && !(turn.isInteger() && turn.getIntValue() % 90 == 0)) return false;
    auto crop = dictionary.getKey("/CropBox");
    if (!crop.isNull()) {
        if (!crop.isRectangle()) return false;
        auto inner = crop.getArrayAsRectangle(), outer = dictionary.getKey("/MediaBox").getArrayAsRectangle();
        if (inner.llx < outer.llx || inner.lly < outer.lly || inner.urx > outer.urx || inner.ury > outer.ury) return false;
    }
    Display display;
    return display_of(page, display);
}

/// Returns whether a file that is arranged for the web declares another number of pages at its start, which some readers
/// believe (ISO 32000-1, F.2.2).
bool declares_otherwise(cqpdf_source &source) {
    char start[1025];
    ssize_t const size = pread(fileno(source.file.get()), start, sizeof start - 1, 0);
    if (size < 0) return true;
    std::string const text(start, static_cast<size_t>(size));
    auto place = text.find("/Linearized");
    if (place == std::string::npos) return false;
    auto const begin = text.rfind("<<", place), end = text.find(">>", place);
    if (begin == std::string::npos || end == std::string::npos) return true;
    for (place = text.find("/N", begin); place < end; place = text.find("/N", place + 2)) {
        char *rest = nullptr;
        auto const count = std::strtoull(text.c_str() + place + 2, &rest, 10);
        if (rest != text.c_str() + place + 2) return count != source.pages.size();
    }
    return true;
}

}  // namespace

extern "C" int cqpdf_is_certain(struct cqpdf_source *source) {
    try {
        if (source->from.anyWarnings() || source->from.isEncrypted()) return 0;
        auto count = source->from.getRoot().getKey("/Pages").getKey("/Count");
        if (!count.isInteger() || count.getIntValue() < 0) return 0;
        if (static_cast<size_t>(count.getIntValue()) != source->pages.size()) return 0;
        if (declares_otherwise(*source)) return 0;
        auto &pages = source->pages;
        return std::all_of(pages.begin(), pages.end(), is_certain) && !source->from.anyWarnings();
    } catch (...) {
        return 0;
    }
}

extern "C" ptrdiff_t cqpdf_certain_title(struct cqpdf_source *source, uint8_t *title, size_t capacity) {
    try {
        auto info = source->from.getTrailer().getKey("/Info");
        auto value = info.isDictionary() ? info.getKey("/Title") : Object::newNull();
        if (value.isNull()) return 0;
        if (!value.isString()) return -1;
        auto stored = value.getStringValue();
        bool const is_wide = stored.compare(0, 2, "\xfe\xff") == 0 && stored.size() % 2 == 0;
        auto is_plain = [](unsigned char byte) { return byte >= 0x20 && byte < 0x7f; };
        if (!is_wide && !std::all_of(stored.begin(), stored.end(), is_plain)) return -1;
        auto text = value.getUTF8Value();
        auto is_control = [](unsigned char byte) { return byte < 0x20 || byte == 0x7f; };
        if (text.size() > capacity || std::any_of(text.begin(), text.end(), is_control)) return -1;
        std::memcpy(title, text.data(), text.size());
        return static_cast<ptrdiff_t>(text.size());
    } catch (...) {
        return -1;
    }
}
