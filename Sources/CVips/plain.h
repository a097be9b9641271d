/// JPEG and PNG by libjpeg and libpng themselves.
#ifndef CVIPS_PLAIN_H
#define CVIPS_PLAIN_H

#include "CVips.h"

/// A JPEG or PNG of bytes that are our own: what warms up and is touched.
int plain_draw_bytes(const uint8_t *bytes, size_t length, uint32_t size, struct cvips_picture *picture);

#endif
