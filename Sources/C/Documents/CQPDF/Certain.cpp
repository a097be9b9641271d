#include "Source.h"

#include <algorithm>
#include <cstring>

using namespace cqpdf;

namespace {

/// Returns whether the size and the rotation of a page leave no room for interpretation.
bool is_certain(QPDFPageObjectHelper &page) {
    auto dictionary = page.getObjectHandle();
    if (dictionary.hasKey("/UserUnit") || !dictionary.getKey("/MediaBox").isRectangle()) return false;
    auto turn = dictionary.getKey("/Rotate");
    if (!turn.isNull() && !(turn.isInteger() && turn.getIntValue() % 90 == 0)) return false;
    Display display;
    return display_of(page, display);
}

}  // namespace

extern "C" int cqpdf_is_certain(struct cqpdf_source *source) {
    try {
        if (source->from.anyWarnings() || source->from.isEncrypted()) return 0;
        auto count = source->from.getRoot().getKey("/Pages").getKey("/Count");
        if (!count.isInteger() || count.getIntValue() < 0) return 0;
        if (static_cast<size_t>(count.getIntValue()) != source->pages.size()) return 0;
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
