// A virtual printer on PAPPL, the second implementation of IPP beside ippeveprinter. It accepts PDF documents whole,
// and prints raster (PWG, Apple) while it arrives. C, because it is nothing but calls of libpappl.
//
//   papplprinter -n NAME -p PORT -s SPOOL -k KEYS -o SIDES -c COMMAND [-t MILLISECONDS] [-r] [-u] [-x NUMBER]
//
//   -n  the name, also that of the DNS-SD service           -c  runs with each document, as `ippeveprinter -c` does
//   -p  the port on loopback                                -t  the time for each side; without: none
//   -s  the folder for documents that arrive                -r  accepts raster and JPEG only
//   -k  the folder of the TLS key                           -u  offers no TLS
//   -x  how often it resets a connection that brings a document: from the first part of the first document on
//   -o  the file that gets a line for each side on paper: "JOB SIDE whole|cut NAME"
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pappl/pappl.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *name, *spool, *keys, *sides_file, *command;
static int port, milliseconds;
static bool raster_only, unencrypted;
static atomic_int resets;

// A job that PAPPL draws line by line.
typedef struct {
    // What arrives without a file is written to one, as PWG raster.
    cups_raster_t *copy;
    int file;
    char path[1024];
    unsigned lines, side;
} drawing_t;

// In the place of the function of libcups, for libpappl: it would keep the key of root's printers in /etc/cups, for all of
// them. It calls this whenever its host has another name.
int cupsSetServerCredentials(const char *path, const char *common_name, int auto_create) {
    (void)path;
    int (*original)(const char *, const char *, int) = dlsym(RTLD_NEXT, "cupsSetServerCredentials");
    return original ? original(keys, common_name, auto_create) : 0;
}

