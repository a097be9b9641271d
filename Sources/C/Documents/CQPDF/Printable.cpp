#include "Source.h"

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <set>

#include <qpdf/Buffer.hh>
#include <qpdf/Pl_Discard.hh>
#include <qpdf/QPDFAcroFormDocumentHelper.hh>
#include <qpdf/QPDFAnnotationObjectHelper.hh>
#include <qpdf/QPDFPageDocumentHelper.hh>
#include <qpdf/QPDFWriter.hh>

using namespace cqpdf;

namespace {

/// The distance by which a box may exceed the media box, in points.
double const tolerance = 0.5;

/// Annotation flags (ISO 32000-1, 12.5.3).
int const flag_hidden = 1 << 1;
int const flag_print = 1 << 2;

/// Returns whether a link has a border, its only visible part. One that says nothing of it has one of a point (ISO 32000-1,
/// table 164).
bool has_border(Object link) {
    auto color = link.getKey("/C");
    if (color.isArray() && color.getArrayNItems() == 0) return false;
    auto style = link.getKey("/BS");
    if (style.isDictionary()) {
        auto width = style.getKey("/W");
        return !width.isNumber() || width.getNumericValue() > 0;
    }
    auto border = link.getKey("/Border");
    return border.isNull() || border.isArray() && border.getArrayNItems() >= 3 && border.getArrayItem(2).isNumber() &&
           border.getArrayItem(2).getNumericValue() > 0;
}

/// Returns whether lines can be drawn with these dashes: renderers fail, or never end, at those without a length.
bool have_length(Object dashes) {
    if (!dashes.isArray()) return false;
    double sum = 0;
    for (auto &dash : dashes.aitems()) {
        double const length = dash.isNumber() ? dash.getNumericValue() : -1;
        if (!(length >= 0 && length < 1e5)) return false;
        sum += length;
    }
    return sum > 0 && sum >= 0.05 * dashes.getArrayNItems();
}

/// Removes the dashes of a border that cannot be drawn with them.
void mend_dashes(Object annotation) {
    auto border = annotation.getKey("/Border");
    while (border.isArray() && border.getArrayNItems() > 3 && !have_length(border.getArrayItem(3))) border.eraseItem(3);
    auto style = annotation.getKey("/BS");
    if (!style.isDictionary() || style.getKey("/D").isNull() || have_length(style.getKey("/D"))) return;
    style.removeKey("/D");
    if (style.getKey("/S").isNameAndEquals("/D")) style.removeKey("/S");
}

/// Makes a link a square, or a line where its border is one: poppler draws the borders of links on screens alone.
void make_printable(Object link) {
    auto name = link.getKey("/Subtype");
    if (!name.isName() || name.getName() != "/Link") return;
    auto style = link.getKey("/BS");
    if (!style.isDictionary()) {
        auto border = link.getKey("/Border");
        style = Object::newDictionary();
        style.replaceKey("/W", border.isArray() ? border.getArrayItem(2) : Object::newInteger(1));
        auto dashes = border.isArray() && border.getArrayNItems() > 3 ? border.getArrayItem(3) : Object::newNull();
        if (dashes.isArray() && dashes.getArrayNItems() > 0) {
            style.replaceKey("/S", Object::newName("/D"));
            style.replaceKey("/D", dashes);
        }
        link.replaceKey("/BS", style);
    }
    link.removeKey("/Border");
    link.replaceKey("/Subtype", Object::newName("/Square"));
    auto kind = style.getKey("/S");
    if (!kind.isName() || kind.getName() != "/U" || !link.getKey("/Rect").isRectangle()) return;
    auto place = link.getKey("/Rect").getArrayAsRectangle();
    auto width = style.getKey("/W");
    double const height = place.lly + (width.isNumber() ? width.getNumericValue() : 1) / 2;
    auto line = Object::newArray();
    for (double number : {place.llx, height, place.urx, height}) line.appendItem(Object::newReal(number, 4));
    link.replaceKey("/Subtype", Object::newName("/Line"));
    link.replaceKey("/L", line);
}

/// Returns the type of a form field, which it may inherit from its parents; empty for other annotations.
std::string field_type(Object field) {
    for (int depth = 0; depth < 32 && field.isDictionary(); depth++) {
        auto type = field.getKey("/FT");
        if (type.isName()) return type.getName();
        field = field.getKey("/Parent");
    }
    return "";
}

/// Returns whether an annotation is printed but has no usable appearance stream, so that the reader draws it.
/// Printers and filters draw appearance streams only. `renews` says whether the document asks the reader
/// to regenerate the appearance of all its fields.
bool lacks_appearance(Object annotation, bool renews) {
    if (!annotation.isDictionary()) return false;
    auto flags = annotation.getKey("/F");
    int const bits = flags.isInteger() ? flags.getIntValueAsInt() : 0;
    if ((bits & flag_print) == 0 || (bits & flag_hidden) != 0) return false;
    auto name = annotation.getKey("/Subtype");
    auto subtype = name.isName() ? name.getName() : "";
    if (subtype == "/Popup") return false;
    if (subtype == "/Link" && !has_border(annotation)) return false;
    if (subtype == "/Widget") {
        auto type = field_type(annotation);
        if (renews && (type == "/Tx" || type == "/Ch")) return true;
    }
    return !QPDFAnnotationObjectHelper(annotation).getAppearanceStream("/N").isStream();
}

/// Keeps only the annotations of a page that lack an appearance, or only all others. Returns the number kept.
size_t keep_annotations(QPDFPageObjectHelper &page, bool renews, bool lacking) {
    auto annotations = page.getObjectHandle().getKey("/Annots");
    auto kept = Object::newArray();
    size_t count = 0;
    if (annotations.isArray()) {
        for (int index = 0; index < annotations.getArrayNItems(); index++) {
            auto annotation = annotations.getArrayItem(index);
            if (lacks_appearance(annotation, renews) != lacking) continue;
            if (lacking) {
                mend_dashes(annotation);
                make_printable(annotation);
            }
            kept.appendItem(annotation);
            count++;
        }
    }
    if (count > 0) {
        page.getObjectHandle().replaceKey("/Annots", kept);
    } else {
        page.getObjectHandle().removeKey("/Annots");
    }
    return count;
}

bool renews_fields(QPDF &document) {
    QPDFAcroFormDocumentHelper form(document);
    return form.hasAcroForm() && form.getNeedAppearances();
}

bool lies_within(Object box, Object::Rectangle const &outer) {
    if (!box.isRectangle()) return box.isNull();
    auto inner = box.getArrayAsRectangle();
    return inner.llx >= outer.llx - tolerance && inner.lly >= outer.lly - tolerance &&
           inner.urx <= outer.urx + tolerance && inner.ury <= outer.ury + tolerance &&
           inner.urx > inner.llx && inner.ury > inner.lly;
}

/// Returns whether all boxes of a page lie within its media box.
bool has_sound_boxes(QPDFPageObjectHelper &page) {
    auto dictionary = page.getObjectHandle();
    auto media = dictionary.getKey("/MediaBox");
    if (!media.isRectangle()) return false;
    auto outer = media.getArrayAsRectangle();
    for (auto key : {"/CropBox", "/TrimBox", "/BleedBox", "/ArtBox"}) {
        if (!lies_within(dictionary.getKey(key), outer)) return false;
    }
    return true;
}

/// Returns the inverse of a matrix that only scales, rotates, and translates.
QPDFMatrix inverse(QPDFMatrix const &m) {
    double const determinant = m.a * m.d - m.b * m.c;
    return QPDFMatrix(m.d / determinant, -m.b / determinant, -m.c / determinant, m.a / determinant,
                      (m.c * m.f - m.d * m.e) / determinant, (m.b * m.e - m.a * m.f) / determinant);
}

/// Overlays a page of another document on a page.
void lay_over(QPDF &document, QPDFPageObjectHelper page, QPDFPageObjectHelper drawn) {
    Display display, top;
    if (!display_of(page, display) || !display_of(drawn, top)) return;
    auto form = drawn.getFormXObjectForPage(false);
    // As a separate transparency group, it would hide what it only tints: a highlighter multiplies colors.
    form.getDict().removeKey("/Group");
    auto resources = page.getAttribute("/Resources", true);
    if (!resources.isDictionary()) {
        resources = Object::newDictionary();
        page.getObjectHandle().replaceKey("/Resources", resources);
    }
    auto things = resources.getKey("/XObject");
    things = things.isDictionary() ? things.shallowCopy() : Object::newDictionary();
    resources.replaceKey("/XObject", things);
    int suffix = 0;
    auto name = resources.getUniqueResourceName("/Over", suffix);
    things.replaceKey(name, document.copyForeignObject(form));
    auto matrix = inverse(display.matrix);
    matrix.scale(display.width / top.width, display.height / top.height);
    page.addPageContents(Object::newStream(&document, "q\n"), true);
    page.addPageContents(Object::newStream(&document, "\nQ\nq " + matrix.unparse() + " cm " + name + " Do Q\n"),
                         false);
}

/// Multiplies the numbers of an array, and of the arrays in it.
Object scaled(Object numbers, double factor, int depth = 0) {
    auto result = Object::newArray();
    for (int index = 0; index < numbers.getArrayNItems(); index++) {
        auto item = numbers.getArrayItem(index);
        if (item.isNumber()) {
            item = Object::newReal(item.getNumericValue() * factor, 4);
        } else if (item.isArray() && depth < 2) {
            item = scaled(item, factor, depth + 1);
        }
        result.appendItem(item);
    }
    return result;
}

/// Writes the measures of a page in points where it has a unit of its own (ISO 32000-1, 14.11.2), which printers and
/// renderers ignore. Returns whether it had one. `done` has the annotations that are scaled already.
///
/// The content becomes a form: a pattern is fixed to the content stream that it is in, and would not scale with a page.
bool scale_to_points(QPDF &document, QPDFPageObjectHelper page, std::set<QPDFObjGen> &done) {
    auto dictionary = page.getObjectHandle();
    Display display;
    if (!dictionary.hasKey("/UserUnit") || !display_of(page, display)) return false;
    double const unit = std::hypot(display.matrix.a, display.matrix.b);
    dictionary.removeKey("/UserUnit");
    if (unit == 1) return true;
    // The form reads the contents of its page only when it is written: those of a copy, which stay.
    auto form = page.shallowCopyPage().getFormXObjectForPage(false);
    auto media = dictionary.getKey("/MediaBox");
    form.getDict().replaceKey("/BBox", media.isRectangle() ? media : Object::newFromRectangle(display.crop));
    auto things = Object::newDictionary();
    things.replaceKey("/Page", document.makeIndirectObject(form));
    auto resources = Object::newDictionary();
    resources.replaceKey("/XObject", things);
    dictionary.replaceKey("/Resources", resources);
    QPDFMatrix const matrix(unit, 0, 0, unit, 0, 0);
    dictionary.replaceKey("/Contents", Object::newStream(&document, "q " + matrix.unparse() + " cm /Page Do Q\n"));
    for (auto key : {"/MediaBox", "/CropBox", "/TrimBox", "/BleedBox", "/ArtBox"}) {
        auto box = dictionary.getKey(key);
        if (box.isRectangle()) dictionary.replaceKey(key, scaled(box, unit));
    }
    auto annotations = dictionary.getKey("/Annots");
    for (int index = 0; annotations.isArray() && index < annotations.getArrayNItems(); index++) {
        auto annotation = annotations.getArrayItem(index);
        if (!annotation.isDictionary()) continue;
        if (annotation.isIndirect() && !done.insert(annotation.getObjGen()).second) continue;
        for (auto key : {"/Rect", "/RD", "/QuadPoints", "/Vertices", "/L", "/CL", "/InkList"}) {
            auto numbers = annotation.getKey(key);
            if (numbers.isArray()) annotation.replaceKey(key, scaled(numbers, unit));
        }
    }
    return true;
}

}  // namespace

