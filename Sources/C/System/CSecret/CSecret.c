#include "CSecret.h"

#include <stddef.h>

#include <opened.h>

// The ABI of libsecret-1.so.0, so that its headers, and those of GLib, are not needed.
typedef struct {
    const char *name;
    int type;
} attribute_t;

typedef struct {
    const char *name;
    int flags;
    attribute_t attributes[32];
    int reserved;
    void *more[7];
} schema_t;

static const schema_t schema = {
    .name = "org.printcenter.Secret",
    // SECRET_SCHEMA_ATTRIBUTE_STRING
    .attributes = {{"kind", 0}, {"id", 0}, {NULL, 0}},
};

// The arguments after the error are attributes, ended by NULL.
#define FUNCTIONS(F)                                                                              \
    F(int, secret_password_store_sync,                                                            \
      (const schema_t *, const char *, const char *, const char *, void *, void **, ...))         \
    F(char *, secret_password_lookup_sync, (const schema_t *, void *, void **, ...))              \
    F(int, secret_password_clear_sync, (const schema_t *, void *, void **, ...))                  \
    F(void, secret_password_free, (char *))

FUNCTIONS(OPENED_DECLARE_AS)

int csecret_open(void) {
    OPENED_LIBRARY("libsecret-1.so.0", RTLD_NOW, FUNCTIONS, OPENED_LOOK_UP_AS)
    return 0;
}

int csecret_keep(const char *kind, const char *id, const char *label, const char *secret) {
    // NULL is the collection that the user has chosen as the default.
    int is_kept = secret_password_store_sync_(&schema, NULL, label, secret, NULL, NULL, "kind", kind, "id", id,
                                              (char *)NULL);
    return is_kept ? 0 : -1;
}

char *csecret_find(const char *kind, const char *id) {
    return secret_password_lookup_sync_(&schema, NULL, NULL, "kind", kind, "id", id, (char *)NULL);
}

void csecret_free(char *secret) {
    if (secret != NULL) secret_password_free_(secret);
}

void csecret_forget(const char *kind, const char *id) {
    secret_password_clear_sync_(&schema, NULL, NULL, "kind", kind, "id", id, (char *)NULL);
}
