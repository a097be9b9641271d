#include "cpage.h"

// #embed is of C23, which this compiler knows in every mode.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char index_html[] = {
#embed "../Page/index.html"
};

static const unsigned char enter_html[] = {
#embed "../Page/enter.html"
};

static const unsigned char enter_js[] = {
#embed "../Page/enter.js"
};

static const unsigned char style_css[] = {
#embed "../Page/style.css"
};

static const unsigned char icon_svg[] = {
#embed "../Page/icon.svg"
};

static const unsigned char app_js[] = {
#embed "../Page/app.js"
};

static const unsigned char api_js[] = {
#embed "../Page/api.js"
};

static const unsigned char dom_js[] = {
#embed "../Page/dom.js"
};

static const unsigned char queue_js[] = {
#embed "../Page/queue.js"
};

static const unsigned char job_js[] = {
#embed "../Page/job.js"
};

static const unsigned char printers_js[] = {
#embed "../Page/printers.js"
};

static const unsigned char print_js[] = {
#embed "../Page/print.js"
};

static const unsigned char options_js[] = {
#embed "../Page/options.js"
};

static const unsigned char sheets_js[] = {
#embed "../Page/sheets.js"
};

static const unsigned char strip_js[] = {
#embed "../Page/strip.js"
};

static const unsigned char pictures_js[] = {
#embed "../Page/pictures.js"
};

static const struct {
    const char *name;
    const unsigned char *bytes;
    size_t size;
} files[] = {
    {"index.html", index_html, sizeof index_html},
    {"enter.html", enter_html, sizeof enter_html},
    {"enter.js", enter_js, sizeof enter_js},
    {"style.css", style_css, sizeof style_css},
    {"icon.svg", icon_svg, sizeof icon_svg},
    {"app.js", app_js, sizeof app_js},
    {"api.js", api_js, sizeof api_js},
    {"dom.js", dom_js, sizeof dom_js},
    {"queue.js", queue_js, sizeof queue_js},
    {"job.js", job_js, sizeof job_js},
    {"printers.js", printers_js, sizeof printers_js},
    {"print.js", print_js, sizeof print_js},
    {"options.js", options_js, sizeof options_js},
    {"sheets.js", sheets_js, sizeof sheets_js},
    {"strip.js", strip_js, sizeof strip_js},
    {"pictures.js", pictures_js, sizeof pictures_js},
};

static const size_t count = sizeof files / sizeof files[0];

const char *cpage_name(size_t index) { return index < count ? files[index].name : NULL; }

const unsigned char *cpage_bytes(size_t index) { return index < count ? files[index].bytes : NULL; }

size_t cpage_size(size_t index) { return index < count ? files[index].size : 0; }
