/// Opening images, and what their headers say.
#ifndef CVIPS_READING_H
#define CVIPS_READING_H

#include "CVips.h"
#include "library.h"

/// The source of an image: a file, or trusted bytes in memory.
struct cvips_input {
    int descriptor;
    const uint8_t *bytes;
    size_t length;
};

/// Formats the loader options for a page (0-based); empty for the first page, the default of every loader.
void cvips_page_option(uint32_t page, char options[32]);

/// Returns the bytes of an image as libvips reads them, or NULL on failure.
VipsSource *cvips_new_source(const struct cvips_input *input);

/// Returns whether a loader with this name or name prefix has read the header.
gboolean cvips_is_loaded_by(VipsImage *header, const char *loader);

/// Opens an image and reads the header of a page; returns NULL on failure.
VipsImage *cvips_open_image(const struct cvips_input *input, uint32_t page);

#endif
