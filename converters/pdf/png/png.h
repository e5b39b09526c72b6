// Encodes pages as PNG (ISO 15948).
//
// This encoder is used instead of MuPDF's (fz_new_buffer_from_pixmap_as_png, which uses zlib), because it is 2 to 18
// times as fast and can be aborted. For the first five pages of a document at 144 dpi, on one core of an AMD EPYC, it
// needs:
//
//     document                      this encoder       MuPDF
//     user's guide (pictures)       13 ms,  486 kB      72 ms,  379 kB
//     text from LibreOffice          3 ms,   30 kB      45 ms,   36 kB
//     journal paper                 64 ms, 2830 kB     235 ms, 2589 kB
//     photographs                   33 ms, 2240 kB      81 ms, 2071 kB
//
// LECTERN_CORPUS=FOLDER go test ./converters/pdf/png -run '^$' -bench Encode -benchtime 20x
#ifndef LECTERN_PNG_PNG_H
#define LECTERN_PNG_PNG_H

#include <mupdf/fitz.h>

// Returns the PNG of an RGB pixmap without alpha. The PNG is gray if all colors are, has a palette if there are at
// most 256 colors, and is RGB otherwise. It records the scale, in pixels per point. Throws FZ_ERROR_ABORT soon after
// the cookie's abort is set.
fz_buffer *lectern_encode_png(fz_context *ctx, fz_pixmap *pixmap, float scale, const fz_cookie *cookie);

#endif
