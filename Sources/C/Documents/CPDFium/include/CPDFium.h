/// PDFium, the PDF engine of Chromium, from a shared library that is loaded where one is installed: it draws a page in half of
/// the time that poppler takes, and loads a quarter of poppler's libraries.
///
/// The library has no header in Debian; its interface in C has not changed for years (public/fpdfview.h, fpdf_sysfontinfo.h,
/// version 1 of each structure). One document is open at a time.
#ifndef CPDFIUM_H
#define CPDFIUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Loads the library at a path, which runs its code, and sets up its fonts: quickly, where all are in the usual folders.
/// Returns 0, or -1 where it is not a PDFium that has all that is needed.
int cpdfium_load(const char *path, bool has_usual_folders);

/// Opens a document by its descriptor, which has to stay open. Returns the number of its pages, or -1 where it is a form,
/// cannot be read without a password, or at all.
int cpdfium_open(int descriptor);

/// Opens a document in memory, which has to stay as it is.
int cpdfium_open_bytes(const void *bytes, size_t length);

/// Gets the size of a page (from 0) as displayed, in points. Returns 0, or -1.
int cpdfium_page_size(int number, double *width, double *height);

/// Loads a page (from 0) and gets its size as displayed, in points. Returns 0, or -1.
int cpdfium_load_page(int number, double *width, double *height);

/// Draws the loaded page on white, with annotations: RGBA, rows without padding. Returns 0, or -1.
int cpdfium_draw(int width, int height, uint8_t *pixels, bool *is_white);

/// Whether the loaded page has nothing that could be drawn, beyond doubt: neither objects nor annotations, and no page of the
/// document, which is small, has contents that could be damaged.
bool cpdfium_is_empty(void);

/// Closes the document.
void cpdfium_close(void);

#endif
