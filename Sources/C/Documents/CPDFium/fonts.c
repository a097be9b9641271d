#include "fonts.h"

#include <fcntl.h>
#include <fontconfig/fontconfig.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// The character sets of Windows, by which PDFium asks, with the language whose fonts they mean.
enum { ANSI = 0, DEFAULT = 1 };
static const struct {
    int charset;
    const char *language;
} languages[] = {{128, "ja"}, {129, "ko"}, {134, "zh-cn"}, {136, "zh-tw"}};

/// The table that stands for a collection of fonts.
enum { COLLECTION = 0x74746366 };

/// A font that was found, and its file.
struct font {
    int file;
    int charset;
    uint64_t size;
    /// Where the font begins in its collection; 0 for a file with one font.
    uint64_t offset;
    char family[128];
};

static void (*add_font)(void *, const char *, int);

/// The folders without the rules: enough to find a font by its name, and loaded in a tenth of the time of the whole
/// configuration.
static const char folders[] =
    "<?xml version='1.0'?><!DOCTYPE fontconfig SYSTEM 'urn:fontconfig:fonts.dtd'><fontconfig><dir>/usr/share/fonts</dir>"
    "<dir>/usr/local/share/fonts</dir><cachedir>/var/cache/fontconfig</cachedir></fontconfig>";
static bool is_quick;
static FcConfig *quick;

/// The configuration for a language, or for a font by its name; NULL is the whole one, which fontconfig loads once.
static FcConfig *configuration(const char *language) { return language ? NULL : quick; }

/// Loads the folders alone.
static void load_folders(void) {
    quick = FcConfigCreate();
    if (quick && FcConfigParseAndLoadFromMemory(quick, (const FcChar8 *)folders, FcTrue) && FcConfigBuildFonts(quick)) return;
    if (quick) FcConfigDestroy(quick);
    quick = NULL;
}

static const char *language_of(int charset) {
    for (size_t index = 0; index < sizeof languages / sizeof *languages; index++) {
        if (languages[index].charset == charset) return languages[index].language;
    }
    return NULL;
}

