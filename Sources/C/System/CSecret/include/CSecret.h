/// The secret store of the desktop (GNOME Keyring, KWallet, or another one), through libsecret.
///
/// The library is opened at the first call, because it brings GLib and D-Bus with it, and few jobs need a secret.
/// It may be missing. Each call blocks, also while the store asks the user to unlock it.
#ifndef CSECRET_H
#define CSECRET_H

/// Opens libsecret. Returns 0, or -1 where it is not installed.
int csecret_open(void);

/// Keeps a secret under a kind and an id, in the place of an older one. Returns 0, or -1 where the store refuses it.
int csecret_keep(const char *kind, const char *id, const char *label, const char *secret);

/// Returns a secret, or NULL; `csecret_free` frees it.
char *csecret_find(const char *kind, const char *id);

/// Overwrites and frees a secret.
void csecret_free(char *secret);

/// Removes a secret, if there is one.
void csecret_forget(const char *kind, const char *id);

#endif
