// Answers of the helper as the preview window shows them: facts, sizes of pages, pictures, texts, and what is selected.
#include "fuzz.h"

#include "../../Sources/Programs/qpreview-window/document.c"

#include "../../Sources/Previewing/CQPreview/library.h"

static qpreview *previews;

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count, (void)arguments;
    // What is drawn needs GTK's types, though no screen.
    gtk_init_check();
    qpreview_open_options options = QPREVIEW_OPEN_OPTIONS;
    options.socket = "/nonexistent/socket";
    options.never_start = 1;
    previews = qpreview_open(&options);
    return 0;
}

/// Of fontconfig, which keeps its configuration.
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:libfontconfig"; }

static void nothing(gpointer data) { (void)data; }
static void refused(const char *problem, gpointer data) { (void)data, fuzz_touch_text(problem); }

static qpreview_answer *decode(struct input message, struct input contents, enum operation operation) {
    const int file = memfd_create("answer", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0 || write(file, contents.next, contents.left) != (ssize_t)contents.left) abort();
    fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE);
    struct qpreview_answer *answer = own_answer(QPREVIEW_OK, ENGLISH);
    struct outline outline;
    decode_answer(message.next, message.left, file, operation, ENGLISH, QPREVIEW_RGBA, answer, &outline);
    if (outline.kind == KIND_ANSWER) return answer;
    qpreview_answer_free(answer);
    return NULL;
}

static void look_at(document *document, struct input *input) {
    double width = 10 + input_byte(input) * 4, height = 10 + input_byte(input) * 4;
    document_fit(document, &width, &height, 1);
    document_draw(document, 300, 200, 0.5 + input_byte(input) / 64.0);
    g_free(document_facts(document));
    fuzz_touch_text(document_problem(document));
    const page *shown = document_page(document);
    const qpreview_page_text *text = shown && shown->text ? qpreview_answer_page(shown->text, 0) : NULL;
    selection chosen = {selection_word_at(text, input_byte(input), input_byte(input), false),
                        selection_word_at(text, width, height, input_byte(input) & 1)};
    g_free(selection_text(text, chosen));
    g_free(selection_text(text, selection_all(text)));
    GtkSnapshot *snapshot = gtk_snapshot_new();
    const graphene_rect_t place = GRAPHENE_RECT_INIT(0, 0, 100, 100);
    selection_draw(snapshot, text, chosen, &place);
    g_object_unref(snapshot);
}

static void hear(document *document, struct input *input) {
    static const enum operation operations[] = {OPERATION_INFO, OPERATION_INFO, OPERATION_PAGES,
                                                OPERATION_INFO, OPERATION_THUMBNAIL, OPERATION_TEXT};
    const uint8_t ways = input_byte(input);
    struct question question = {.owner = document, .purpose = (purpose)(ways % 6), .page = 1 + ways / 6 % 3};
    const struct input message = input_part(input, input_number(input, 2)), contents = input_part(input, input_number(input, 2));
    qpreview_answer *answer = decode(message, contents, operations[ways % 6]);
    // The pages of a document come once.
    if (answer == NULL || (question.purpose == ASK_PAGES && document->pages_answer != NULL)) {
        qpreview_answer_free(answer);
        return;
    }
    if (question.purpose == ASK_UNLOCK && document->password == NULL) document->password = g_strdup("secret");
    changes changes = {false, false, false, NULL};
    take(document, &question, answer, &changes);
    g_free(changes.refusal);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct input input = {data, size};
    GFile *file = g_file_new_for_path("/dev/null");
    const document_events events = {nothing, nothing, nothing, refused};
    document *document = document_open(previews, file, events, NULL);
    for (int turn = 0; turn < 5 && input.left > 0; turn++) {
        hear(document, &input);
        if (input_byte(&input) & 1) document_turn_to(document, input_byte(&input) % 4);
        look_at(document, &input);
        while (g_main_context_iteration(NULL, FALSE)) {}
    }
    if (input_byte(&input) & 1) document_unlock(document, "word");
    document_close(document);
    g_object_unref(file);
    return 0;
}
