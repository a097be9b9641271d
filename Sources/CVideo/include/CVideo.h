/// A frame of a video, by libffmpegthumbnailer and the FFmpeg that it uses. Opened at run time, by the helper of
/// videos alone.
#ifndef CVIDEO_H
#define CVIDEO_H

#include <stdint.h>

/// Opens the libraries. Starts no thread. Returns 0, or -1 when one of them cannot be loaded.
int cvideo_start(void);

/// A frame as displayed: upright, its pixels square, 8-bit red, green and blue, rows without padding.
struct cvideo_frame {
    uint32_t width;
    uint32_t height;
    uint8_t *pixels;
    void *owner; ///< what `cvideo_free` gives back; NULL of pixels of their own
};

/// How it went.
enum cvideo_result {
    CVIDEO_DONE,
    CVIDEO_UNREADABLE, ///< no demuxer knows it, or the decoder refuses it
    CVIDEO_NO_FRAME,   ///< it has no pictures, none that a decoder is there for, or too few for the decoder to give one
};

/// Decodes a frame that shows more of a video than its first one, which often is black: the one at a tenth of its
/// time; else the first one; where that is of one colour, a later one that is not. What it fills is given back by `cvideo_free`.
enum cvideo_result cvideo_read(int descriptor, struct cvideo_frame *frame);

/// Gives back what `cvideo_read` filled.
void cvideo_free(struct cvideo_frame *frame);

#endif
