/// Finds a later frame of a video whose usual one is blank, with FFmpeg itself: libffmpegthumbnailer seeks only
/// to key frames, and a short video may have no key frame but its first.
#ifndef CVIDEO_LATER_H
#define CVIDEO_LATER_H

#include <stdint.h>

/// Opens the libraries, which libffmpegthumbnailer has loaded. Without them, `later_frame` finds nothing.
void later_start(void);

/// Returns the difference between the darkest and the brightest value of any color, from 0 to 255.
int later_range(const uint8_t *pixels, uint64_t count);

/// Searches for a frame with a larger range of values than `range` (-1: any frame, but no cover), for at most one second: among the first few
/// hundred frames, then further on. `context` is an open AVFormatContext. Returns upright, square pixels as
/// 8-bit RGB, which the caller frees with `free`, or NULL.
uint8_t *later_frame(void *context, int range, uint32_t *width, uint32_t *height);

#endif
