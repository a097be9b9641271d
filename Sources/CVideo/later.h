/// A later frame of a video whose usual one shows nothing, by FFmpeg itself: libffmpegthumbnailer goes to key frames
/// alone, and a short video has no other than its first.
#ifndef CVIDEO_LATER_H
#define CVIDEO_LATER_H

#include <stdint.h>

/// Opens the libraries, which libffmpegthumbnailer has loaded. Without them no later frame is found.
void later_start(void);

/// The difference between the darkest and the brightest value of any colour, from 0 to 255.
int later_range(const uint8_t *pixels, uint64_t count);

/// Looks for a frame that shows more than `range`: at most for a second, among the first hundreds, then further on.
/// `context` is an open AVFormatContext. Returns its pixels, upright and square, as 8-bit red, green and blue, to be
/// freed by `free`; or NULL.
uint8_t *later_frame(void *context, int range, uint32_t *width, uint32_t *height);

#endif
