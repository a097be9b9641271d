/// Claims of files, by which one process finds another that is in its way. The kernel names the process: a number that is
/// read from a file may be that of another process by then.
#ifndef CLINUX_CLAIM_H
#define CLINUX_CLAIM_H

/// Claims a file for this process, until it ends or closes any descriptor of the file. Returns 0, or a negative errno value.
///
/// Here because Glibc has both a function and a struct of the name flock. A record lock, since of other locks the kernel
/// names no owner.
int clinux_claim(int file);

/// The number of the other process that has claimed a file; 0 where there is none, and for one on another computer.
int clinux_claimant(int file);

/// Opens a process that has claimed a file, and returns its pidfd, or a negative errno value: -ESRCH where the process of
/// this number is not, or no longer, the one that has claimed it. It is asked once the pidfd stands for the process.
int clinux_open_claimant(int file, int process);

/// Kills the process that `claimant` stands for, if it still claims the file. Returns 0, or a negative errno value: -ESRCH
/// where it claims it no more, -EPERM where it is another user's, whatever root may do.
int clinux_kill_claimant(int file, int process, int claimant);

#endif
