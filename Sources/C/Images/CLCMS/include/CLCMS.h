/// Inverts the tone curves of ICC profiles faster than Little CMS does.
///
/// PDF/A documents embed an output profile, and poppler 22.12 creates four transforms to it for each page that
/// it draws. For each of them, Little CMS 2.14 inverts three curves and searches the whole table for each of
/// 4096 values: 0.1 s for a page that is drawn in 2 ms. This replaces its function, for this program and the
/// libraries that it loads, with one that traverses the table once. The values are the same, except for
/// differences of 1 in 65535 from rounding.
#ifndef CLCMS_H
#define CLCMS_H

#include <stddef.h>
#include <stdint.h>

/// Inverts a curve with this function and with that of Little CMS. Returns the largest difference, 0 to 65535,
/// or -1 on failure. For tests.
int clcms_difference(const uint16_t *table, uint32_t entries, uint32_t samples);

#endif
