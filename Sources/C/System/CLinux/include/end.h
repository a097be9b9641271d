/// The end of a process that must not depend on anything that may hang.
#ifndef CLINUX_END_H
#define CLINUX_END_H

/// Ends this process with exit code 0 after so many milliseconds, unless it has ended by then, and removes a socket before,
/// if one is given. Only the first call counts. Returns 0, or a negative errno value.
///
/// On a thread of C, so that it ends whatever else hangs.
int clinux_end_within(unsigned int milliseconds, const char *socket);

#endif
