// Pages as PNG (ISO 15948).
#ifndef LECTERN_PNG_PNG_H
#define LECTERN_PNG_PNG_H

#include <mupdf/fitz.h>

// The PNG of an RGB pixmap without alpha: gray or with a palette where its colours are so few. It
// records the scale in pixels a point. Throws FZ_ERROR_ABORT soon after the cookie's abort is set.
fz_buffer *lectern_png_of(fz_context *ctx, fz_pixmap *pixmap, float scale, const fz_cookie *cookie);

#endif
