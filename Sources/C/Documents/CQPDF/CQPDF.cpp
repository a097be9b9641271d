#include "Source.h"

#include <algorithm>
#include <map>
#include <set>
#include <unistd.h>

#include <qpdf/Buffer.hh>
#include <qpdf/Pl_Buffer.hh>
#include <qpdf/Pl_Flate.hh>
#include <qpdf/QPDFAcroFormDocumentHelper.hh>
#include <qpdf/QPDFPageDocumentHelper.hh>
#include <qpdf/QUtil.hh>

using namespace cqpdf;

namespace {

/// Copies the catalog entries that affect how every page looks. All others (outlines, names, structure,
/// scripts) refer to pages that were not requested, which must not be copied along.
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
    auto copied = Object::newDictionary();
    copied.replaceKey("/Title", Object::newString(title.getStringValue()));
    to.getTrailer().replaceKey("/Info", to.makeIndirectObject(copied));
}

/// Builds the output document.
class Builder {
public:
    Builder(cqpdf_source &source, QPDF &to)
        : source(source), to(to), to_pages(to), from_form(source.from), to_form(to),
          has_form(source.is_pdf && from_form.hasAcroForm()) {
        // Copying a page does not follow references to other pages, so each page brings only the objects
        // that it shows. Inherited attributes have been pushed down to the pages by then.
        if (source.is_pdf) copy_appearance(source.from, to);
    }

    void add(cqpdf_face const &face, cqpdf_placement const *placements) {
        if (face.is_whole) {
            add_whole(face, placements[face.first]);
        } else {
            add_sheet(face, placements);
        }
    }

    void finish() {
        // This does not regenerate the appearance of fields, but keeps a `NeedAppearances` that asks readers to.
        if (has_form && from_form.getNeedAppearances() && to_form.hasAcroForm()) {
            to_form.setNeedAppearances(true);
        }
    }

private:
    cqpdf_source &source;
    QPDF &to;
    QPDFPageDocumentHelper to_pages;
    QPDFAcroFormDocumentHelper from_form;
    QPDFAcroFormDocumentHelper to_form;
    bool has_form;
    std::set<uint32_t> used;
    std::map<uint32_t, Object> forms;
    std::map<uint32_t, Object> texts;

    void add_whole(cqpdf_face const &face, cqpdf_placement const &placement) {
        auto page = source.pages.at(placement.page);
        // A page that is placed twice needs two objects, and the source must keep its own rotation.
        if (!used.insert(placement.page).second || face.turn != 0) page = page.shallowCopyPage();
        if (face.turn != 0) page.rotatePage(face.turn, true);
        to_pages.addPage(page, false);
        if (!has_form) return;
        to_form.fixCopiedAnnotations(to.getAllPages().back(), page.getObjectHandle(), from_form);
    }

