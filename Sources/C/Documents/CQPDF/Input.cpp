#include "Source.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <unistd.h>
#include <vector>

namespace cqpdf {

namespace {

/// A part of a file, which several documents may share.
///
/// libqpdf's own class reads 4 KB after each seek, and libqpdf seeks twice for each line of the cross-reference table: 850 system
/// calls for a document of 8 KB.
class Part : public InputSource {
public:
    Part(int file, qpdf_offset_t begin, qpdf_offset_t size) : file(file), begin(begin), size(size) {}

    std::string const &getName() const override { return name; }
    qpdf_offset_t tell() override { return place; }
    void rewind() override { place = 0; }
    void unreadCh(char) override { place = std::max<qpdf_offset_t>(place - 1, 0); }

    void seek(qpdf_offset_t offset, int whence) override {
        auto const from = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? place : size;
        qpdf_offset_t to = 0;
        // The offset may be a number of the document.
        if (__builtin_add_overflow(from, offset, &to) || to < 0) throw std::runtime_error("seek beyond the ends");
        place = to;
    }

    size_t read(char *buffer, size_t length) override {
        last_offset = place;
        auto const left = static_cast<size_t>(std::max<qpdf_offset_t>(size - place, 0));
        if (length > 0 && left == 0) last_offset = size;
        length = std::min(length, left);
        size_t done = 0;
        while (done < length) {
            auto const wanted = length - done;
            if (!is_in_window(place)) {
                // What would fill the window is not kept: streams are read once.
                if (wanted >= window_size) {
                    auto const count = read_at(place, buffer + done, wanted);
                    place += static_cast<qpdf_offset_t>(count);
                    return done + count;
                }
                move_window();
                if (!is_in_window(place)) break;
            }
            auto const at = static_cast<size_t>(place - window_begin);
            auto const count = std::min(wanted, window.size() - at);
            std::memcpy(buffer + done, window.data() + at, count);
            done += count;
            place += static_cast<qpdf_offset_t>(count);
        }
        return done;
    }

    qpdf_offset_t findAndSkipNextEOL() override {
        qpdf_offset_t found = -1;
        char buffer[256];
        while (place < size) {
            auto const start = place;
            auto const count = static_cast<qpdf_offset_t>(read(buffer, sizeof buffer));
            if (count == 0) break;
            for (qpdf_offset_t at = 0; at < count; at++) {
                bool const is_end = buffer[at] == '\r' || buffer[at] == '\n';
                if (found < 0 && is_end) found = start + at;
                if (found >= 0 && !is_end) {
                    place = start + at;
                    return found;
                }
            }
        }
        return found < 0 ? size : found;
    }

private:
    static constexpr size_t window_size = 64 << 10;
    /// How much of the window lies before the place at which it is read: tables are read forwards, lines also a little backwards.
    static constexpr qpdf_offset_t before = 4 << 10;

    int file;
    qpdf_offset_t begin;
    qpdf_offset_t size;
    qpdf_offset_t place = 0;
    std::vector<char> window;
    qpdf_offset_t window_begin = 0;
    std::string name = "document";

    bool is_in_window(qpdf_offset_t offset) const {
        return offset >= window_begin && offset - window_begin < static_cast<qpdf_offset_t>(window.size());
    }

    void move_window() {
        window_begin = std::max<qpdf_offset_t>(place - before, 0);
        window.resize(std::min<size_t>(window_size, static_cast<size_t>(size - window_begin)));
        window.resize(read_at(window_begin, window.data(), window.size()));
    }

    size_t read_at(qpdf_offset_t offset, char *buffer, size_t length) const {
        size_t done = 0;
        while (done < length) {
            auto const at = begin + offset + static_cast<qpdf_offset_t>(done);
            auto const count = pread(file, buffer + done, length - done, at);
            if (count < 0 && errno == EINTR) continue;
            if (count < 0) throw std::runtime_error("the document cannot be read");
            if (count == 0) break;
            done += static_cast<size_t>(count);
        }
        return done;
    }
};

}  // namespace

std::shared_ptr<InputSource> part_of(int file, qpdf_offset_t begin, qpdf_offset_t size) {
    return std::make_shared<Part>(file, begin, size);
}

}  // namespace cqpdf
