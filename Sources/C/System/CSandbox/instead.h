/// Harmless equivalents for system calls that the filter stops.
#ifndef CSANDBOX_INSTEAD_H
#define CSANDBOX_INSTEAD_H

/// Handles a stopped call, where it has a harmless equivalent: `context` is that of the
/// handler of SIGSYS. Returns whether the process may go on.
int csandbox_instead(int number, void *context);

#endif
