#include "CText.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <opened.h>

#include "libraries.h"

// The libraries of the Document Liberation Project, which are in C++: their functions by the names that the ABI of C++ for
// Linux gives them. Their objects consist of one or two pointers each; what is made here lasts as long as the child, so
// that no destructor is needed.

/// Room for an object of librevenge.
typedef struct {
    void *words[8];
} object;

#define REVENGE_FUNCTIONS(F)                                                                      \
    F(void, _ZN10librevenge10RVNGStringC1EPKc, (object * string, const char *text))               \
    F(const char *, _ZNK10librevenge10RVNGString4cstrEv, (const object *string))                  \
    F(void, _ZN10librevenge16RVNGStringVectorC1Ev, (object * vector))                             \
    F(unsigned long, _ZNK10librevenge16RVNGStringVector4sizeEv, (const object *vector))           \
    F(const object *, _ZNK10librevenge16RVNGStringVectorixEj, (const object *vector, unsigned index)) \
    F(void, _ZN10librevenge23RVNGSVGDrawingGeneratorC1ERNS_16RVNGStringVectorERKNS_10RVNGStringE, \
      (object * generator, object * vector, const object *prefix))
#define STREAM_FUNCTIONS(F)                                                                       \
    F(void, _ZN10librevenge16RVNGStringStreamC1EPKhj, (object * stream, const uint8_t *bytes, unsigned length))
#define VISIO_FUNCTIONS(F)                                                                        \
    F(int8_t, _ZN8libvisio13VisioDocument5parseEPN10librevenge15RVNGInputStreamEPNS1_20RVNGDrawingInterfaceE, \
      (object * stream, object * generator))
#define PUBLISHER_FUNCTIONS(F)                                                                    \
    F(int8_t, _ZN8libmspub13MSPUBDocument5parseEPN10librevenge15RVNGInputStreamEPNS1_20RVNGDrawingInterfaceE, \
      (object * stream, object * generator))
#define COREL_FUNCTIONS(F)                                                                        \
    F(int8_t, _ZN6libcdr11CDRDocument5parseEPN10librevenge15RVNGInputStreamEPNS1_20RVNGDrawingInterfaceE, \
      (object * stream, object * generator))

REVENGE_FUNCTIONS(OPENED_DECLARE_AS)
STREAM_FUNCTIONS(OPENED_DECLARE_AS)
VISIO_FUNCTIONS(OPENED_DECLARE_AS)
PUBLISHER_FUNCTIONS(OPENED_DECLARE_AS)
COREL_FUNCTIONS(OPENED_DECLARE_AS)

static int open_revenge(void) {
    OPENED_LIBRARY("librevenge-0.0.so.0", RTLD_LAZY, REVENGE_FUNCTIONS, OPENED_LOOK_UP_AS)
    OPENED_LIBRARY("librevenge-stream-0.0.so.0", RTLD_LAZY, STREAM_FUNCTIONS, OPENED_LOOK_UP_AS)
    return 0;
}

static int open_visio(void) {
    OPENED_LIBRARY("libvisio-0.1.so.1", RTLD_LAZY, VISIO_FUNCTIONS, OPENED_LOOK_UP_AS)
    return 0;
}

static int open_publisher(void) {
    OPENED_LIBRARY("libmspub-0.1.so.1", RTLD_LAZY, PUBLISHER_FUNCTIONS, OPENED_LOOK_UP_AS)
    return 0;
}

static int open_corel(void) {
    OPENED_LIBRARY("libcdr-0.1.so.1", RTLD_LAZY, COREL_FUNCTIONS, OPENED_LOOK_UP_AS)
    return 0;
}

static int has[3];

void ctext_open_drawings(void) {
    if (open_revenge() != 0) return;
    has[CTEXT_VISIO] = open_visio() == 0;
    has[CTEXT_PUBLISHER] = open_publisher() == 0;
    has[CTEXT_COREL] = open_corel() == 0;
}

int ctext_has_drawings(enum ctext_drawing kind) { return has[kind]; }

/// The pages of the one document of a child.
static object pages;

int ctext_drawings_make(int descriptor, enum ctext_drawing kind, size_t limit) {
    struct stat status;
    if (!has[kind] || fstat(descriptor, &status) != 0 || (size_t)status.st_size > limit) return -1;
    size_t length = (size_t)status.st_size;
    uint8_t *bytes = malloc(length + 1);
    if (bytes == NULL) return -1;
    size_t done = 0;
    while (done < length) {
        ssize_t count = pread(descriptor, bytes + done, length - done, (off_t)done);
        if (count <= 0) break;
        done += (size_t)count;
    }
    object stream = {{0}};
    object generator = {{0}};
    object prefix = {{0}};
    _ZN10librevenge10RVNGStringC1EPKc_(&prefix, "");
    _ZN10librevenge16RVNGStringVectorC1Ev_(&pages);
    _ZN10librevenge16RVNGStringStreamC1EPKhj_(&stream, bytes, (unsigned)done);
    _ZN10librevenge23RVNGSVGDrawingGeneratorC1ERNS_16RVNGStringVectorERKNS_10RVNGStringE_(&generator, &pages, &prefix);
    int is_read = 0;
    switch (kind) {
    case CTEXT_VISIO:
        is_read = _ZN8libvisio13VisioDocument5parseEPN10librevenge15RVNGInputStreamEPNS1_20RVNGDrawingInterfaceE_(
            &stream, &generator);
        break;
    case CTEXT_PUBLISHER:
        is_read = _ZN8libmspub13MSPUBDocument5parseEPN10librevenge15RVNGInputStreamEPNS1_20RVNGDrawingInterfaceE_(
            &stream, &generator);
        break;
    case CTEXT_COREL:
        is_read = _ZN6libcdr11CDRDocument5parseEPN10librevenge15RVNGInputStreamEPNS1_20RVNGDrawingInterfaceE_(
            &stream, &generator);
        break;
    }
    return is_read ? (int)_ZNK10librevenge16RVNGStringVector4sizeEv_(&pages) : -1;
}

const char *ctext_drawings_page(unsigned index) {
    return _ZNK10librevenge10RVNGString4cstrEv_(_ZNK10librevenge16RVNGStringVectorixEj_(&pages, index));
}
