// GDCM is in C++, and its functions have no names in C: they are looked up by the names that the ABI of C++ for Linux gives
// them. What its headers define inline is used as it is.
#include "CDICOM.h"

#include <csetjmp>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <new>
#include <sstream>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

#include <gdcmImageReader.h>
#include <gdcmStringFilter.h>

namespace {

using gdcm::Bitmap;
using gdcm::Image;
using gdcm::ImageReader;
using gdcm::LookupTable;
using gdcm::PhotometricInterpretation;
using gdcm::PixelFormat;
using gdcm::StringFilter;
using gdcm::Tag;

void (*make_reader)(void *);
const Image &(*image_of)(const ImageReader *);
unsigned (*dimension)(const Bitmap *, unsigned);
unsigned (*planar_configuration)(const Bitmap *);
const PhotometricInterpretation &(*photometric_interpretation)(const Bitmap *);
unsigned short (*samples_per_pixel)(const PixelFormat *);
unsigned long (*buffer_length)(const Bitmap *);
bool (*get_buffer)(const Bitmap *, char *);
bool (*decode_table)(const LookupTable *, char *, size_t, const char *, size_t);
void (*make_filter)(void *);
// A string is returned in room that the caller hands over first.
std::string (*to_string)(const StringFilter *, const Tag &);

bool is_there;

template <class Function> bool look_up(void *library, Function &function, const char *name) {
    void *found = dlsym(library, name);
    std::memcpy(&function, &found, sizeof found);
    return found != nullptr;
}

bool open_library() {
    void *library = dlopen("libgdcmMSFF.so.3.0", RTLD_LAZY | RTLD_LOCAL);
    return library != nullptr && look_up(library, make_reader, "_ZN4gdcm11ImageReaderC1Ev")
        && look_up(library, image_of, "_ZNK4gdcm11ImageReader8GetImageEv")
        && look_up(library, dimension, "_ZNK4gdcm6Bitmap12GetDimensionEj")
        && look_up(library, planar_configuration, "_ZNK4gdcm6Bitmap22GetPlanarConfigurationEv")
        && look_up(library, photometric_interpretation, "_ZNK4gdcm6Bitmap28GetPhotometricInterpretationEv")
        && look_up(library, samples_per_pixel, "_ZNK4gdcm11PixelFormat18GetSamplesPerPixelEv")
        && look_up(library, buffer_length, "_ZNK4gdcm6Bitmap15GetBufferLengthEv")
        && look_up(library, get_buffer, "_ZNK4gdcm6Bitmap9GetBufferEPc")
        && look_up(library, decode_table, "_ZNK4gdcm11LookupTable6DecodeEPcmPKcm")
        && look_up(library, make_filter, "_ZN4gdcm12StringFilterC1Ev")
        && look_up(library, to_string, "_ZNK4gdcm12StringFilter8ToStringB5cxx11ERKNS_3TagE");
}

constexpr size_t file_limit = size_t{1} << 30, sample_limit = size_t{1} << 30;

/// The contents of a file; empty where it cannot be read.
std::string contents(int descriptor) {
    struct stat status;
    std::string bytes;
    if (fstat(descriptor, &status) != 0 || status.st_size <= 0 || static_cast<size_t>(status.st_size) > file_limit) {
        return bytes;
    }
    bytes.resize(static_cast<size_t>(status.st_size));
    size_t filled = 0;
    while (filled < bytes.size()) {
        const ssize_t count = pread(descriptor, &bytes[filled], bytes.size() - filled, static_cast<off_t>(filled));
        if (count <= 0) break;
        filled += static_cast<size_t>(count);
    }
    bytes.resize(filled);
    return bytes;
}

/// The first number of an element; false where there is none.
bool number(const StringFilter *filter, uint16_t group, uint16_t element, double &value) {
    const std::string text = to_string(filter, Tag(group, element));
    char *end = nullptr;
    const double found = std::strtod(text.c_str(), &end);
    if (end == text.c_str()) return false;
    value = found;
    return true;
}

/// Replaces numbers in a table by their colors.
bool unfold(const Image &image, cdicom_image &result) {
    const LookupTable &table = image.GetLUT();
    const size_t width = image.GetPixelFormat().GetBitsAllocated() / 8u;
    const size_t pixels = size_t{result.width} * result.height;
    const size_t size = pixels * 3 * width;
    if (result.size < pixels * width || size > sample_limit) return false;
    auto *colors = static_cast<uint8_t *>(std::calloc(1, size));
    if (colors == nullptr) return false;
    if (!decode_table(&table, reinterpret_cast<char *>(colors), size, reinterpret_cast<const char *>(result.samples),
                      pixels * width)) {
        std::free(colors);
        return false;
    }
    std::free(result.samples);
    result.samples = colors;
    result.size = size;
    result.used_bits = result.bits;
    return true;
}

bool read(int descriptor, bool is_header, cdicom_image &result) {
    // GDCM's objects are never destroyed: the process exits after its document.
    auto *stream = new std::istringstream(contents(descriptor));
    void *room = std::calloc(1, sizeof(ImageReader));
    if (room == nullptr) return false;
    make_reader(room);
    auto *reader = static_cast<ImageReader *>(room);
    reader->SetStream(*stream);
    if (!reader->Read()) return false;
    const Image &image = image_of(reader);
    result.width = dimension(&image, 0);
    result.height = dimension(&image, 1);
    const PixelFormat &format = image.GetPixelFormat();
    result.channels = samples_per_pixel(&format);
    result.bits = format.GetBitsAllocated();
    result.used_bits = format.GetBitsStored();
    result.is_signed = format.GetPixelRepresentation() != 0;
    result.is_planar = planar_configuration(&image) != 0;
    result.slope = image.GetSlope();
    result.intercept = image.GetIntercept();
    if (result.width == 0 || result.height == 0 || (result.bits != 8 && result.bits != 16 && result.bits != 32)
        || result.used_bits == 0 || result.used_bits > result.bits) return false;
    bool has_table = false;
    switch (static_cast<PhotometricInterpretation::PIType>(photometric_interpretation(&image))) {
    case PhotometricInterpretation::MONOCHROME1: result.colors = CDICOM_INVERTED_GRAY; break;
    case PhotometricInterpretation::MONOCHROME2: result.colors = CDICOM_GRAY; break;
    case PhotometricInterpretation::PALETTE_COLOR:
        result.colors = CDICOM_RGB;
        has_table = true;
        break;
    // The decoders of JPEG 2000 undo these two themselves.
    case PhotometricInterpretation::RGB:
    case PhotometricInterpretation::YBR_ICT:
    case PhotometricInterpretation::YBR_RCT: result.colors = CDICOM_RGB; break;
    case PhotometricInterpretation::YBR_FULL:
    case PhotometricInterpretation::YBR_FULL_422: result.colors = CDICOM_YBR; break;
    default: return false;
    }
    const bool is_gray = result.colors == CDICOM_GRAY || result.colors == CDICOM_INVERTED_GRAY;
    if (result.channels != (is_gray || has_table ? 1u : 3u)) return false;
    void *filter_room = std::calloc(1, sizeof(StringFilter));
    if (filter_room == nullptr) return false;
    make_filter(filter_room);
    auto *filter = static_cast<StringFilter *>(filter_room);
    filter->SetFile(reader->GetFile());
    // Window Center and Window Width (DICOM PS3.3, C.11.2).
    result.has_window = number(filter, 0x0028, 0x1050, result.window_center)
        && number(filter, 0x0028, 0x1051, result.window_width) && result.window_width >= 1;
    if (!is_header) {
        // All frames.
        result.size = buffer_length(&image);
        const size_t frame = size_t{result.width} * result.height * result.channels * (result.bits / 8);
        if (result.size < frame || result.size > sample_limit) return false;
        result.samples = static_cast<uint8_t *>(std::calloc(1, result.size));
        if (result.samples == nullptr || !get_buffer(&image, reinterpret_cast<char *>(result.samples))) return false;
        if (has_table && !unfold(image, result)) return false;
    }
    if (has_table) result.channels = 3;
    return true;
}

/// The place to which a failed assertion of GDCM returns.
sigjmp_buf left;

void leave(int) { siglongjmp(left, 1); }

} // namespace

int cdicom_start(void) {
    is_there = open_library();
    return is_there ? 0 : -1;
}

int cdicom_is_there(void) { return is_there; }

int cdicom_read(int descriptor, int is_header, struct cdicom_image *image) {
    std::memset(image, 0, sizeof *image);
    if (!is_there) return -1;
    volatile bool succeeded = false;
    // Debian's GDCM aborts on some damaged files, where its assertions fail. What it has allocated is lost, which does not
    // matter in a process that exits after its document.
    struct sigaction leaving = {}, before = {};
    leaving.sa_handler = leave;
    sigaction(SIGABRT, &leaving, &before);
    if (sigsetjmp(left, 1) == 0) {
        try {
            succeeded = read(descriptor, is_header != 0, *image);
        } catch (...) {
            // Also where memory is missing.
        }
    }
    sigaction(SIGABRT, &before, nullptr);
    if (!succeeded) cdicom_free(image);
    return succeeded ? 0 : -1;
}

void cdicom_free(struct cdicom_image *image) {
    std::free(image->samples);
    image->samples = nullptr;
}
