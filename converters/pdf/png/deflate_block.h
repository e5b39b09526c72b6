// The blocks of a Deflate stream (RFC 1951): matches and bytes in the codes that suit them.
#ifndef LECTERN_PNG_DEFLATE_BLOCK_H
#define LECTERN_PNG_DEFLATE_BLOCK_H

#include <mupdf/fitz.h>

#define LECTERN_MIN_MATCH 4 // shorter ones gain next to nothing
#define LECTERN_MAX_MATCH 258
#define LECTERN_BLOCK_TOKENS (32 << 10)
#define LECTERN_LITERALS 286
#define LECTERN_DISTANCES 30

typedef struct {
	fz_buffer *out;   // borrowed
	uint32_t *tokens; // a byte, or a mark, the length and the distance less one
	size_t count;
	uint32_t literals[LECTERN_LITERALS], distances[LECTERN_DISTANCES]; // how often each is in the block
	uint64_t bits;                                                     // that are not a byte yet
	int pending;
	size_t ready; // bytes for out
	unsigned char bytes[4096];
	uint8_t length_code[LECTERN_MAX_MATCH + 1];
	uint8_t distance_code[512]; // of distances up to 256, and of the others by 128
} lectern_block;

// The block is zeroed.
void lectern_block_open(fz_context *ctx, lectern_block *b, fz_buffer *out);
void lectern_block_drop(fz_context *ctx, lectern_block *b);

void lectern_block_literal(fz_context *ctx, lectern_block *b, unsigned char byte);
// Of any length from LECTERN_MIN_MATCH on.
void lectern_block_match(fz_context *ctx, lectern_block *b, size_t length, size_t distance);
// Ends the last block, and the last byte.
void lectern_block_finish(fz_context *ctx, lectern_block *b);

#endif
