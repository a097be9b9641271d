// dladdr
#define _GNU_SOURCE

#include "library.h"

#include "avif.h"
#include "drawing.h"
#include "jxl.h"
#include "tiff.h"

#include <limits.h>
#include <opened.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <trusted.h>

#define DEFINE(name) __typeof__(name) *name##_;
CVIPS_FUNCTIONS(DEFINE)
#undef DEFINE

/// Opens a module of libvips, which registers its loaders.
static void open_module(const char *name) {
    Dl_info place;
    if (dladdr((void *)vips_init_, &place) == 0) return;
    const char *end = strrchr(place.dli_fname, '/');
    if (end == NULL) return;
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%.*s/vips-modules-%d.%d/%s.so", (int)(end - place.dli_fname), place.dli_fname,
             vips_version_(0), vips_version_(1), name);
    void *module = dlopen(path, RTLD_LAZY | RTLD_GLOBAL);
    if (module == NULL) return;
    // The function that GModule calls. Its argument only serves to keep the module loaded, which dlopen does
    // anyway.
    const char *(*check)(void *) = (const char *(*)(void *))dlsym(module, "g_module_check_init");
    if (check != NULL) check(NULL);
}

/// Draws trusted pictures, so that forked children inherit libvips's initialized classes: initializing them
/// takes longer than drawing a small picture.
static int warm_up(enum cvips_formats formats) {
    static const struct cvips_input own[] = {
        {-1, trusted_png, sizeof trusted_png},
        {-1, trusted_jpeg, sizeof trusted_jpeg},
    };
    for (size_t index = 0; formats == CVIPS_COMMON && index < sizeof own / sizeof *own; index++) {
        // At full size and downscaled.
        for (uint32_t size = 64; size >= 4; size /= 16) {
            struct cimage_picture picture = {0};
            if (cvips_draw(&own[index], 0, size, TRUE, &picture) != 0) return -1;
            free(picture.pixels);
        }
    }
    return 0;
}

int cvips_start(enum cvips_formats formats) {
    // Loader modules (ImageMagick, OpenSlide, Poppler, …) are found below this folder. They are blocked
    // anyway, and searching for them costs 20 ms.
    setenv("VIPSHOME", "/nonexistent", 1);
    // Keep large pictures in memory, which is limited, and never in a temporary file.
    setenv("VIPS_DISC_THRESHOLD", "64g", 1);
    OPENED_LIBRARY("libvips.so.42", RTLD_LAZY, CVIPS_FUNCTIONS, OPENED_LOOK_UP)

    // libvips's run-time compiler writes code into the home directory and maps it executable.
    vips_vector_set_enabled_(FALSE);
    int failure = vips_init_("qpreview-zygote");
    // Benchmarks and tests, which call this in their own process, start other programs.
    unsetenv("VIPSHOME");
    if (failure != 0) return -2;
    vips_vector_set_enabled_(FALSE);
    vips_concurrency_set_(1);
    vips_cache_set_max_(0);
    if (formats == CVIPS_RARE) {
        open_module("vips-heif");
        open_module("vips-jxl");
        jxl_start();
        avif_start();
    }
    vips_block_untrusted_set_(TRUE);
    // Then block all loaders except those requested. Those that libvips marks as untrusted run in
    // the sandbox here and cannot open the files they refer to.
    static const char *const common[] = {"Jpeg", "Png", "Nsgif", "Webp", "Tiff", NULL};
    static const char *const rare[] = {"Heif", "Jxl", "Jp2k", "Rad", "Ppm", NULL};
    vips_operation_block_set_("VipsForeignLoad", TRUE);
    for (const char *const *wanted = formats == CVIPS_RARE ? rare : common; *wanted != NULL; wanted++) {
        char name[64];
        snprintf(name, sizeof name, "VipsForeignLoad%s", *wanted);
        vips_operation_block_set_(name, FALSE);
    }
    tiff_start();
    return warm_up(formats) == 0 ? 0 : -2;
}
