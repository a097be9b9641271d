// A frame of a video, by libffmpegthumbnailer and FFmpeg.
#include "fuzz.h"

#include <CVideo.h>

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count, (void)arguments;
    if (cvideo_start() != 0) fuzz_missing("libffmpegthumbnailer");
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct cvideo_frame frame;
    if (cvideo_read(fuzz_file(data, size), &frame) != CVIDEO_DONE) return 0;
    fuzz_touch(frame.pixels, (size_t)frame.width * frame.height * 3);
    cvideo_free(&frame);
    return 0;
}
