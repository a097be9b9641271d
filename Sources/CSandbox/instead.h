/// What is done in the place of system calls that the filter stops.
#ifndef CSANDBOX_INSTEAD_H
#define CSANDBOX_INSTEAD_H

/// Answers a call that the filter has stopped, where there is a harmless way to: `context` is that of the
/// handler of SIGSYS. Returns whether the process may go on.
int csandbox_instead(int number, void *context);

#endif
