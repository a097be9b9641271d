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
#include <sys/types.h>

/// Draws and writes a thumbnail where the arguments ask for no more than that: by the helper that programs share where that
/// is running, else by a program that is started for this document. Returns whether that is done; otherwise the output is as it was, or empty where the disk is full.
bool draw_thumbnail(int count, char *const *arguments);

/// A picture that a process drew for us.
struct single_picture {
    /// 8-bit RGBA, rows without padding.
    uint8_t *pixels;
    int width;
    int height;
    /// The process, which ends by itself once it has answered.
    pid_t process;
};

/// Has a program draw the first page of a PDF, or a JPEG or PNG, in a sandbox: a process for this document alone. Returns
/// whether there is a picture; everything else is left to the program of all commands, also what the drawing says.
bool draw_alone(int document, const char *path, int size, struct single_picture *picture);

/// Frees the pixels, and waits for the end of the process.
void end_single(struct single_picture *picture);

/// Makes bytes the contents of a file, as OutputFile.swift does: a new file appears complete or not at all, and an existing
/// one keeps its identity. Returns whether that is done; false for what is not a regular file.
bool write_output(const char *path, const uint8_t *bytes, size_t length);

#endif
