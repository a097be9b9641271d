// Setting up libvips's operations takes longer than decoding a small picture, and most pictures are small and
// need none of them: they need no color conversion, only downscaling.
#include "CImage.h"
#include "orientation.h"
#include "resample.h"
#include "trusted.h"

// jpeglib.h needs these declarations.
#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>
#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// The state of reading a document in pieces, with the result so far.
struct plain {
    int descriptor;
    off_t place;
    const uint8_t *own; ///< bytes instead of the document, or NULL
    size_t own_length;
    uint8_t buffer[1 << 15];
    size_t start, end; ///< the unread part of the buffer

    uint32_t size; ///< 0 where only the header is wanted
    uint64_t pixel_limit; ///< for a part of a page, whose profile and orientation do not matter; 0 for a document
    struct cimage_facts facts;
    struct cimage_picture picture;
    struct resampler *resampler;
    uint8_t *rows; ///< one row, or the whole of an interlaced image
    uint32_t rows_taken;
    jmp_buf failed;
};

/// Fills the buffer; returns 0 at the end of the file.
static size_t fill(struct plain *plain) {
    ssize_t count;
    if (plain->own != NULL) {
        count = (ssize_t)(plain->own_length - (size_t)plain->place);
        if (count > (ssize_t)sizeof plain->buffer) count = sizeof plain->buffer;
        memcpy(plain->buffer, plain->own + plain->place, (size_t)count);
    } else {
        count = pread(plain->descriptor, plain->buffer, sizeof plain->buffer, plain->place);
    }
    plain->start = 0;
    plain->end = count > 0 ? (size_t)count : 0;
    plain->place += (off_t)plain->end;
    return plain->end;
}

/// Returns the index of a pixel in the displayed picture of `width` x `height`, for an EXIF
/// orientation.
static size_t turned(uint32_t column, uint32_t row, uint32_t width, uint32_t height, uint32_t orientation) {
    uint32_t across = orientation < 5 ? column : row, down = orientation < 5 ? row : column;
    if (orientation == 2 || orientation == 3 || orientation == 6 || orientation == 7) across = width - 1 - across;
    if (orientation == 3 || orientation == 4 || orientation == 7 || orientation == 8) down = height - 1 - down;
    return (size_t)down * width + across;
}

/// Rotates the finished picture upright.
static int turn(struct cimage_picture *picture, uint32_t orientation) {
    if (orientation == 1) return 0;
    uint32_t width = picture->width, height = picture->height;
    uint32_t *pixels = malloc((size_t)width * height * 4);
    if (pixels == NULL) return -1;
    uint32_t new_width = orientation < 5 ? width : height, new_height = orientation < 5 ? height : width;
    for (uint32_t row = 0; row < height; row++) {
        for (uint32_t column = 0; column < width; column++) {
            memcpy(pixels + turned(column, row, new_width, new_height, orientation),
                   picture->pixels + ((size_t)row * width + column) * 4, 4);
        }
    }
    free(picture->pixels);
    *picture = (struct cimage_picture){new_width, new_height, (uint8_t *)pixels};
    return 0;
}

/// Prepares for rows with 3 or 4 bytes per pixel. Any failure jumps to `failed`.
static void begin_rows(struct plain *plain, uint32_t width, uint32_t height, int bands, uint32_t row_count) {
    struct cimage_picture *picture = &plain->picture;
    resampler_fit(plain->facts.width, plain->facts.height, plain->size, picture);
    int is_reduced = picture->width < width || picture->height < height;
    picture->pixels = malloc((size_t)picture->width * picture->height * 4);
    plain->rows = malloc((size_t)width * bands * row_count);
    if (is_reduced) plain->resampler = resampler_new(width, height, bands, picture->width, picture->height);
    if (picture->pixels == NULL || plain->rows == NULL || (is_reduced && plain->resampler == NULL)) {
        longjmp(plain->failed, 1);
    }
}

