/// Decodes DICOM images by GDCM, opened at run time.
#ifndef CDICOM_H
#define CDICOM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What the samples of an image mean.
enum cdicom_colors {
    CDICOM_GRAY,          ///< the greatest value is white
    CDICOM_INVERTED_GRAY, ///< the least value is white
    CDICOM_RGB,
    CDICOM_YBR,           ///< luminance and two color differences (ITU-R BT.601), of the full range
};

/// The first frame of an image, as its samples are stored.
struct cdicom_image {
    uint32_t width, height;
    uint32_t channels;    ///< 1 or 3
    uint32_t bits;        ///< of a sample as stored: 8, 16, or 32
    uint32_t used_bits;   ///< those of them that count, the lowest
    int is_signed;
    int is_planar;        ///< whether each channel is stored by itself
    enum cdicom_colors colors;
    double slope, intercept;            ///< from stored values to measured ones
    int has_window;
    double window_center, window_width; ///< of measured values
    uint8_t *samples; ///< little-endian
    size_t size;
};

/// Opens GDCM. Returns 0, or -1 if it is not installed.
int cdicom_start(void);

/// Whether GDCM is open.
int cdicom_is_there(void);

/// Reads an image; without its samples if `is_header`. Free it with `cdicom_free`. Returns 0, or -1 where there is none that
/// GDCM decodes.
int cdicom_read(int descriptor, int is_header, struct cdicom_image *image);

void cdicom_free(struct cdicom_image *image);

#ifdef __cplusplus
}
#endif

#endif
