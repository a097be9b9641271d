#ifndef CTEXT_LIBRARIES_H
#define CTEXT_LIBRARIES_H

/// Each function opens one library. Returns 0, or -1 if it cannot be opened.
int ctext_open_archive(void);
int ctext_open_html(void);
int ctext_open_markdown(void);
int ctext_open_database(void);

/// Opens libt3highlight; without it, programs have no colors.
void ctext_open_code(void);

/// Opens libwebp; without it, WebP pictures within texts are not drawn.
void ctext_open_pictures(void);

/// Opens DjVuLibre; without it, DjVu documents name its package.
void ctext_open_djvu(void);

/// Opens libmobi; without it, books of Mobipocket and Kindle name its package.
void ctext_open_mobi(void);

/// Opens the libraries for Visio, Publisher, and CorelDRAW; without them, such documents name their packages.
void ctext_open_drawings(void);

#endif
