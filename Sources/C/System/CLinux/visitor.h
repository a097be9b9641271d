/// The process that visits a file for another one.
#ifndef CLINUX_VISITOR_H
#define CLINUX_VISITOR_H

#include <limits.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "visit.h"

/// A file that was copied further, or as a whole.
enum report_kind { REPORT_FACTS, REPORT_PROGRESS, REPORT_DONE, REPORT_FAILURE };

/// A message of the visitor.
struct report {
    enum report_kind kind;
    /// Of a failure, the error number; whether a copy is under way, for the facts.
    int number, copies;
    struct clinux_visit visit;
    /// The path without links.
    char real[PATH_MAX];
};

/// What a visitor is to do.
struct errand {
    /// The path, unless `file` is an open descriptor.
    const char *path;
    int file;
    enum clinux_visit_wish wish;
    int flags;
    /// Where a small file is copied to; -1 for nowhere.
    int copy;
};

/// Fills in what the system says of a file.
void visitor_note(const struct stat *facts, struct clinux_visit *visit);

/// Opens a file, and fills in its facts and, unless `real` is NULL, its path without links. Returns 0, or the negative error number.
int visitor_open(const struct errand *errand, struct clinux_visit *visit, char *real);

/// Starts a visitor, which reports on `socket`. Returns its process, or the negative error number.
pid_t visitor_start(const struct errand *errand, int socket);

#endif