static uint32_t number_at(int file, uint64_t offset) {
    uint8_t bytes[4] = {0};
    if (pread(file, bytes, 4, (off_t)offset) != 4) return 0;
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static struct font *open_font(const char *path, int index, const char *family, int charset) {
    struct font *font = calloc(1, sizeof *font);
    struct stat status;
    if (!font) return NULL;
    font->file = open(path, O_RDONLY | O_CLOEXEC);
    if (font->file < 0 || fstat(font->file, &status) != 0) {
        if (font->file >= 0) close(font->file);
        free(font);
        return NULL;
    }
    font->size = (uint64_t)status.st_size;
    font->charset = charset;
    strncpy(font->family, family, sizeof font->family - 1);
    // The low half is the number of the font in a collection; the high one names an instance of a variable font.
    if (number_at(font->file, 0) == COLLECTION) font->offset = number_at(font->file, 12 + 4 * (uint64_t)(index & 0xFFFF));
    return font;
}

/// The families that are installed: PDFium asks for many others.
enum { FAMILIES_LIMIT = 4096 };
static char *families[FAMILIES_LIMIT];
static int family_count;

/// Whether two names of a family mean the same, as in "Times New Roman" and "TimesNewRoman".
static int is_same(const char *one, const char *other) {
    for (;; one++, other++) {
        while (*one == ' ' || *one == '-') one++;
        while (*other == ' ' || *other == '-') other++;
        const char a = *one >= 'A' && *one <= 'Z' ? (char)(*one | 32) : *one;
        const char b = *other >= 'A' && *other <= 'Z' ? (char)(*other | 32) : *other;
        if (a != b) return 0;
        if (!a) return 1;
    }
}

static int is_installed(const char *face) {
    for (int index = 0; index < family_count; index++) {
        if (is_same(families[index], face)) return 1;
    }
    return 0;
}

/// The font that fontconfig has for a family: the very one, or, where a language is given, any that has its letters.
static struct font *find(const char *face, int weight, int is_italic, int charset, int *is_exact) {
    const char *language = language_of(charset);
    if (!language && !is_installed(face)) return NULL;
    FcPattern *pattern = FcPatternCreate();
    if (!pattern) return NULL;
    FcPatternAddString(pattern, FC_FAMILY, (const FcChar8 *)face);
    FcPatternAddInteger(pattern, FC_WEIGHT, FcWeightFromOpenType(weight > 0 ? weight : 400));
    FcPatternAddInteger(pattern, FC_SLANT, is_italic ? FC_SLANT_ITALIC : FC_SLANT_ROMAN);
    FcPatternAddBool(pattern, FC_SCALABLE, FcTrue);
    if (language) FcPatternAddString(pattern, FC_LANG, (const FcChar8 *)language);
    FcConfig *config = configuration(language);
    FcConfigSubstitute(config, pattern, FcMatchPattern);
    FcDefaultSubstitute(pattern);
    FcResult result;
    FcPattern *match = FcFontMatch(config, pattern, &result);
    FcPatternDestroy(pattern);
    if (!match) return NULL;
    FcChar8 *family = NULL, *path = NULL;
    FcLangSet *letters = NULL;
    int index = 0, is_wanted = 0;
    for (int number = 0; !is_wanted && FcPatternGetString(match, FC_FAMILY, number, &family) == FcResultMatch; number++) {
        is_wanted = is_same((const char *)family, face);
    }
    *is_exact = is_wanted;
    if (!is_wanted && language && FcPatternGetLangSet(match, FC_LANG, 0, &letters) == FcResultMatch) {
        is_wanted = FcLangSetHasLang(letters, (const FcChar8 *)language) != FcLangDifferentLang;
    }
    struct font *font = NULL;
    if (is_wanted && FcPatternGetString(match, FC_FILE, 0, &path) == FcResultMatch
        && FcPatternGetString(match, FC_FAMILY, 0, &family) == FcResultMatch) {
        FcPatternGetInteger(match, FC_INDEX, 0, &index);
        font = open_font((const char *)path, index, (const char *)family, charset);
    }
    FcPatternDestroy(match);
    return font;
}

// MARK: What PDFium calls

static void release(struct font_source *source) { (void)source; }

/// Names the fonts that PDFium may ask for by name.
static void enumerate(struct font_source *source, void *mapper) {
    (void)source;
    if (is_quick) load_folders();
    FcPattern *all = FcPatternCreate();
    FcObjectSet *names = FcObjectSetBuild(FC_FAMILY, (char *)NULL);
    FcFontSet *fonts = all && names ? FcFontList(configuration(NULL), all, names) : NULL;
    for (int index = 0; fonts && index < fonts->nfont; index++) {
        FcChar8 *family;
        for (int name = 0; FcPatternGetString(fonts->fonts[index], FC_FAMILY, name, &family) == FcResultMatch; name++) {
            add_font(mapper, (const char *)family, ANSI);
            char *copy = family_count < FAMILIES_LIMIT ? strdup((const char *)family) : NULL;
            if (copy) families[family_count++] = copy;
        }
    }
    if (fonts) FcFontSetDestroy(fonts);
    if (names) FcObjectSetDestroy(names);
    if (all) FcPatternDestroy(all);
}

static void *map(struct font_source *source, int weight, int is_italic, int charset, int pitch, const char *face,
                 int *is_exact) {
    (void)source;
    (void)pitch;
    int exact = 0;
    struct font *font = find(face, weight, is_italic, charset, &exact);
    if (is_exact) *is_exact = exact;
    return font;
}

static void *get(struct font_source *source, const char *face) {
    int exact = 0;
    (void)source;
    return find(face, 400, 0, DEFAULT, &exact);
}

/// As GetFontData of Windows: table 0 is the file from the beginning of the font on, and that of a collection is the file.
static unsigned long data(struct font_source *source, void *handle, unsigned int table, unsigned char *buffer,
                          unsigned long size) {
    const struct font *font = handle;
    (void)source;
    uint64_t start = 0, length = 0;
    if (table == 0) {
        start = font->offset;
        length = font->size > start ? font->size - start : 0;
    } else if (table == COLLECTION) {
        length = font->offset > 0 ? font->size : 0;
    } else {
        const uint32_t count = number_at(font->file, font->offset + 4) >> 16;
        for (uint32_t index = 0; index < count && length == 0; index++) {
            const uint64_t record = font->offset + 12 + 16 * (uint64_t)index;
            // A damaged font declares more tables than its file has.
            if (record + 16 > font->size) break;
            if (number_at(font->file, record) != table) continue;
            start = number_at(font->file, record + 8);
            length = number_at(font->file, record + 12);
        }
    }
    if (!buffer) return length;
    const uint64_t wanted = size < length ? size : length;
    for (uint64_t done = 0; done < wanted;) {
        const ssize_t count = pread(font->file, buffer + done, wanted - done, (off_t)(start + done));
        if (count <= 0) return 0;
        done += (uint64_t)count;
    }
    return length;
}

static unsigned long name(struct font_source *source, void *handle, char *buffer, unsigned long size) {
    const struct font *font = handle;
    (void)source;
    const size_t length = strlen(font->family) + 1;
    if (buffer && size >= length) memcpy(buffer, font->family, length);
    return length;
}

static int charset(struct font_source *source, void *handle) {
    (void)source;
    return ((const struct font *)handle)->charset;
}

static void close_font(struct font_source *source, void *handle) {
    (void)source;
    close(((struct font *)handle)->file);
    free(handle);
}

struct font_source *cpdfium_fonts(void (*add)(void *, const char *, int), bool has_usual_folders) {
    static struct font_source source = {1, release, enumerate, map, get, data, name, charset, close_font};
    add_font = add;
    is_quick = has_usual_folders;
    return &source;
}
