// What the program that draws one document answers to qpreview, and the record of documents that crashed.
#include "fuzz.h"

#include "../../Sources/Programs/qpreview/single.c"

static char folder[] = "/tmp/c-fuzz-XXXXXX", record[96];

static void clean(void) {
    unlink(record);
    snprintf(record, sizeof record, "%s/printcenter", folder);
    rmdir(record);
    rmdir(folder);
}

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count, (void)arguments;
    if (mkdtemp(folder) == NULL || setenv("XDG_STATE_HOME", folder, 1) != 0) abort();
    snprintf(record, sizeof record, "%s/printcenter", folder);
    mkdir(record, 0700);
    snprintf(record, sizeof record, "%s/printcenter/crashed-documents", folder);
    atexit(clean);
    return 0;
}

static void take_answer(uint8_t ways, struct input message, struct input contents) {
    int ends[2];
    if (clinux_message_sockets(ends) != 0) abort();
    const int file = clinux_memory_file("pixels");
    if (write(file, contents.next, contents.left) < 0) abort();
    if (ways & 1) clinux_seal(file);
    const int files[] = {file, file};
    clinux_send_message(ends[0], message.next, message.left, files, ways >> 1 & 3 ? (ways >> 1 & 3) - 1 : 0);
    close(ends[0]);
    close(file);
    uint32_t width = 0, height = 0;
    const int received = receive(ends[1], &width, &height);
    struct single_picture picture = {.pixels = NULL};
    if (received >= 0) {
        if (copy(received, width, height, 256, &picture)) fuzz_touch(picture.pixels, (size_t)width * height * 4);
        close(received);
    }
    end_single(&picture);
    close(ends[1]);
}

static void read_record(struct input contents) {
    FILE *file = fopen(record, "we");
    if (file == NULL || fwrite(contents.next, 1, contents.left, file) != contents.left) abort();
    fclose(file);
    may_have_crashed(fuzz_file(contents.next, contents.left));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct input input = {data, size};
    const uint8_t ways = input_byte(&input);
    if (ways & 0x80) {
        read_record(input);
        return 0;
    }
    const struct input message = input_part(&input, input_number(&input, 2));
    // A socket does not carry an empty message.
    if (message.left == 0) return 0;
    take_answer(ways, message, input);
    uint8_t request[REQUEST_SIZE];
    char *name = (char *)input_copy(message, 1);
    if (strlen(name) <= NAME_LIMIT) encode(request, name, ways);
    free(name);
    return 0;
}