    void add_sheet(cqpdf_face const &face, cqpdf_placement const *placements) {
        auto page = Object::newDictionary();
        page.replaceKey("/Type", Object::newName("/Page"));
        page.replaceKey("/MediaBox", Object::newFromRectangle({0, 0, face.width, face.height}));
        auto things = Object::newDictionary();
        auto resources = Object::newDictionary();
        resources.replaceKey("/XObject", things);
        page.replaceKey("/Resources", resources);
        std::string content;
        std::vector<Annotated> annotated;
        for (size_t index = face.first; index < face.first + face.count; index++) {
            auto const &placement = placements[index];
            QPDFMatrix matrix(placement.matrix[0], placement.matrix[1], placement.matrix[2],
                              placement.matrix[3], placement.matrix[4], placement.matrix[5]);
            auto name = "/P" + std::to_string(index - face.first);
            if (placement.is_text) {
                things.replaceKey(name, text(placement.page, placement.opacity < 1));
            } else if (source.is_pdf) {
                Display display;
                if (!display_of(source.pages.at(placement.page), display)) continue;
                matrix.concat(display.matrix);
                things.replaceKey(name, form(placement.page, display));
                annotated.push_back({placement.page, matrix, seen(placement, display, matrix)});
            } else {
                auto const &picture = source.pictures.at(placement.page);
                matrix.concat(picture.displayed);
                things.replaceKey(name, image(placement.page, picture));
            }
            auto clip = placement.clip;
            content += "q\n";
            for (size_t at = 0; at < 4; at++) content += QUtil::double_to_string(clip[at], 4) + " ";
            content += "re W n\n";
            if (placement.is_text && placement.opacity < 1) {
                auto states = Object::newDictionary();
                states.replaceKey("/Pale", pale(placement.opacity));
                resources.replaceKey("/ExtGState", states);
                content += "/Pale gs\n";
            }
            content += matrix.unparse() + " cm\n" + name + " Do\nQ\n";
            content += lines_of(placement) + marks_of(placement);
        }
        page.replaceKey("/Contents", Object::newStream(&to, content));
        to_pages.addPage(QPDFPageObjectHelper(to.makeIndirectObject(page)), false);
        QPDFPageObjectHelper added(to.getAllPages().back());
        for (auto const &one : annotated) copy_annotations(added, one);
    }

    /// Returns the content stream for the black border of a page.
    static std::string lines_of(cqpdf_placement const &placement) {
        std::string content;
        for (size_t line = 0; line < std::min<size_t>(placement.line_count, 2); line++) {
            content += "q 0 G " + QUtil::double_to_string(placement.line_width, 4) + " w ";
            for (size_t at = 0; at < 4; at++) {
                content += QUtil::double_to_string(placement.lines[line * 4 + at], 4) + " ";
            }
            content += "re S Q\n";
        }
        return content;
    }

    /// Returns the content stream for the marks at which a sheet of a poster is cut: at each corner, lines that
    /// continue its edges outwards; black on white, so that they are seen on any picture.
    static std::string marks_of(cqpdf_placement const &placement) {
        if (placement.mark_length <= 0) return "";
        std::string path;
        auto line = [&path](double x, double y, double to_x, double to_y) {
            path += QUtil::double_to_string(x, 4) + " " + QUtil::double_to_string(y, 4) + " m " +
                    QUtil::double_to_string(to_x, 4) + " " + QUtil::double_to_string(to_y, 4) + " l ";
        };
        double const length = placement.mark_length;
        auto const *cut = placement.cut;
        for (int right = 0; right < 2; right++) {
            for (int upper = 0; upper < 2; upper++) {
                double const x = cut[0] + right * cut[2], y = cut[1] + upper * cut[3];
                line(x, y, x + (right ? length : -length), y);
                line(x, y, x, y + (upper ? length : -length));
            }
        }
        return "q 1 G 2 w " + path + "S 0 G 0.5 w " + path + "S Q\n";
    }

    /// A placed page, and the area where it is visible.
    struct Annotated {
        uint32_t page;
        QPDFMatrix matrix;
        Object::Rectangle seen;
    };

    static Object::Rectangle seen(cqpdf_placement const &placement, Display const &display,
                                  QPDFMatrix const &matrix) {
        auto area = matrix.transformRectangle(display.crop);
        auto clip = placement.clip;
        area.llx = std::max(area.llx, clip[0]);
        area.lly = std::max(area.lly, clip[1]);
        area.urx = std::min(area.urx, clip[0] + clip[2]);
        area.ury = std::min(area.ury, clip[1] + clip[3]);
        return area;
    }

