/// What the harnesses share: each is one `LLVMFuzzerTestOneInput`, which reads its input from the front.
#ifndef CFUZZ_H
#define CFUZZ_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifdef __cplusplus
extern "C" {
#endif

int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#ifdef __cplusplus
}
#endif

/// The most pixels that a picture may have here: the product has a limit of its own, which is too large for a second.
enum { FUZZ_PIXELS = 1 << 20 };

/// The part of the input that has not been read.
struct input {
    const uint8_t *next;
    size_t left;
};

static inline uint8_t input_byte(struct input *input) {
    if (input->left == 0) return 0;
    input->left--;
    return *input->next++;
}

static inline uint64_t input_number(struct input *input, int size) {
    uint64_t number = 0;
    for (int index = 0; index < size; index++) number |= (uint64_t)input_byte(input) << 8 * index;
    return number;
}

/// At most so many bytes, as a part of the input.
static inline struct input input_part(struct input *input, size_t most) {
    const struct input part = {input->next, most < input->left ? most : input->left};
    input->next += part.left;
    input->left -= part.left;
    return part;
}

/// A copy, so that the sanitizer sees each read beyond its ends; with a zero behind it if asked. Freed by the caller.
static inline uint8_t *input_copy(struct input part, int is_text) {
    uint8_t *copy = (uint8_t *)malloc(part.left + (is_text ? 1 : 0));
    if (copy == NULL) abort();
    if (part.left > 0) memcpy(copy, part.next, part.left);
    if (is_text) copy[part.left] = 0;
    return copy;
}

/// Makes bytes the contents of a memory file, which is kept for the next input.
static inline int fuzz_file(const uint8_t *bytes, size_t size) {
    static int file = -1;
    if (file < 0) file = memfd_create("document", MFD_CLOEXEC);
    if (file < 0 || ftruncate(file, 0) != 0 || pwrite(file, bytes, size, 0) != (ssize_t)size || lseek(file, 0, SEEK_SET) != 0)
        abort();
    return file;
}

/// A file that can be written, empty again.
static inline int fuzz_output(void) {
    static int file = -1;
    if (file < 0) file = memfd_create("output", MFD_CLOEXEC);
    if (file < 0 || ftruncate(file, 0) != 0 || lseek(file, 0, SEEK_SET) != 0) abort();
    return file;
}

/// Reads all bytes, so that the sanitizer sees those that are not there.
static inline void fuzz_touch(const void *bytes, size_t size) {
    static volatile uint8_t sum;
    for (size_t index = 0; index < size; index++) sum = (uint8_t)(sum + ((const uint8_t *)bytes)[index]);
}

static inline void fuzz_touch_text(const char *text) {
    if (text != NULL) fuzz_touch(text, strlen(text));
}

/// A picture's size that depends on the document, which thereby stays a valid file.
static inline uint32_t fuzz_size(const uint8_t *data, size_t size) {
    return size == 0 ? 1 : 1 + (uint32_t)(data[size - 1] ^ data[size / 2]);
}

/// Ends a harness whose library is not installed: Scripts/c-fuzz tells that it was left out.
static inline void fuzz_missing(const char *library) {
    fprintf(stderr, "c-fuzz: %s is missing\n", library);
    _exit(77);
}

#endif
