#include "CTag.h"

#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>

#include <sys/stat.h>
#include <unistd.h>

#include <taglib/aifffile.h>
#include <taglib/apefile.h>
#include <taglib/apetag.h>
#include <taglib/asffile.h>
#include <taglib/attachedpictureframe.h>
#include <taglib/fileref.h>
#include <taglib/flacfile.h>
#include <taglib/id3v2tag.h>
#include <taglib/mp4file.h>
#include <taglib/mpcfile.h>
#include <taglib/mpegfile.h>
#include <taglib/oggflacfile.h>
#include <taglib/opusfile.h>
#include <taglib/speexfile.h>
#include <taglib/tiostream.h>
#include <taglib/trueaudiofile.h>
#include <taglib/vorbisfile.h>
#include <taglib/wavfile.h>
#include <taglib/wavpackfile.h>
#include <taglib/xiphcomment.h>

namespace {

/// A read-only stream over a file descriptor, without a name.
class Descriptor : public TagLib::IOStream {
public:
    explicit Descriptor(int number) : number(number) {}

    TagLib::FileName name() const override { return ""; }
    TagLib::ByteVector readBlock(unsigned long count) override {
        // Do not allocate memory for a length that only the file claims.
        const long rest = length() - place;
        // TagLib reads as many objects as the file declares, also where there are none.
        if (rest <= 0 && ++misses > miss_limit) throw std::runtime_error("the file declares what it does not have");
        if (rest <= 0) return TagLib::ByteVector();
        if (count > static_cast<unsigned long>(rest)) count = static_cast<unsigned long>(rest);
        TagLib::ByteVector block(static_cast<unsigned int>(count));
        const ssize_t got = pread(number, block.data(), count, place);
        if (got <= 0) return TagLib::ByteVector();
        place += got;
        return block.resize(static_cast<unsigned int>(got));
    }
    void writeBlock(const TagLib::ByteVector &) override {}
    void insert(const TagLib::ByteVector &, unsigned long, unsigned long) override {}
    void removeBlock(unsigned long, unsigned long) override {}
    bool readOnly() const override { return true; }
    bool isOpen() const override { return true; }
    void seek(long offset, Position from) override {
        // The offset may be a number of the file.
        if (__builtin_add_overflow(from == Beginning ? 0 : from == Current ? place : length(), offset, &place)) place = 0;
        if (place < 0) place = 0;
    }
    long tell() const override { return place; }
    long length() override {
        struct stat status;
        return fstat(number, &status) == 0 ? status.st_size : 0;
    }
    void truncate(long) override {}

private:
    static constexpr int miss_limit = 1000;

    int number;
    long place = 0;
    int misses = 0;
};

using Picture = TagLib::ByteVector;

/// Chooses the front cover among several pictures, or else the first one.
struct Choice {
    Picture best;
    bool isFront = false;

