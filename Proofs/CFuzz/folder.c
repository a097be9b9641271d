// What a program that may be hostile has left in its folder, and the arguments of qpreview-converter.
#include "fuzz.h"

#define main converter_main
#include "../../Sources/Programs/qpreview-converter/main.c"
#undef main

static char parent[] = "/tmp/c-fuzz-XXXXXX";

static void clean(void) { rmdir(parent); }

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count, (void)arguments;
    if (mkdtemp(parent) == NULL) abort();
    atexit(clean);
    return 0;
}

/// Makes files, folders, links, and pipes, one in the other, as the input says.
static void fill(struct input *input, int top) {
    int folder = dup(top);
    for (int count = 0; count < 64 && input->left > 0 && folder >= 0; count++) {
        const uint8_t kind = input_byte(input);
        char name[64];
        const struct input part = input_part(input, 1 + kind / 8 % 32);
        size_t length = 0;
        for (; length < part.left && length + 1 < sizeof name; length++) {
            name[length] = part.next[length] == '/' || part.next[length] == 0 ? '_' : (char)part.next[length];
        }
        name[length] = 0;
        if (length == 0 || strcmp(name, "..") == 0) continue;
        int made = -1;
        switch (kind % 8) {
        case 0: mkdirat(folder, name, 0700); break;
        case 1: mkdirat(folder, name, 0); break;
        case 2: symlinkat("/proc/self", folder, name); break;
        case 3: mkfifoat(folder, name, 0600); break;
        case 4: symlinkat(name, folder, name); break;
        case 5: made = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0); break;
        default:
            mkdirat(folder, name, 0700);
            made = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
            if (made >= 0) {
                close(folder);
                folder = made;
                made = -1;
            }
        }
        if (made >= 0) close(made);
    }
    if (folder >= 0) close(folder);
}

static void leave_behind(struct input input) {
    char path[64], document[96];
    snprintf(path, sizeof path, "%s/own", parent);
    snprintf(document, sizeof document, "%s/in/document", path);
    const struct folder folder = {.path = path, .document = document};
    if (mkdir(path, 0700) != 0) abort();
    const int top = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    fill(&input, top);
    close(top);
    is_full(&folder);
    remove_folder(&folder);
    if (access(path, F_OK) == 0) abort();
}

static void read_arguments(struct input input) {
    char *texts = (char *)input_copy(input, 1), *arguments[40] = {(char *)"qpreview-converter"};
    int count = 1;
    for (char *next = texts; count < 39 && next <= texts + input.left; next += strlen(next) + 1) arguments[count++] = next;
    struct folder folder = {.path = NULL};
    char **rest = read_options(count, arguments, &folder);
    if (rest != NULL) fuzz_touch_text(rest[2]);
    for (size_t index = 0; index < folder.readable_count; index++) fuzz_touch_text(folder.readable[index]);
    for (size_t index = 0; index < folder.link_count; index++) fuzz_touch_text(folder.links[index]);
    free(texts);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct input input = {data, size};
    if (input_byte(&input) & 1) leave_behind(input);
    else read_arguments(input);
    return 0;
}
