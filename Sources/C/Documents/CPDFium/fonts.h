/// The fonts of documents that do not bring them, from fontconfig, as PDFium asks for them.
#ifndef CPDFIUM_FONTS_H
#define CPDFIUM_FONTS_H

#include <stdbool.h>

/// FPDF_SYSFONTINFO of fpdf_sysfontinfo.h, version 1.
struct font_source {
    int version;
    void (*release)(struct font_source *);
    void (*enumerate)(struct font_source *, void *mapper);
    void *(*map)(struct font_source *, int weight, int is_italic, int charset, int pitch, const char *face, int *is_exact);
    void *(*get)(struct font_source *, const char *face);
    unsigned long (*data)(struct font_source *, void *font, unsigned int table, unsigned char *buffer, unsigned long size);
    unsigned long (*name)(struct font_source *, void *font, char *buffer, unsigned long size);
    int (*charset)(struct font_source *, void *font);
    void (*close)(struct font_source *, void *font);
};

/// The source, which uses `add` (FPDF_AddInstalledFont) to name the installed fonts. Where all are in the usual folders, the
/// configuration of fontconfig is loaded only for the languages of East Asia.
struct font_source *cpdfium_fonts(void (*add)(void *mapper, const char *face, int charset), bool has_usual_folders);

#endif