    /// Readers draw annotations over all content, so this leaves out those that were not visible on their page:
    /// they would cover its neighbors.
    void copy_annotations(QPDFPageObjectHelper &sheet, Annotated const &one) {
        auto annotations = sheet.getObjectHandle().getKey("/Annots");
        int const before = annotations.isArray() ? annotations.getArrayNItems() : 0;
        sheet.copyAnnotations(source.pages.at(one.page), one.matrix, &to_form, &from_form);
        annotations = sheet.getObjectHandle().getKey("/Annots");
        int const after = annotations.isArray() ? annotations.getArrayNItems() : 0;
        for (int index = after - 1; index >= before; index--) {
            auto box = annotations.getArrayItem(index).getKey("/Rect");
            if (!box.isRectangle()) continue;
            auto area = box.getArrayAsRectangle();
            if (area.urx <= one.seen.llx || area.llx >= one.seen.urx || area.ury <= one.seen.lly ||
                area.lly >= one.seen.ury) {
                annotations.eraseItem(index);
            }
        }
    }

    /// Returns a page as a form XObject, created once for each page.
    Object form(uint32_t number, Display const &display) {
        auto known = forms.find(number);
        if (known != forms.end()) return known->second;
        auto form = source.pages.at(number).getFormXObjectForPage(false);
        // Readers display the crop box; libqpdf uses the trim box.
        form.getDict().replaceKey("/BBox", Object::newFromRectangle(display.crop));
        return forms[number] = to.copyForeignObject(form);
    }

    /// Returns the graphics state in which a text lets shine through what is below it.
    static Object pale(double opacity) {
        auto state = Object::newDictionary();
        for (auto key : {"/ca", "/CA"}) state.replaceKey(key, Object::newReal(opacity, 2));
        return state;
    }

    /// Returns a text as a form XObject. Only a pale one is a transparency group, in which letters that overlap
    /// are not darker; printers need not mix colors for the others.
    Object text(uint32_t number, bool is_pale) {
        auto known = texts.find(number);
        if (known != texts.end()) return known->second;
        auto form = source.texts.at(number).getFormXObjectForPage(false);
        if (!is_pale) form.getDict().removeKey("/Group");
        return texts[number] = to.copyForeignObject(form);
    }

    Object image(uint32_t number, Picture const &picture) {
        auto known = forms.find(number);
        if (known != forms.end()) return known->second;
        return forms[number] = to.copyForeignObject(picture.image);
    }
};

std::shared_ptr<Buffer> deflated(uint8_t const *data, size_t length) {
    Pl_Buffer result("result");
    Pl_Flate flate("flate", &result, Pl_Flate::a_deflate);
    flate.write(data, length);
    flate.finish();
    return result.getBufferSharedPointer();
}

Object color_space(QPDF &document, cqpdf_picture const &picture) {
    auto device = Object::newName(picture.components == 1   ? "/DeviceGray"
                                  : picture.components == 3 ? "/DeviceRGB"
                                                            : "/DeviceCMYK");
    if (picture.profile == nullptr || picture.profile_length == 0) return device;
    std::string bytes(reinterpret_cast<char const *>(picture.profile), picture.profile_length);
    auto profile = Object::newStream(&document, bytes);
    profile.getDict().replaceKey("/N", Object::newInteger(picture.components));
    profile.getDict().replaceKey("/Alternate", device);
    return Object::newArray({Object::newName("/ICCBased"), profile});
}

/// Returns the matrix from the unit square of a stored image to the page as displayed (EXIF 2.32, 4.6.4,
/// Orientation).
QPDFMatrix upright(uint32_t orientation, double w, double h) {
    switch (orientation) {
    case 2: return QPDFMatrix(-w, 0, 0, h, w, 0);
    case 3: return QPDFMatrix(-w, 0, 0, -h, w, h);
    case 4: return QPDFMatrix(w, 0, 0, -h, 0, h);
    case 5: return QPDFMatrix(0, -h, -w, 0, w, h);
    case 6: return QPDFMatrix(0, -h, w, 0, 0, h);
    case 7: return QPDFMatrix(0, h, w, 0, 0, 0);
    case 8: return QPDFMatrix(0, h, -w, 0, w, 0);
    default: return QPDFMatrix(w, 0, 0, h, 0, 0);
    }
}

}  // namespace

