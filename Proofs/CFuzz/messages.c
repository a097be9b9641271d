// Messages with files on a socket of ours, the contents of a file, and what the kernel says of the owner of a port.
#include "fuzz.h"

#include "../../Sources/C/System/CLinux/sockets.c"

#include <CLinux.h>

static void receive(struct input input) {
    int ends[2], files[CLINUX_DESCRIPTORS_MAX], brought[4];
    const size_t count = input_byte(&input) % (CLINUX_DESCRIPTORS_MAX + 1), room = input_byte(&input) % 5;
    const size_t capacity = input_number(&input, 2);
    if (input.left == 0 || clinux_message_sockets(ends) != 0) return;
    for (size_t index = 0; index < count; index++) files[index] = clinux_memory_file("file");
    uint8_t *bytes = malloc(capacity + 1);
    size_t got = 0;
    if (clinux_send_message(ends[0], input.next, input.left, files, count) == 0) {
        const ssize_t length = clinux_receive_message(ends[1], bytes, capacity + 1, brought, room, &got);
        if (length > 0) fuzz_touch(bytes, (size_t)length);
        if (got > room) abort();
    }
    for (size_t index = 0; index < got; index++) close(brought[index]);
    for (size_t index = 0; index < count; index++) close(files[index]);
    free(bytes);
    close(ends[0]);
    close(ends[1]);
}

static void read_owner(struct input input) {
    // From 127.0.0.1 to 127.0.0.1.
    struct inet_diag_sockid asked = {.idiag_src = {0x0100007F}, .idiag_dst = {0x0100007F}};
    asked.idiag_sport = (uint16_t)input_number(&input, 2);
    asked.idiag_dport = (uint16_t)input_number(&input, 2);
    uint32_t user = 0;
    // In the room of the caller, which has more than the answer needs.
    uint8_t *answer = aligned_alloc(_Alignof(struct nlmsghdr), (input.left + 7) / 8 * 8 + 8);
    memcpy(answer, input.next, input.left);
    owner_in(answer, input.left, &asked, &user);
    free(answer);
}

static void read_contents(struct input input) {
    const size_t limit = input_number(&input, 2);
    size_t size = 0;
    void *bytes = clinux_contents(fuzz_file(input.next, input.left), limit, &size);
    fuzz_touch(bytes, size);
    free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct input input = {data, size};
    switch (input_byte(&input) % 3) {
    case 0: receive(input); break;
    case 1: read_owner(input); break;
    case 2: read_contents(input); break;
    }
    return 0;
}
