/// The declarations of MagickWand 6 that this target uses, as in its headers (wand/MagickWand.h and below),
/// with objects as opaque pointers and enumerations as int.
///
/// Declared here rather than included: its pkg-config file contains compiler flags that the package manager
/// rejects. Scripts/abi compares these declarations with the real headers.
#ifndef CMAGICK_ABI_H
#define CMAGICK_ABI_H

#include <stddef.h>

#include <sys/types.h>

typedef void Wand;
typedef unsigned long long Size;
enum { DISK = 2, MAP = 4, MEMORY = 5, THREAD = 6 };
enum { GRAY = 2, CMYK = 12, SRGB = 13 };
enum { CHAR_PIXEL = 1 };

#define FUNCTIONS(F)                                                                              \
    F(void, MagickWandGenesis, (void))                                                            \
    F(Wand *, NewMagickWand, (void))                                                              \
    F(Wand *, DestroyMagickWand, (Wand *))                                                        \
    F(int, MagickSetResourceLimit, (int, Size))                                                   \
    F(int, MagickSetFilename, (Wand *, const char *))                                             \
    F(int, MagickSetFormat, (Wand *, const char *))                                               \
    F(int, MagickPingImageBlob, (Wand *, const void *, size_t))                                   \
    F(int, MagickReadImageBlob, (Wand *, const void *, size_t))                                   \
    F(size_t, MagickGetNumberImages, (Wand *))                                                    \
    F(int, MagickSetIteratorIndex, (Wand *, ssize_t))                                             \
    F(size_t, MagickGetImageWidth, (Wand *))                                                      \
    F(size_t, MagickGetImageHeight, (Wand *))                                                     \
    F(int, MagickGetImageOrientation, (Wand *))                                                   \
    F(int, MagickGetImageColorspace, (Wand *))                                                    \
    F(int, MagickGetImageAlphaChannel, (Wand *))                                                  \
    F(int, MagickTransformImageColorspace, (Wand *, int))                                         \
    F(int, MagickNormalizeImage, (Wand *))                                                        \
    F(unsigned char *, MagickGetImageProfile, (Wand *, const char *, size_t *))                   \
    F(int, MagickExportImagePixels,                                                               \
      (Wand *, ssize_t, ssize_t, size_t, size_t, const char *, int, void *))                      \
    F(void *, MagickRelinquishMemory, (void *))                                                   \
    F(void *, AcquireExceptionInfo, (void))                                                       \
    F(void *, DestroyExceptionInfo, (void *))                                                     \
    F(const void *, GetMagickInfo, (const char *, void *))

#endif