extern "C" size_t cqpdf_unprinted_pages(struct cqpdf_source *source, uint32_t *pages, size_t capacity) {
    try {
        bool const renews = renews_fields(source->from);
        size_t count = 0;
        for (size_t number = 0; number < source->pages.size(); number++) {
            auto annotations = source->pages[number].getObjectHandle().getKey("/Annots");
            if (!annotations.isArray()) continue;
            bool found = false;
            for (int index = 0; !found && index < annotations.getArrayNItems(); index++) {
                found = lacks_appearance(annotations.getArrayItem(index), renews);
            }
            if (!found) continue;
            if (count < capacity) pages[count] = static_cast<uint32_t>(number);
            count++;
        }
        return count;
    } catch (...) {
        return 0;
    }
}

extern "C" size_t cqpdf_mend_pages(struct cqpdf_source *source) {
    size_t count = 0;
    std::set<QPDFObjGen> scaled_annotations;
    try {
        if (settle_layers(source->from)) count++;
        for (auto &page : source->pages) {
            auto dictionary = page.getObjectHandle();
            if (!dictionary.getKey("/Resources").isDictionary()) {
                dictionary.replaceKey("/Resources", Object::newDictionary());
                count++;
            }
            if (scale_to_points(source->from, page, scaled_annotations)) count++;
            Display display;
            if (has_sound_boxes(page) || !display_of(page, display)) continue;
            for (auto key : {"/TrimBox", "/BleedBox", "/ArtBox"}) dictionary.removeKey(key);
            dictionary.replaceKey("/MediaBox", Object::newFromRectangle(display.crop));
            dictionary.replaceKey("/CropBox", Object::newFromRectangle(display.crop));
            count++;
        }
    } catch (...) {
        // The remaining pages are unchanged.
    }
    return count;
}

