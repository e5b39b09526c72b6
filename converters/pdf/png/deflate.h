// A Deflate compressor (RFC 1951) with zlib's container (RFC 1950) for drawn pages, which have rows like the row above,
// runs of one color, and few different patterns. It only looks for matches in those places, which makes it much faster
// than zlib; png.h has the figures.
#ifndef LECTERN_PNG_DEFLATE_H
#define LECTERN_PNG_DEFLATE_H

#include <mupdf/fitz.h>

typedef struct lectern_deflate lectern_deflate;

// Returns a compressor that appends to out, which the caller owns. Consecutive rows, each of which has stride bytes,
// are expected to be similar.
lectern_deflate *lectern_new_deflate(fz_context *ctx, fz_buffer *out, size_t stride);
// Returns the memory for the next row, which has stride bytes. The caller writes the row there and then passes its size
// to lectern_deflate_add.
unsigned char *lectern_deflate_reserve(fz_context *ctx, lectern_deflate *d);
void lectern_deflate_add(fz_context *ctx, lectern_deflate *d, size_t size);
// Compresses the remaining bytes and ends the stream.
void lectern_deflate_finish(fz_context *ctx, lectern_deflate *d);
void lectern_drop_deflate(fz_context *ctx, lectern_deflate *d);

#endif