static void take_row(struct plain *plain, const uint8_t *row, int bands) {
    if (plain->resampler != NULL) {
        resampler_take(plain->resampler, row, plain->picture.pixels);
        return;
    }
    uint32_t width = plain->picture.width;
    uint8_t *target = plain->picture.pixels + (size_t)plain->rows_taken++ * width * 4;
    if (bands == 4) {
        memcpy(target, row, (size_t)width * 4);
        return;
    }
    for (uint32_t column = 0; column < width; column++, target += 4, row += 3) {
        memcpy(target, row, 3);
        target[3] = 255;
    }
}

// JPEG

struct jpeg_input {
    struct jpeg_source_mgr manager;
    struct plain *plain;
};

static void jpeg_nothing(j_decompress_ptr jpeg) { (void)jpeg; }

static boolean jpeg_fill(j_decompress_ptr jpeg) {
    struct jpeg_input *input = (struct jpeg_input *)jpeg->src;
    // Show a truncated file as far as it goes, as libvips does.
    static const JOCTET end[] = {0xFF, JPEG_EOI};
    size_t count = fill(input->plain);
    input->manager.next_input_byte = count > 0 ? input->plain->buffer : end;
    input->manager.bytes_in_buffer = count > 0 ? count : sizeof end;
    return TRUE;
}

static void jpeg_skip(j_decompress_ptr jpeg, long count) {
    struct jpeg_source_mgr *manager = jpeg->src;
    if (count <= 0) return;
    while ((size_t)count > manager->bytes_in_buffer) {
        struct plain *plain = ((struct jpeg_input *)manager)->plain;
        count -= (long)manager->bytes_in_buffer;
        if (fill(plain) == 0) longjmp(plain->failed, 1);
        manager->next_input_byte = plain->buffer;
        manager->bytes_in_buffer = plain->end;
    }
    manager->next_input_byte += count;
    manager->bytes_in_buffer -= (size_t)count;
}

static void jpeg_failed(j_common_ptr jpeg) { longjmp(((struct plain *)jpeg->client_data)->failed, 1); }
static void jpeg_quiet(j_common_ptr jpeg, int level) { (void)jpeg, (void)level; }

static void check_size(struct plain *plain) {
    uint64_t pixels = (uint64_t)plain->facts.width * plain->facts.height;
    if (plain->pixel_limit != 0 && pixels > plain->pixel_limit) longjmp(plain->failed, 1);
}

static void read_jpeg(struct plain *plain, struct jpeg_decompress_struct *jpeg) {
    struct jpeg_input input = {.plain = plain};
    input.manager.init_source = jpeg_nothing;
    input.manager.term_source = jpeg_nothing;
    input.manager.fill_input_buffer = jpeg_fill;
    input.manager.skip_input_data = jpeg_skip;
    input.manager.resync_to_restart = jpeg_resync_to_restart;
    jpeg_create_decompress(jpeg);
    jpeg->src = &input.manager;
    jpeg_save_markers(jpeg, JPEG_APP0 + 1, 0xFFFF);
    jpeg_save_markers(jpeg, JPEG_APP0 + 2, 16);
    jpeg_read_header(jpeg, TRUE);
    // CMYK and profiles need libvips.
    if (jpeg->num_components != 3 && jpeg->num_components != 1) longjmp(plain->failed, 1);
    plain->facts = (struct cimage_facts){jpeg->image_width, jpeg->image_height, 1, 1, 1, 1};
    int has_exif = 0;
    for (jpeg_saved_marker_ptr marker = jpeg->marker_list; marker != NULL; marker = marker->next) {
        if (marker->marker == JPEG_APP0 + 2 && plain->pixel_limit == 0 && marker->data_length >= 12
            && memcmp(marker->data, "ICC_PROFILE", 12) == 0) longjmp(plain->failed, 1);
        if (marker->marker == JPEG_APP0 + 1 && !has_exif && marker->data_length >= 6
            && memcmp(marker->data, "Exif\0", 6) == 0) {
            has_exif = 1;
            plain->facts.orientation = orientation_of_exif(marker->data, marker->data_length);
        }
    }
    check_size(plain);
    if (plain->size == 0) return;
    uint32_t edge = jpeg->image_width > jpeg->image_height ? jpeg->image_width : jpeg->image_height;
    // Use the decoder's own scaling, but leave the filter at least twice the target size, as libvips does.
    jpeg->scale_num = 1;
    jpeg->scale_denom = 1;
    while (jpeg->scale_denom < 8 && edge / (jpeg->scale_denom * 4.0) >= plain->size) jpeg->scale_denom *= 2;
    jpeg->out_color_space = JCS_RGB;
    jpeg_start_decompress(jpeg);
    begin_rows(plain, jpeg->output_width, jpeg->output_height, 3, 1);
    while (jpeg->output_scanline < jpeg->output_height) {
        jpeg_read_scanlines(jpeg, &plain->rows, 1);
        take_row(plain, plain->rows, 3);
    }
}

