/// Selecting pages of a PDF by libqpdf. Here because libqpdf is C++ and reports errors by exceptions, and
/// its own C interface copies neither forms nor annotations.
#ifndef CQPDF_H
#define CQPDF_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum cqpdf_outcome {
    CQPDF_OK = 0,
    CQPDF_DAMAGED = 1,
    CQPDF_ENCRYPTED = 2,
    CQPDF_PAGE_OUT_OF_RANGE = 3,
    CQPDF_OUTPUT_FAILED = 4,
    CQPDF_OUT_OF_MEMORY = 5
};

/// Writes the pages, 1-based and in the order given, of the document `input` into `output`. Both
/// descriptors are duplicated and stay the caller's; both are used from their present offset's file start.
/// `page_count` receives the number of pages of the input, once it is known.
enum cqpdf_outcome cqpdf_select_pages(int input, int output, const uint32_t *pages, size_t count,
                                      uint32_t *page_count);

#ifdef __cplusplus
}
#endif

#endif
