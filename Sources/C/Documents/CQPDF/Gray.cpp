#include "Source.h"

#include <set>

#include <qpdf/QPDFAcroFormDocumentHelper.hh>
#include <qpdf/QPDFAnnotationObjectHelper.hh>
#include <qpdf/QPDFPageDocumentHelper.hh>
#include <qpdf/QUtil.hh>

using namespace cqpdf;

namespace {

/// How far the gray reaches beyond a page, in points: renderers also color the pixels that an edge of the page cuts.
double const margin = 9;

/// Leaves the layers of annotations to their appearances, which become parts of the page.
void keep_layers_of_annotations(QPDFPageObjectHelper &page) {
    for (auto &one : page.getAnnotations()) {
        auto annotation = one.getObjectHandle();
        auto layer = annotation.getKey("/OC");
        auto appearance = one.getAppearanceStream("/N");
        if (!layer.isDictionary() || !appearance.isStream()) continue;
        // Others may share it.
        auto copy = appearance.copyStream();
        copy.getDict().replaceKey("/OC", layer);
        auto states = Object::newDictionary();
        states.replaceKey("/N", copy);
        annotation.replaceKey("/AP", states);
    }
}

/// Returns whether contents with these resources may mix colors in another way than by covering. `seen` has the resources and
/// forms that were looked at.
bool blends(Object resources, std::set<QPDFObjGen> &seen, int depth = 0) {
    if (!resources.isDictionary() || depth > 16) return false;
    if (resources.isIndirect() && !seen.insert(resources.getObjGen()).second) return false;
    auto states = resources.getKey("/ExtGState");
    if (states.isDictionary()) {
        for (auto &state : states.ditems()) {
            if (!state.second.isDictionary()) continue;
            auto mode = state.second.getKey("/BM");
            bool const covers = mode.isNull() || mode.isNameAndEquals("/Normal") || mode.isNameAndEquals("/Compatible");
            if (!covers) return true;
        }
    }
    for (auto kind : {"/XObject", "/Pattern"}) {
        auto things = resources.getKey(kind);
        if (!things.isDictionary()) continue;
        for (auto &thing : things.ditems()) {
            if (!thing.second.isStream() || !seen.insert(thing.second.getObjGen()).second) continue;
            if (blends(thing.second.getDict().getKey("/Resources"), seen, depth + 1)) return true;
        }
    }
    return false;
}

/// Makes the contents of a page an isolated transparency group if they blend, as those of a page are (ISO 32000-1, 11.4.7): blended
/// with the white ground, lightening modes would leave nothing.
void isolate(Object form) {
    auto dictionary = form.getDict();
    auto group = dictionary.getKey("/Group");
    std::set<QPDFObjGen> seen;
    if (!group.isDictionary() && !blends(dictionary.getKey("/Resources"), seen)) return;
    group = group.isDictionary() ? group.shallowCopy() : Object::parse("<< /Type /Group /S /Transparency >>");
    group.replaceKey("/I", Object::newBool(true));
    dictionary.replaceKey("/Group", group);
}

/// Converts a page to gray: a black without saturation is blended over it, which keeps the luminosity.
void make_page_gray(QPDF &document, QPDFPageObjectHelper &page) {
    Display display;
    if (!display_of(page, display)) return;
    auto media = page.getMediaBox();
    auto const box = media.isRectangle() ? media.getArrayAsRectangle() : display.crop;
    // The form reads the contents of its page only when it is written: those of a copy, which stay.
    auto form = page.shallowCopyPage().getFormXObjectForPage(false);
    form.getDict().replaceKey("/BBox", Object::newFromRectangle(box));
    isolate(form);
    auto object = page.getObjectHandle();
    object.replaceKey("/Resources", Object::parse("<< /XObject << >> /ExtGState << /Gray "
                                                  "<< /Type /ExtGState /BM /Saturation /ca 1 >> >> >>"));
    object.getKey("/Resources").getKey("/XObject").replaceKey("/Page", form);
    object.replaceKey("/Group", Object::parse("<< /Type /Group /S /Transparency /CS /DeviceRGB /I true >>"));
    auto const area = QUtil::double_to_string(box.llx - margin, 4) + " " + QUtil::double_to_string(box.lly - margin, 4) + " " +
                      QUtil::double_to_string(box.urx - box.llx + 2 * margin, 4) + " " +
                      QUtil::double_to_string(box.ury - box.lly + 2 * margin, 4) + " re f\n";
    // On paper without a ground of its own, the black would stay. The page begins in black, not in the white of the ground: a
    // form inherits the color, and what says nothing of it is black.
    object.replaceKey("/Contents",
                      Object::newStream(&document, "q 1 g " + area + "Q\nq /Page Do Q\n/Gray gs 0 g " + area));
}

}  // namespace

void cqpdf::make_gray(QPDF &document) {
    QPDFPageDocumentHelper pages(document);
    for (auto &page : pages.getAllPages()) keep_layers_of_annotations(page);
    // Fields that readers draw anew would keep their colors.
    QPDFAcroFormDocumentHelper form(document);
    if (form.hasAcroForm()) form.setNeedAppearances(false);
    // Annotations lie above all that a page can cover.
    pages.flattenAnnotations(an_print);
    for (auto &page : pages.getAllPages()) make_page_gray(document, page);
}
