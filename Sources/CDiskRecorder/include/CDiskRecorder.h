/// What a program preloads to have its changes of a disk recorded, or refused.
///
/// `LD_PRELOAD=libDiskRecorder.so`, and these variables:
///
///     DISKRECORDER_FOLDER  the folder whose changes count, as an absolute path; it is there already
///     DISKRECORDER_LOG     the file to which records are appended; not below the folder
///     DISKRECORDER_FAIL    "fsync:12:5" lets the 12th fsync below the folder fail with error 5;
///                          "fsync:12+:5" lets all from the 12th on fail. Kinds: write, fsync, rename,
///                          open, ftruncate, unlink, mkdir
///     DISKRECORDER_HIT     the file that is made when a call was refused
///
/// The program's own children are not recorded. What they write into a file that was opened here is
/// found out at the next sync of it.
#ifndef CDISKRECORDER_H
#define CDISKRECORDER_H

#include <stdint.h>

/// The kinds of records.
enum diskrecorder_kind {
    /// A file came to be: `node` is the file, `parent` its folder, `text` its name.
    DISKRECORDER_CREATE = 1,
    /// A folder came to be, with the same members.
    DISKRECORDER_FOLDER = 2,
    /// `text` was written to `node` at `offset`.
    DISKRECORDER_WRITE = 3,
    /// `node` has the size `offset` from here on.
    DISKRECORDER_TRUNCATE = 4,
    /// All of `node`, a file or a folder, is on the disk.
    DISKRECORDER_SYNC = 5,
    /// `node` changed its name to `text`, "old" and "new" with a zero between; `parent` is the folder of
    /// the old name, `offset` that of the new one.
    DISKRECORDER_RENAME = 6,
    /// The name `text` of the folder `parent` is gone.
    DISKRECORDER_UNLINK = 7,
    /// `text` was written to the socket `node`.
    DISKRECORDER_SOCKET = 8,
    /// `node` has another name, `text` in the folder `parent`.
    DISKRECORDER_LINK = 9,
    /// The process begins; `node` is the folder itself, `offset` the process.
    DISKRECORDER_START = 10,
    /// Whoever drives the program notes `text`, by appending to the log.
    DISKRECORDER_NOTE = 11,
};

/// A record; `length` bytes of text follow it.
struct diskrecorder_record {
    uint32_t kind;
    uint32_t length;
    /// Inode numbers: a name alone would not tell a file from its successor.
    uint64_t node;
    uint64_t parent;
    uint64_t offset;
};

#endif
