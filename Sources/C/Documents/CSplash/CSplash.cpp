#include "CSplash.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>

#include <CLinux.h>

#include <poppler/cpp/poppler-document.h>
#include <poppler/cpp/poppler-global.h>
#include <poppler/cpp/poppler-page-renderer.h>
#include <poppler/cpp/poppler-page.h>

namespace {

void silence(const std::string &, void *) {}

}  // namespace

int csplash_draw(int descriptor, uint32_t number, uint32_t width, uint32_t height, uint32_t *pixels) {
    try {
        poppler::set_debug_error_function(silence, nullptr);
        // Copy the file, which may be changed or truncated while it is drawn.
        size_t size = 0;
        const std::unique_ptr<void, void (*)(void *)> bytes(clinux_contents(descriptor, INT32_MAX, &size), free);
        if (bytes == nullptr) return -1;
        const std::unique_ptr<poppler::document> document(poppler::document::load_from_raw_data(
            static_cast<const char *>(bytes.get()), static_cast<int>(size)));
        if (document == nullptr || document->is_locked()) return -1;
        const std::unique_ptr<poppler::page> page(document->create_page(static_cast<int>(number)));
        if (page == nullptr) return -1;
        // The box before rotation: for a page turned by 90 degrees, width and height are swapped.
        auto box = page->page_rect(poppler::crop_box);
        const bool lies = page->orientation() == poppler::page::landscape ||
                          page->orientation() == poppler::page::seascape;
        const double across = lies ? box.height() : box.width();
        const double down = lies ? box.width() : box.height();
        if (!(across > 0) || !(down > 0)) return -1;
        poppler::page_renderer renderer;
        renderer.set_render_hints(poppler::page_renderer::antialiasing |
                                  poppler::page_renderer::text_antialiasing);
        renderer.set_image_format(poppler::image::format_argb32);
        const poppler::image picture =
            renderer.render_page(page.get(), 72.0 * width / across, 72.0 * height / down, 0, 0,
                                 static_cast<int>(width), static_cast<int>(height));
        if (!picture.is_valid() || picture.width() != static_cast<int>(width) ||
            picture.height() != static_cast<int>(height)) {
            return -1;
        }
        for (uint32_t row = 0; row < height; row++) {
            memcpy(pixels + static_cast<size_t>(row) * width,
                   picture.const_data() + static_cast<size_t>(row) * picture.bytes_per_row(),
                   static_cast<size_t>(width) * 4);
        }
        return 0;
    } catch (...) {
        return -1;
    }
}
