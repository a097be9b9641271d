/// The interface of a preloaded library that records the disk changes of a program, or makes them fail.
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
    /// A file was created: `node` is the file, `parent` its folder, `text` its name.
    DISKRECORDER_CREATE = 1,
    /// A folder was created, with the same members.
    DISKRECORDER_FOLDER = 2,
    /// `text` was written to `node` at `offset`.
    DISKRECORDER_WRITE = 3,
    /// The size of `node` was set to `offset`.
    DISKRECORDER_TRUNCATE = 4,
    /// `node`, a file or a folder, was synced.
    DISKRECORDER_SYNC = 5,
    /// `node` was renamed: `text`, "old" and "new" with a zero between; `parent` is the folder of
    /// the old name, `offset` that of the new one.
    DISKRECORDER_RENAME = 6,
    /// The name `text` was removed from the folder `parent`.
    DISKRECORDER_UNLINK = 7,
    /// `text` was written to the socket `node`.
    DISKRECORDER_SOCKET = 8,
    /// A hard link to `node` was created: `text` in the folder `parent`.
    DISKRECORDER_LINK = 9,
    /// The process started; `node` is the recorded folder, `offset` the process ID.
    DISKRECORDER_START = 10,
    /// The driver of the program added the note `text` by appending to the log.
    DISKRECORDER_NOTE = 11,
};

/// A record; `length` bytes of text follow it.
struct diskrecorder_record {
    uint32_t kind;
    uint32_t length;
    /// Inode numbers, which distinguish a file from a later one with the same name.
    uint64_t node;
    uint64_t parent;
    uint64_t offset;
};

#endif