// In the place of the function of libcups, for libpappl, which reads documents with it: what it got is lost, and its
// connection is reset before the client has sent the rest.
ssize_t httpRead2(http_t *http, char *buffer, size_t length) {
    ssize_t (*original)(http_t *, char *, size_t) = dlsym(RTLD_NEXT, "httpRead2");
    ssize_t count = original ? original(http, buffer, length) : -1;
    // Requests without a document are read in smaller parts.
    if (length < 4096 || count <= 0 || atomic_fetch_sub(&resets, 1) <= 0) return count;
    struct linger reset = {.l_onoff = 1, .l_linger = 0};
    setsockopt(httpGetFd(http), SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (nothing < 0 || dup2(nothing, httpGetFd(http)) < 0) abort();
    close(nothing);
    return -1;
}

static void report_side(pappl_job_t *job, unsigned side, bool whole) {
    char line[1200];
    int length = snprintf(line, sizeof line, "%d %u %s %s\n", papplJobGetID(job), side, whole ? "whole" : "cut",
                          papplJobGetName(job));
    if (length >= (int)sizeof line) length = sizeof line - 1;
    int file = open(sides_file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    // One write, so that a kill leaves a whole line or none.
    if (file < 0 || write(file, line, (size_t)length) != length)
        papplLogJob(job, PAPPL_LOGLEVEL_ERROR, "%s: %s", sides_file, strerror(errno));
    if (file >= 0) close(file);
}

// Takes the time that a side needs; returns false once the job is canceled.
static bool take_time(pappl_job_t *job) {
    for (int left = milliseconds; left > 0 && !papplJobIsCanceled(job); left -= 20) usleep(20000);
    return !papplJobIsCanceled(job);
}

// The attributes of a job that the command gets.
static const char *const passed[] = {
    "job-name", "job-originating-user-name", "job-uuid", "job-id", "copies", "finishings", "media", "media-col",
    "multiple-document-handling", "number-up", "orientation-requested", "output-bin", "page-ranges", "print-color-mode",
    "print-content-optimize", "print-quality", "print-scaling", "printer-resolution", "sides", "job-password",
};

static char *variable(const char *attribute, const char *value) {
    size_t size = strlen(attribute) + strlen(value) + 6;
    char *text = malloc(size);
    if (!text) abort();
    snprintf(text, size, "IPP_%s=%s", attribute, value);
    for (char *letter = text; *letter != '='; letter++) {
        if (*letter == '-') *letter = '_';
        if (*letter >= 'a' && *letter <= 'z') *letter -= 'a' - 'A';
    }
    return text;
}

// Has the command take a document away; returns the number of sides that it counts, or 0.
static int hand_over(pappl_job_t *job, const char *document) {
    enum { limit = sizeof passed / sizeof *passed };
    char *variables[limit + 6];
    int count = 0;
    for (int index = 0; index < limit; index++) {
        char value[2048];
        ipp_attribute_t *attribute = papplJobGetAttribute(job, passed[index]);
        if (!attribute) continue;
        // ippAttributeString quotes what names contain.
        const char *text = ippGetCount(attribute) == 1 ? ippGetString(attribute, 0, NULL) : NULL;
        if (text) {
            snprintf(value, sizeof value, "%s", text);
        } else {
            ippAttributeString(attribute, value, sizeof value);
        }
        variables[count++] = variable(passed[index], value);
    }
    char format[256];
    snprintf(format, sizeof format, "CONTENT_TYPE=%s", papplJobGetFormat(job));
    variables[count++] = format;
    int passed_count = count - 1;
    variables[count++] = "PATH=/usr/sbin:/usr/bin:/sbin:/bin";
    variables[count++] = "LC_ALL=C.UTF-8";
    variables[count] = NULL;

    int ends[2];
    if (pipe2(ends, O_CLOEXEC)) return 0;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 2);
    char *arguments[] = {(char *)command, (char *)document, NULL};
    pid_t process;
    int error = posix_spawn(&process, command, &actions, NULL, arguments, variables);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    for (int index = 0; index < passed_count; index++) free(variables[index]);
    int sides = 0, status = -1;
    if (error) {
        papplLogJob(job, PAPPL_LOGLEVEL_ERROR, "%s: %s", command, strerror(error));
        close(ends[0]);
        return 0;
    }
    FILE *words = fdopen(ends[0], "r");
    char line[512];
    while (words && fgets(line, sizeof line, words)) {
        if (sscanf(line, "ATTR: job-impressions=%d", &sides) != 1)
            papplLogJob(job, PAPPL_LOGLEVEL_INFO, "%s", line);
    }
    if (words) fclose(words);
    while (waitpid(process, &status, 0) < 0 && errno == EINTR) continue;
    return status == 0 ? sides : 0;
}

// Prints a document that is there as a whole.
static bool print_file(pappl_job_t *job, pappl_pr_options_t *options, pappl_device_t *device) {
    (void)options, (void)device;
    int sides = hand_over(job, papplJobGetFilename(job));
    if (sides <= 0) return false;
    papplJobSetImpressions(job, sides);
    int done = 0;
    while (done < sides && take_time(job)) {
        // PAPPL adds one after the document: the count is one behind meanwhile.
        if (done > 0) papplJobSetImpressionsCompleted(job, 1);
        done += 1;
        report_side(job, (unsigned)done, true);
    }
    return done > 0;
}

static bool start_job(pappl_job_t *job, pappl_pr_options_t *options, pappl_device_t *device) {
    (void)options, (void)device;
    drawing_t *drawing = calloc(1, sizeof *drawing);
    if (!drawing) return false;
    papplJobSetData(job, drawing);
    if (papplJobGetFilename(job)) return hand_over(job, papplJobGetFilename(job)) > 0;
    snprintf(drawing->path, sizeof drawing->path, "%s/%d.pwg", spool, papplJobGetID(job));
    drawing->file = open(drawing->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (drawing->file >= 0) drawing->copy = cupsRasterOpen(drawing->file, CUPS_RASTER_WRITE_PWG);
    return drawing->copy != NULL;
}

static bool start_side(pappl_job_t *job, pappl_pr_options_t *options, pappl_device_t *device, unsigned side) {
    (void)device;
    drawing_t *drawing = papplJobGetData(job);
    drawing->lines = 0;
    drawing->side = side;
    return !drawing->copy || cupsRasterWriteHeader2(drawing->copy, &options->header);
}

static bool write_line(pappl_job_t *job, pappl_pr_options_t *options, pappl_device_t *device, unsigned y,
                       const unsigned char *line) {
    (void)device, (void)y;
    drawing_t *drawing = papplJobGetData(job);
    drawing->lines += 1;
    return !drawing->copy ||
           cupsRasterWritePixels(drawing->copy, (unsigned char *)line, options->header.cupsBytesPerLine) > 0;
}

static bool end_side(pappl_job_t *job, pappl_pr_options_t *options, pappl_device_t *device, unsigned side) {
    (void)device;
    drawing_t *drawing = papplJobGetData(job);
    take_time(job);
    // PAPPL ends a side regularly even if the rest of it never came.
    report_side(job, side, drawing->lines >= options->header.cupsHeight);
    return true;
}

static bool end_job(pappl_job_t *job, pappl_pr_options_t *options, pappl_device_t *device) {
    (void)options, (void)device;
    drawing_t *drawing = papplJobGetData(job);
    if (drawing->copy) {
        cupsRasterClose(drawing->copy);
        close(drawing->file);
        hand_over(job, drawing->path);
    }
    free(drawing);
    papplJobSetData(job, NULL);
    return true;
}

static bool status(pappl_printer_t *printer) {
    (void)printer;
    return true;
}

static void describe_paper(pappl_media_col_t *paper, const char *size, int width, int length) {
    snprintf(paper->size_name, sizeof paper->size_name, "%s", size);
    snprintf(paper->source, sizeof paper->source, "main");
    snprintf(paper->type, sizeof paper->type, "stationery");
    paper->size_width = width;
    paper->size_length = length;
    paper->left_margin = paper->right_margin = paper->top_margin = paper->bottom_margin = 423;
}

static bool describe(pappl_system_t *system, const char *driver, const char *uri, const char *id,
                     pappl_pr_driver_data_t *data, ipp_t **attributes, void *context) {
    (void)system, (void)driver, (void)uri, (void)id, (void)attributes, (void)context;
    data->printfile_cb = print_file;
    data->rstartjob_cb = start_job;
    data->rstartpage_cb = start_side;
    data->rwriteline_cb = write_line;
    data->rendpage_cb = end_side;
    data->rendjob_cb = end_job;
    data->status_cb = status;
    data->format = raster_only ? "image/pwg-raster" : "application/pdf";
    snprintf(data->make_and_model, sizeof data->make_and_model, "Lab PAPPL%s", raster_only ? " Raster" : "");
    data->ppm = data->ppm_color = 30;
    data->raster_types = PAPPL_PWG_RASTER_TYPE_SGRAY_8 | PAPPL_PWG_RASTER_TYPE_SRGB_8;
    data->color_supported = PAPPL_COLOR_MODE_AUTO | PAPPL_COLOR_MODE_COLOR | PAPPL_COLOR_MODE_MONOCHROME;
    data->color_default = PAPPL_COLOR_MODE_AUTO;
    data->sides_supported =
        PAPPL_SIDES_ONE_SIDED | PAPPL_SIDES_TWO_SIDED_LONG_EDGE | PAPPL_SIDES_TWO_SIDED_SHORT_EDGE;
    data->sides_default = PAPPL_SIDES_ONE_SIDED;
    data->duplex = PAPPL_DUPLEX_NORMAL;
    data->orient_default = IPP_ORIENT_NONE;
    data->quality_default = IPP_QUALITY_NORMAL;
    data->num_resolution = 1;
    data->x_resolution[0] = data->y_resolution[0] = data->x_default = data->y_default = 300;
    data->left_right = data->bottom_top = 423;
    data->num_media = 2;
    data->media[0] = "iso_a4_210x297mm";
    data->media[1] = "na_letter_8.5x11in";
    data->num_source = 1;
    data->source[0] = "main";
    data->num_type = 1;
    data->type[0] = "stationery";
    describe_paper(&data->media_default, "iso_a4_210x297mm", 21000, 29700);
    data->media_ready[0] = data->media_default;
    return true;
}

static pappl_pr_driver_t drivers[] = {{"lab", "Lab PAPPL", "MFG:Lab;MDL:PAPPL;", NULL}};

int main(int count, char *arguments[]) {
    for (int option; (option = getopt(count, arguments, "n:p:s:k:o:c:t:rux:")) >= 0;) {
        switch (option) {
        case 'n': name = optarg; break;
        case 'p': port = atoi(optarg); break;
        case 's': spool = optarg; break;
        case 'k': keys = optarg; break;
        case 'o': sides_file = optarg; break;
        case 'c': command = optarg; break;
        case 't': milliseconds = atoi(optarg); break;
        case 'r': raster_only = true; break;
        case 'u': unencrypted = true; break;
        case 'x': resets = atoi(optarg); break;
        default: return 64;
        }
    }
    if (!name || port <= 0 || !spool || !keys || !sides_file || !command) {
        fprintf(stderr, "papplprinter: an option is missing\n");
        return 64;
    }
    pappl_system_t *system = papplSystemCreate(unencrypted ? PAPPL_SOPTIONS_NO_TLS : PAPPL_SOPTIONS_NONE, name, port,
                                               "_print", spool, "-", PAPPL_LOGLEVEL_INFO, NULL, false);
    if (!system) return 1;
    // Version 1.3.1 waits for itself for ever when it rotates its log.
    papplSystemSetMaxLogSize(system, 0);
    // Not papplSystemSetHostName: it would rename this computer. PAPPL announces the host of the Avahi daemon.
    // A connection of another program may have the port as its own for a moment.
    int tries = 50;
    while (!papplSystemAddListeners(system, "127.0.0.1")) {
        if (--tries == 0) {
            fprintf(stderr, "papplprinter: port %d is taken\n", port);
            return 1;
        }
        usleep(100000);
    }
    // A network without IPv6 has no such address.
    papplSystemAddListeners(system, "[::1]");
    papplSystemSetPrinterDrivers(system, 1, drivers, NULL, NULL, describe, NULL);
    if (!papplPrinterCreate(system, 0, name, "lab", NULL, "file:///dev/null")) return 1;
    papplSystemRun(system);
    return 0;
}