    void offer(const Picture &picture, bool front) {
        if (picture.isEmpty() || (!best.isEmpty() && (isFront || !front))) return;
        best = picture;
        isFront = front;
    }
};

void look(const TagLib::ID3v2::Tag *tag, Choice &choice) {
    if (tag == nullptr) return;
    for (const char *id : {"APIC", "PIC"}) {
        for (const auto *frame : tag->frameList(id)) {
            const auto *picture = dynamic_cast<const TagLib::ID3v2::AttachedPictureFrame *>(frame);
            if (picture == nullptr) continue;
            choice.offer(picture->picture(),
                         picture->type() == TagLib::ID3v2::AttachedPictureFrame::FrontCover);
        }
    }
}

void look(const TagLib::List<TagLib::FLAC::Picture *> &pictures, Choice &choice) {
    for (const auto *picture : pictures) {
        choice.offer(picture->data(), picture->type() == TagLib::FLAC::Picture::FrontCover);
    }
}

void look(TagLib::Ogg::XiphComment *tag, Choice &choice) {
    if (tag != nullptr) look(tag->pictureList(), choice);
}

void look(TagLib::APE::Tag *tag, Choice &choice) {
    if (tag == nullptr) return;
    for (const auto &pair : tag->itemListMap()) {
        if (!pair.first.startsWith("COVER ART")) continue;
        // The item contains a file name, a zero byte, and the picture.
        const Picture data = pair.second.binaryData();
        const int end = data.find('\0');
        if (end < 0) continue;
        choice.offer(data.mid(static_cast<unsigned int>(end) + 1), pair.first == "COVER ART (FRONT)");
    }
}

void look(TagLib::MP4::Tag *tag, Choice &choice) {
    if (tag == nullptr || !tag->contains("covr")) return;
    for (const auto &picture : tag->item("covr").toCoverArtList()) choice.offer(picture.data(), false);
}

void look(TagLib::ASF::Tag *tag, Choice &choice) {
    if (tag == nullptr || !tag->attributeListMap().contains("WM/Picture")) return;
    for (const auto &attribute : tag->attributeListMap()["WM/Picture"]) {
        const auto picture = attribute.toPicture();
        if (!picture.isValid()) continue;
        choice.offer(picture.picture(),
                     picture.type() == TagLib::ID3v2::AttachedPictureFrame::FrontCover);
    }
}

void look(TagLib::File *file, Choice &choice) {
    using namespace TagLib;
    if (auto *sound = dynamic_cast<MPEG::File *>(file)) {
        look(sound->ID3v2Tag(), choice);
        look(sound->APETag(), choice);
    } else if (auto *sound = dynamic_cast<FLAC::File *>(file)) {
        look(sound->pictureList(), choice);
        look(sound->xiphComment(), choice);
        look(sound->ID3v2Tag(), choice);
    } else if (auto *sound = dynamic_cast<MP4::File *>(file)) {
        look(sound->tag(), choice);
    } else if (auto *sound = dynamic_cast<Ogg::Vorbis::File *>(file)) {
        look(sound->tag(), choice);
    } else if (auto *sound = dynamic_cast<Ogg::Opus::File *>(file)) {
        look(sound->tag(), choice);
    } else if (auto *sound = dynamic_cast<Ogg::Speex::File *>(file)) {
        look(sound->tag(), choice);
    } else if (auto *sound = dynamic_cast<Ogg::FLAC::File *>(file)) {
        look(sound->tag(), choice);
    } else if (auto *sound = dynamic_cast<RIFF::WAV::File *>(file)) {
        look(sound->ID3v2Tag(), choice);
    } else if (auto *sound = dynamic_cast<RIFF::AIFF::File *>(file)) {
        look(sound->tag(), choice);
    } else if (auto *sound = dynamic_cast<TrueAudio::File *>(file)) {
        look(sound->ID3v2Tag(), choice);
    } else if (auto *sound = dynamic_cast<ASF::File *>(file)) {
        look(sound->tag(), choice);
    } else if (auto *sound = dynamic_cast<APE::File *>(file)) {
        look(sound->APETag(), choice);
    } else if (auto *sound = dynamic_cast<WavPack::File *>(file)) {
        look(sound->APETag(), choice);
    } else if (auto *sound = dynamic_cast<MPC::File *>(file)) {
        look(sound->APETag(), choice);
    }
}

char *copy(const TagLib::String &text) {
    return text.isEmpty() ? nullptr : strdup(text.to8Bit(true).c_str());
}

}  // namespace

int ctag_read(int descriptor, struct ctag_facts *facts) {
    *facts = ctag_facts{};
    try {
        Descriptor stream(descriptor);
        // Do not read the duration, which would read much of the file.
        TagLib::FileRef file(&stream, false);
        if (file.isNull() || file.file() == nullptr || !file.file()->isValid()) return -1;
        if (file.tag() != nullptr) {
            facts->title = copy(file.tag()->title());
            facts->artist = copy(file.tag()->artist());
        }
        Choice choice;
        look(file.file(), choice);
        if (!choice.best.isEmpty()) {
            facts->cover = static_cast<uint8_t *>(malloc(choice.best.size()));
            if (facts->cover != nullptr) {
                memcpy(facts->cover, choice.best.data(), choice.best.size());
                facts->size = choice.best.size();
            }
        }
        return 0;
    } catch (...) {
        return -1;
    }
}