// PNG

/// The most bytes that libpng gets at once: it makes room for the length that a chunk declares, and clears it, before it reads
/// anything. A row of the widest picture that it reads takes less.
enum { MEMORY_LIMIT = 64 << 20 };

static png_voidp png_allocate(png_structp png, png_alloc_size_t size) {
    (void)png;
    return size <= MEMORY_LIMIT ? malloc(size) : NULL;
}
static void png_release(png_structp png, png_voidp memory) {
    (void)png;
    free(memory);
}

static void png_take(png_structp png, png_bytep bytes, size_t count) {
    struct plain *plain = png_get_io_ptr(png);
    while (count > 0) {
        if (plain->start == plain->end && fill(plain) == 0) longjmp(plain->failed, 1);
        size_t part = plain->end - plain->start < count ? plain->end - plain->start : count;
        memcpy(bytes, plain->buffer + plain->start, part);
        plain->start += part;
        bytes += part;
        count -= part;
    }
}

static void png_failed(png_structp png, png_const_charp message) {
    (void)message;
    longjmp(((struct plain *)png_get_error_ptr(png))->failed, 1);
}
static void png_quiet(png_structp png, png_const_charp message) { (void)png, (void)message; }

static void read_png(struct plain *plain, png_structp png, png_infop info) {
    png_set_read_fn(png, plain, png_take);
    png_read_info(png, info);
    // Profiles need libvips, and so do orientations.
    png_textp texts;
    int is_part = plain->pixel_limit != 0;
    if (!is_part && png_get_valid(png, info, PNG_INFO_iCCP) != 0) longjmp(plain->failed, 1);
    if (!is_part && plain->own == NULL && cimage_png_orientation(plain->descriptor) != 1) longjmp(plain->failed, 1);
    for (int left = png_get_text(png, info, &texts, NULL); left > 0 && !is_part; left--, texts++) {
        if (strcmp(texts->key, "XML:com.adobe.xmp") == 0) longjmp(plain->failed, 1);
    }
    uint32_t width = png_get_image_width(png, info), height = png_get_image_height(png, info);
    plain->facts = (struct cimage_facts){width, height, 1, 1, 1, 1};
    check_size(plain);
    if (plain->size == 0) return;
    png_set_expand(png);
    png_set_strip_16(png);
    png_set_gray_to_rgb(png);
    int passes = png_set_interlace_handling(png);
    png_read_update_info(png, info);
    int bands = png_get_channels(png, info);
    if (bands != 3 && bands != 4) longjmp(plain->failed, 1);
    size_t length = (size_t)width * bands;
    begin_rows(plain, width, height, bands, passes > 1 ? height : 1);
    // An interlaced image is complete after its last pass.
    for (int pass = 1; pass < passes; pass++) {
        for (uint32_t row = 0; row < height; row++) png_read_row(png, plain->rows + row * length, NULL);
    }
    for (uint32_t row = 0; row < height; row++) {
        uint8_t *target = plain->rows + (passes > 1 ? row * length : 0);
        png_read_row(png, target, NULL);
        take_row(plain, target, bands);
    }
}

