/// Curves of colour profiles, turned around faster than Little CMS does.
///
/// PDF/A documents bring the profile of their colours, and poppler 22.12 makes four transforms to it for each page
/// that it draws. For each of them Little CMS 2.14 turns three curves around, and looks for each of 4096 values through
/// the whole table again: 0.1 s for a page that is drawn in 2 ms. Its function is replaced here, for this program and
/// the libraries that it loads, by one that goes through the table once. The values are the same, but for one in 65535
/// where rounding may go either way.
#ifndef CLCMS_H
#define CLCMS_H

#include <stddef.h>
#include <stdint.h>

/// Turns around a curve by both, ours and that of Little CMS: the largest difference of the values, up to 65535; -1
/// where it cannot be done. For tests.
int clcms_difference(const uint16_t *table, uint32_t entries, uint32_t samples);

#endif