extern "C" enum cqpdf_outcome cqpdf_leave_unprinted(struct cqpdf_source *source, uint8_t **bytes,
                                                    size_t *length) {
    *bytes = nullptr;
    try {
        settle_layers(source->from);
        bool const renews = renews_fields(source->from);
        for (auto &page : source->pages) {
            keep_annotations(page, renews, true);
            page.getObjectHandle().removeKey("/Contents");
            page.getObjectHandle().removeKey("/Resources");
            page.getObjectHandle().removeKey("/Thumb");
        }
        QPDFWriter writer(source->from);
        writer.setOutputMemory();
        writer.setPreserveEncryption(false);
        writer.write();
        auto buffer = writer.getBufferSharedPointer();
        *bytes = static_cast<uint8_t *>(std::malloc(buffer->getSize()));
        if (*bytes == nullptr) return CQPDF_OUT_OF_MEMORY;
        std::memcpy(*bytes, buffer->getBuffer(), buffer->getSize());
        *length = buffer->getSize();
        return CQPDF_OK;
    } catch (...) {
        return outcome_of_exception(nullptr);
    }
}

extern "C" int cqpdf_reads_contents(struct cqpdf_source *source) {
    try {
        Pl_Discard nowhere;
        for (auto &page : source->pages) page.pipeContents(&nowhere);
        return 1;
    } catch (...) {
        return 0;
    }
}

extern "C" enum cqpdf_outcome cqpdf_lay_over(struct cqpdf_source *source, const uint8_t *bytes, size_t length,
                                             const uint32_t *pages, size_t count) {
    try {
        // Copied objects read their streams only when they are written.
        source->over_bytes.assign(reinterpret_cast<char const *>(bytes), length);
        source->over = std::make_unique<QPDF>();
        source->over->setSuppressWarnings(true);
        source->over->processMemoryFile("over", source->over_bytes.data(), length);
        auto drawn = QPDFPageDocumentHelper(*source->over).getAllPages();
        if (drawn.size() != count) return CQPDF_DAMAGED;
        bool const renews = renews_fields(source->from);
        for (size_t index = 0; index < count; index++) {
            auto &page = source->pages.at(pages[index]);
            lay_over(source->from, page, drawn[index]);
            keep_annotations(page, renews, false);
        }
        if (renews) QPDFAcroFormDocumentHelper(source->from).setNeedAppearances(false);
        return CQPDF_OK;
    } catch (...) {
        return outcome_of_exception(nullptr);
    }
}
