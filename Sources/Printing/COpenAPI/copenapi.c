#include "copenapi.h"

// #embed is of C23, which this compiler knows in every mode.
#pragma clang diagnostic ignored "-Wc23-extensions"

// Swift has no #embed, and its compiler takes seconds for an array literal of this size.
static const unsigned char bytes[] = {
#embed "../../../Docs/openapi.json"
};

const unsigned char *copenapi_bytes(void) { return bytes; }

size_t copenapi_size(void) { return sizeof bytes; }
