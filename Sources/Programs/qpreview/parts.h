// The program `qpreview`, as it is started: it draws the usual thumbnail itself, and has qpreview-commands do all else.
//
// File managers start it for each file. The program with all commands takes several milliseconds to start, as long as the
// drawing of a page; this one, in C and with few libraries, takes one. It has no words: whatever is unusual or fails is left
// to the other program, which begins anew, and says what is wrong.
#ifndef QPREVIEW_PARTS_H
#define QPREVIEW_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Draws and writes a thumbnail where the arguments ask for no more than that, and the helper that programs share is
/// running. Returns whether that is done; otherwise the output is as it was, or empty where the disk is full.
bool draw_thumbnail(int count, char *const *arguments);

/// Makes bytes the contents of a file, as OutputFile.swift does: a new file appears complete or not at all, and an existing
/// one keeps its identity. Returns whether that is done; false for what is not a regular file.
bool write_output(const char *path, const uint8_t *bytes, size_t length);

#endif
