/// libvips, opened at run time, as the files of this target use it.
#ifndef CVIPS_LIBRARY_H
#define CVIPS_LIBRARY_H

#include <vips/vips.h>
#include <vips/vector.h>

// The functions of libvips used here, with the types that its headers give them.
#define CVIPS_FUNCTIONS(F)                                                                        \
    F(vips_init)                                                                                  \
    F(vips_vector_set_enabled)                                                                    \
    F(vips_concurrency_set)                                                                       \
    F(vips_cache_set_max)                                                                         \
    F(vips_block_untrusted_set)                                                                   \
    F(vips_operation_block_set)                                                                   \
    F(vips_source_new_from_descriptor)                                                            \
    F(vips_source_new_from_memory)                                                                \
    F(vips_image_new_from_source)                                                                 \
    F(vips_image_get_width)                                                                       \
    F(vips_image_get_height)                                                                      \
    F(vips_image_get_format)                                                                      \
    F(vips_image_get_bands)                                                                       \
    F(vips_image_get_n_pages)                                                                     \
    F(vips_image_get_orientation)                                                                 \
    F(vips_image_get_typeof)                                                                      \
    F(vips_image_get_xres)                                                                        \
    F(vips_image_get_yres)                                                                        \
    F(vips_image_get_string)                                                                      \
    F(vips_image_get_blob)                                                                        \
    F(vips_image_new_from_memory)                                                                 \
    F(vips_image_set_int)                                                                         \
    F(vips_image_set_blob_copy)                                                                   \
    F(vips_copy)                                                                                  \
    F(vips_thumbnail_image)                                                                       \
    F(vips_version)                                                                               \
    F(vips_image_get_interpretation)                                                              \
    F(vips_thumbnail_source)                                                                      \
    F(vips_linear)                                                                                \
    F(vips_colourspace)                                                                           \
    F(vips_cast)                                                                                  \
    F(vips_image_pio_input)                                                                       \
    F(vips_region_new)                                                                            \
    F(vips_region_prepare)

// Each function has its name with an underscore after it.
#define DECLARE(name) extern __typeof__(name) *name##_;
CVIPS_FUNCTIONS(DECLARE)
#undef DECLARE

#endif
