#ifndef COPENAPI_H
#define COPENAPI_H

#include <stddef.h>

// The description of the API in OpenAPI 3.1: the bytes of Docs/openapi.json, so that the service runs
// when it is copied alone.
const unsigned char *copenapi_bytes(void);

// The number of bytes.
size_t copenapi_size(void);

#endif
