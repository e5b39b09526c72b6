// Deflate (RFC 1951) in the container of zlib (RFC 1950), made for drawn pages: rows that are like the row
// above, runs of one colour, and few different patterns. On those it is many times faster than zlib
// at about its size; on photographs it is little more than Huffman's code, which is what they gain.
#ifndef LECTERN_PNG_DEFLATE_H
#define LECTERN_PNG_DEFLATE_H

#include <mupdf/fitz.h>

typedef struct lectern_deflate lectern_deflate;

// Appends to out, which it does not own. Rows of stride bytes are expected to be alike.
lectern_deflate *lectern_new_deflate(fz_context *ctx, fz_buffer *out, size_t stride);
// Room for the next size bytes, at most stride; they count when lectern_deflate_add is called.
unsigned char *lectern_deflate_room(fz_context *ctx, lectern_deflate *d);
void lectern_deflate_add(fz_context *ctx, lectern_deflate *d, size_t size);
// Ends the stream.
void lectern_deflate_finish(fz_context *ctx, lectern_deflate *d);
void lectern_drop_deflate(fz_context *ctx, lectern_deflate *d);

#endif
