#include "library.h"

#include <stdlib.h>
#include <string.h>

bool is_text(const unsigned char *bytes, size_t length) {
    for (size_t index = 0; index < length;) {
        const unsigned char first = bytes[index];
        const size_t size = first >= 0x01 && first < 0x80   ? 1
                            : first >= 0xC2 && first < 0xE0 ? 2
                            : first >= 0xE0 && first < 0xF0 ? 3
                            : first >= 0xF0 && first < 0xF5 ? 4
                                                            : 0;
        if (size == 0 || length - index < size) return false;
        for (size_t next = 1; next < size; next++) {
            if ((bytes[index + next] & 0xC0) != 0x80) return false;
        }
        // Overlong forms, surrogates, and numbers beyond the last character.
        if ((first == 0xE0 && bytes[index + 1] < 0xA0) || (first == 0xED && bytes[index + 1] > 0x9F)
            || (first == 0xF0 && bytes[index + 1] < 0x90) || (first == 0xF4 && bytes[index + 1] > 0x8F)) {
            return false;
        }
        index += size;
    }
    return true;
}

static float read_float(const unsigned char *bytes) {
    const uint32_t bits = (uint32_t)read_number(bytes, 4);
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static double read_double(const unsigned char *bytes) {
    const uint64_t bits = read_number(bytes, 8);
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

/// The head of a page: number, width, height, bytes of text, number of words. The head of a word: place, bytes of text.
enum { PAGE_HEAD = 28, WORD_HEAD = 18 };

/// Walks through the pages; the first time counts, the second time copies.
struct walk {
    size_t pages, words, letters;
    struct qpreview_answer *answer;
};

/// Keeps a text with its end; NULL while counting.
static const char *keep(struct walk *walk, const unsigned char *bytes, size_t length) {
    char *kept = walk->answer ? walk->answer->letters + walk->letters : NULL;
    if (kept) {
        memcpy(kept, bytes, length);
        kept[length] = 0;
    }
    walk->letters += length + 1;
    return kept;
}

static bool walk_pages(struct walk *walk, const unsigned char *bytes, size_t length) {
    const unsigned char *next = bytes, *const end = bytes + length;
    while (next < end) {
        if (end - next < PAGE_HEAD) return false;
        const size_t text = read_number(next + 20, 4), words = read_number(next + 24, 4);
        const unsigned char *head = next;
        next += PAGE_HEAD;
        if ((size_t)(end - next) < text || !is_text(next, text)) return false;
        const char *kept = keep(walk, next, text);
        if (walk->answer) {
            qpreview_page_text *page = &walk->answer->pages[walk->pages];
            page->page = (int)read_number(head, 4);
            page->width = read_double(head + 4);
            page->height = read_double(head + 12);
            page->text = kept;
            page->words = words > 0 ? walk->answer->words + walk->words : NULL;
            page->word_count = words;
        }
        walk->pages++;
        next += text;
        for (size_t index = 0; index < words; index++) {
            if (end - next < WORD_HEAD) return false;
            const size_t letters = read_number(next + 16, 2);
            head = next;
            next += WORD_HEAD;
            if ((size_t)(end - next) < letters || !is_text(next, letters)) return false;
            kept = keep(walk, next, letters);
            if (walk->answer) {
                walk->answer->words[walk->words] = (qpreview_word){
                    kept, read_float(head), read_float(head + 4), read_float(head + 8), read_float(head + 12)};
            }
            walk->words++;
            next += letters;
        }
    }
    return true;
}

bool decode_pages(struct qpreview_answer *answer, const unsigned char *bytes, size_t length) {
    struct walk walk = {0, 0, 0, NULL};
    if (!walk_pages(&walk, bytes, length)) return false;
    answer->pages = calloc(walk.pages + 1, sizeof *answer->pages);
    answer->words = calloc(walk.words + 1, sizeof *answer->words);
    answer->letters = malloc(walk.letters + 1);
    if (!answer->pages || !answer->words || !answer->letters) return false;
    answer->page_count = walk.pages;
    walk = (struct walk){0, 0, 0, answer};
    return walk_pages(&walk, bytes, length);
}
