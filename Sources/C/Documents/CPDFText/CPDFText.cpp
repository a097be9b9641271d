#include "CPDFText.h"

#include <climits>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <sys/mman.h>
#include <sys/stat.h>
#include <vector>

#include <poppler/cpp/poppler-document.h>
#include <poppler/cpp/poppler-global.h>
#include <poppler/cpp/poppler-page.h>

struct cpdftext_document {
    void *bytes = MAP_FAILED;
    size_t size = 0;
    std::unique_ptr<poppler::document> document;

    ~cpdftext_document() {
        // It reads the bytes until its end.
        document.reset();
        if (bytes != MAP_FAILED) munmap(bytes, size);
    }
};

namespace {

void silence(const std::string &, void *) {}

/// A copy that `free` frees; never `NULL` where there is memory, even of nothing.
char *copy(const std::vector<char> &bytes) {
    char *kept = static_cast<char *>(malloc(bytes.size() + 1));
    if (kept != nullptr && !bytes.empty()) memcpy(kept, bytes.data(), bytes.size());
    return kept;
}

std::vector<char> utf8(const poppler::ustring &text) {
    const poppler::byte_array bytes = text.to_utf8();
    return std::vector<char>(bytes.begin(), bytes.end());
}

}  // namespace

cpdftext_document *cpdftext_open(int descriptor) {
    try {
        poppler::set_debug_error_function(silence, nullptr);
        struct stat status;
        if (fstat(descriptor, &status) != 0 || status.st_size <= 0 || status.st_size > INT_MAX) return nullptr;
        auto opened = std::make_unique<cpdftext_document>();
        opened->size = static_cast<size_t>(status.st_size);
        opened->bytes = mmap(nullptr, opened->size, PROT_READ, MAP_PRIVATE, descriptor, 0);
        if (opened->bytes == MAP_FAILED) return nullptr;
        opened->document.reset(poppler::document::load_from_raw_data(
            static_cast<const char *>(opened->bytes), static_cast<int>(opened->size)));
        if (opened->document == nullptr || opened->document->is_locked()) return nullptr;
        return opened.release();
    } catch (...) {
        return nullptr;
    }
}

void cpdftext_close(cpdftext_document *document) { delete document; }

int cpdftext_read(cpdftext_document *document, uint32_t number, size_t limit, cpdftext_page *read) {
    *read = cpdftext_page{};
    try {
        if (number > INT_MAX) return -1;
        const std::unique_ptr<poppler::page> page(document->document->create_page(static_cast<int>(number)));
        if (page == nullptr) return -1;
        const std::vector<char> text =
            utf8(page->text(poppler::rectf(), poppler::page::non_raw_non_physical_layout));
        std::vector<cpdftext_word> words;
        std::vector<char> letters;
        if (limit > 0) {
            for (const poppler::text_box &box : page->text_list()) {
                if (words.size() == limit) break;
                const std::vector<char> word = utf8(box.text());
                const poppler::rectf place = box.bbox();
                words.push_back({letters.size(), word.size(), place.left(), place.top(), place.right(),
                                 place.bottom()});
                letters.insert(letters.end(), word.begin(), word.end());
            }
        }
        read->text = copy(text);
        read->length = text.size();
        read->letters = copy(letters);
        read->words = static_cast<cpdftext_word *>(malloc(words.size() * sizeof(cpdftext_word) + 1));
        if (read->text == nullptr || read->letters == nullptr || read->words == nullptr) {
            cpdftext_free(read);
            return -1;
        }
        if (!words.empty()) memcpy(read->words, words.data(), words.size() * sizeof(cpdftext_word));
        read->count = words.size();
        return 0;
    } catch (...) {
        cpdftext_free(read);
        return -1;
    }
}

void cpdftext_free(cpdftext_page *page) {
    free(page->text);
    free(page->words);
    free(page->letters);
    *page = cpdftext_page{};
}
