// The memory of the shims, with bytes behind each block that nobody may change: the libraries are not instrumented, so that the
// sanitizer does not see what they write beyond a buffer of ours. In place of malloc and the like (Scripts/c-fuzz).
#include <pthread.h>
#include <sanitizer/allocator_interface.h>
#include <sanitizer/asan_interface.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *canary_malloc(size_t size);
void *canary_calloc(size_t count, size_t size);
void *canary_realloc(void *memory, size_t size);
void *canary_aligned_alloc(size_t alignment, size_t size);
void canary_free(void *memory);

enum { CANARY = 64, BLOCKS = 1 << 14 };
static const uint8_t mark = 0xC5;

/// The blocks in use, by their addresses. One that a library has freed stays until its place is taken.
static struct {
    void *memory;
    size_t size;
} blocks[BLOCKS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static size_t place_of(const void *memory) { return ((uintptr_t)memory >> 4) * 0x9E3779B97F4A7C15u >> 50; }

static void *keep(void *memory, size_t size) {
    if (memory == NULL) return NULL;
    memset((uint8_t *)memory + size, mark, CANARY);
    ASAN_POISON_MEMORY_REGION((uint8_t *)memory + size, CANARY);
    pthread_mutex_lock(&lock);
    blocks[place_of(memory)].memory = memory;
    blocks[place_of(memory)].size = size;
    pthread_mutex_unlock(&lock);
    return memory;
}

/// Checks a block that is one of these; SIZE_MAX for another.
static size_t check(void *memory) {
    size_t size = SIZE_MAX;
    pthread_mutex_lock(&lock);
    if (memory != NULL && blocks[place_of(memory)].memory == memory) {
        size = blocks[place_of(memory)].size;
        blocks[place_of(memory)].memory = NULL;
    }
    pthread_mutex_unlock(&lock);
    if (size == SIZE_MAX || __sanitizer_get_allocated_size(memory) != size + CANARY) return SIZE_MAX;
    ASAN_UNPOISON_MEMORY_REGION((uint8_t *)memory + size, CANARY);
    for (size_t index = 0; index < CANARY; index++) {
        if (((uint8_t *)memory)[size + index] == mark) continue;
        fprintf(stderr, "c-fuzz: a library wrote %zu bytes beyond a block of %zu\n", index, size);
        abort();
    }
    return size;
}

void *canary_malloc(size_t size) { return size > SIZE_MAX / 2 ? malloc(size) : keep(malloc(size + CANARY), size); }

void *canary_calloc(size_t count, size_t size) {
    size_t all;
    if (__builtin_mul_overflow(count, size, &all) || all > SIZE_MAX / 2) return NULL;
    return keep(calloc(1, all + CANARY), all);
}

void *canary_aligned_alloc(size_t alignment, size_t size) {
    void *memory = NULL;
    return posix_memalign(&memory, alignment < 8 ? 8 : alignment, size + CANARY) == 0 ? keep(memory, size) : NULL;
}

void *canary_realloc(void *memory, size_t size) {
    if (memory == NULL) return canary_malloc(size);
    const size_t before = check(memory);
    if (before == SIZE_MAX) return realloc(memory, size);
    void *larger = canary_malloc(size);
    if (larger == NULL) {
        keep(memory, before);
        return NULL;
    }
    memcpy(larger, memory, before < size ? before : size);
    free(memory);
    return larger;
}

void canary_free(void *memory) {
    check(memory);
    free(memory);
}