extern "C" struct cqpdf_source *cqpdf_pictures(void) {
    try {
        auto source = std::make_unique<cqpdf_source>();
        source->from.setSuppressWarnings(true);
        source->from.emptyPDF();
        return source.release();
    } catch (...) {
        return nullptr;
    }
}

extern "C" enum cqpdf_outcome cqpdf_add_picture(struct cqpdf_source *source,
                                                const struct cqpdf_picture *picture) {
    try {
        auto stream = Object::newStream(&source->from);
        auto dictionary = stream.getDict();
        dictionary.replaceKey("/Type", Object::newName("/XObject"));
        dictionary.replaceKey("/Subtype", Object::newName("/Image"));
        dictionary.replaceKey("/Width", Object::newInteger(picture->width));
        dictionary.replaceKey("/Height", Object::newInteger(picture->height));
        dictionary.replaceKey("/BitsPerComponent", Object::newInteger(8));
        dictionary.replaceKey("/ColorSpace", color_space(source->from, *picture));
        if (picture->is_inverted) {
            std::vector<Object> decode;
            for (uint32_t component = 0; component < picture->components; component++) {
                decode.push_back(Object::newInteger(1));
                decode.push_back(Object::newInteger(0));
            }
            dictionary.replaceKey("/Decode", Object::newArray(decode));
        }
        if (picture->is_jpeg) {
            std::string bytes(reinterpret_cast<char const *>(picture->data), picture->length);
            stream.replaceStreamData(bytes, Object::newName("/DCTDecode"), Object::newNull());
        } else {
            stream.replaceStreamData(deflated(picture->data, picture->length),
                                     Object::newName("/FlateDecode"), Object::newNull());
        }
        auto matrix = upright(picture->orientation, picture->page_width, picture->page_height);
        source->pictures.push_back({stream, picture->page_width, picture->page_height, matrix});
        return CQPDF_OK;
    } catch (...) {
        return outcome_of_exception(nullptr);
    }
}

extern "C" enum cqpdf_outcome cqpdf_add_texts(struct cqpdf_source *source, const uint8_t *bytes,
                                              size_t length) {
    try {
        // Copied objects read their streams only when they are written.
        source->text_bytes.assign(reinterpret_cast<char const *>(bytes), length);
        source->text_document = std::make_unique<QPDF>();
        source->text_document->setSuppressWarnings(true);
        source->text_document->processMemoryFile("texts", source->text_bytes.data(), length);
        source->texts = QPDFPageDocumentHelper(*source->text_document).getAllPages();
        return CQPDF_OK;
    } catch (...) {
        return outcome_of_exception(nullptr);
    }
}

extern "C" size_t cqpdf_text_count(const struct cqpdf_source *source) { return source->texts.size(); }

extern "C" int cqpdf_text_size(struct cqpdf_source *source, size_t text, double *width, double *height) {
    try {
        Display display;
        if (!display_of(source->texts.at(text), display)) return -1;
        *width = display.width;
        *height = display.height;
        return 0;
    } catch (...) {
        return -1;
    }
}

extern "C" enum cqpdf_outcome cqpdf_write(struct cqpdf_source *source, int output,
                                          const struct cqpdf_face *faces, size_t face_count,
                                          const struct cqpdf_placement *placements, int is_gray) {
    File target;
    try {
        target = open(output, "wb");
        if (!target) return CQPDF_OUTPUT_FAILED;
        QPDF to;
        to.setSuppressWarnings(true);
        to.emptyPDF();
        Builder builder(*source, to);
        for (size_t index = 0; index < face_count; index++) builder.add(faces[index], placements);
        builder.finish();
        std::string version = source->is_pdf ? source->from.getPDFVersion() : "1.4";
        if (is_gray) {
            make_gray(to);
            // Blending came with PDF 1.4.
            version = std::max(version, std::string("1.4"));
        }
        return write(to, target.get(), version);
    } catch (...) {
        return outcome_of_exception(target.get());
    }
}