/// Reads the document of `plain` into it. Returns 0, or -1 if libvips is needed.
static int read_plain(struct plain *plain) {
    struct jpeg_error_mgr errors;
    struct jpeg_decompress_struct jpeg = {.err = jpeg_std_error(&errors), .client_data = plain};
    errors.error_exit = jpeg_failed;
    errors.emit_message = jpeg_quiet;
    static const uint8_t png_mark[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    uint8_t mark[8] = {0};
    if (plain->own != NULL) memcpy(mark, plain->own, sizeof mark);
    else if (pread(plain->descriptor, mark, sizeof mark, 0) != sizeof mark) return -1;
    int is_png = memcmp(mark, png_mark, sizeof mark) == 0;
    png_structp png = is_png ? png_create_read_struct_2(PNG_LIBPNG_VER_STRING, plain, png_failed, png_quiet, NULL,
                                                        png_allocate, png_release)
                             : NULL;
    png_infop info = png != NULL ? png_create_info_struct(png) : NULL;
    volatile int failure = -1;
    if (setjmp(plain->failed) == 0) {
        if (info != NULL) read_png(plain, png, info);
        else if (!is_png && mark[0] == 0xFF && mark[1] == 0xD8) read_jpeg(plain, &jpeg);
        else longjmp(plain->failed, 1);
        failure = plain->size == 0 ? 0 : turn(&plain->picture, plain->facts.orientation);
    }
    jpeg_destroy_decompress(&jpeg);
    png_destroy_read_struct(&png, &info, NULL);
    resampler_free(plain->resampler);
    free(plain->rows);
    if (failure != 0) free(plain->picture.pixels);
    return failure;
}

/// Too large for the stack; one per thread, since tests decode in several threads.
static _Thread_local struct plain state;

int cimage_read_header(int descriptor, struct cimage_facts *facts) {
    state = (struct plain){.descriptor = descriptor};
    if (read_plain(&state) != 0) return -1;
    *facts = state.facts;
    return 0;
}

int cimage_draw(int descriptor, uint32_t size, struct cimage_picture *picture) {
    state = (struct plain){.descriptor = descriptor, .size = size};
    if (read_plain(&state) != 0) return -1;
    *picture = state.picture;
    return 0;
}

int cimage_draw_part(const uint8_t *bytes, size_t length, uint32_t size, uint64_t pixel_limit,
                     struct cimage_facts *facts, struct cimage_picture *picture) {
    if (length < 8 || size == 0 || pixel_limit == 0) return -1;
    state = (struct plain){
        .descriptor = -1, .own = bytes, .own_length = length, .size = size, .pixel_limit = pixel_limit};
    if (read_plain(&state) != 0) return -1;
    *facts = state.facts;
    *picture = state.picture;
    return 0;
}

int cimage_read_part(const uint8_t *bytes, size_t length, struct cimage_facts *facts) {
    if (length < 8) return -1;
    state = (struct plain){.descriptor = -1, .own = bytes, .own_length = length, .pixel_limit = UINT64_MAX};
    if (read_plain(&state) != 0) return -1;
    *facts = state.facts;
    return 0;
}

int cimage_touch(void) {
    static const struct {
        const uint8_t *bytes;
        size_t length;
    } own[] = {{trusted_png, sizeof trusted_png}, {trusted_jpeg, sizeof trusted_jpeg}};
    for (size_t index = 0; index < sizeof own / sizeof *own; index++) {
        // At full size and downscaled.
        for (uint32_t size = 64; size >= 8; size /= 8) {
            state = (struct plain){
                .descriptor = -1, .own = own[index].bytes, .own_length = own[index].length, .size = size};
            if (read_plain(&state) != 0) return -1;
            free(state.picture.pixels);
        }
    }
    return 0;
}
