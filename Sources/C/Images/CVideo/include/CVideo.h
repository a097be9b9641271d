/// Reads a frame of a video with libffmpegthumbnailer and its FFmpeg. Only the video helper loads them, at run
/// time.
#ifndef CVIDEO_H
#define CVIDEO_H

#include <stdint.h>

/// Opens the libraries. Starts no thread. Returns 0, or -1 when one of them cannot be loaded.
int cvideo_start(void);

/// A frame as displayed: upright, with square pixels, 8-bit RGB, rows without padding.
struct cvideo_frame {
    uint32_t width;
    uint32_t height;
    uint8_t *pixels;
    void *owner; ///< what `cvideo_free` gives back; NULL of pixels of their own
};

/// The result of reading a frame.
enum cvideo_result {
    CVIDEO_DONE,
    CVIDEO_UNREADABLE, ///< no demuxer knows it, or the decoder refuses it
    CVIDEO_NO_FRAME,   ///< it has no pictures, none that a decoder is there for, or too few for the decoder to give one
};

/// Decodes a representative frame, since the first one often is black: the one at a tenth of the duration, or
/// else the first; if that has a single color, a later one that shows more. Free the result with `cvideo_free`.
enum cvideo_result cvideo_read(int descriptor, struct cvideo_frame *frame);

/// Frees the result of `cvideo_read`.
void cvideo_free(struct cvideo_frame *frame);

#endif
