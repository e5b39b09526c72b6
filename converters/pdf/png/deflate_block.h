// Writes the blocks of a Deflate stream (RFC 1951), each with Huffman codes of its own.
#ifndef LECTERN_PNG_DEFLATE_BLOCK_H
#define LECTERN_PNG_DEFLATE_BLOCK_H

#include <mupdf/fitz.h>

#define LECTERN_MIN_MATCH 4 // shorter matches hardly save anything
#define LECTERN_MAX_MATCH 258
#define LECTERN_BLOCK_TOKENS (32 << 10)
#define LECTERN_LITERALS 286
#define LECTERN_DISTANCES 30

typedef struct {
	fz_buffer *out;   // borrowed
	uint32_t *tokens; // each is a byte, or a match: a flag, its length, and its distance minus 1
	size_t count;
	uint32_t literals[LECTERN_LITERALS], distances[LECTERN_DISTANCES]; // how often each symbol occurs in the block
	uint64_t bits;                                                     // pending bits that do not fill a byte yet
	int pending;
	size_t ready; // number of bytes that wait to be appended to out
	unsigned char bytes[4096];
	uint8_t length_code[LECTERN_MAX_MATCH + 1];
	uint8_t distance_code[512]; // codes of distances up to 256, then of larger ones in steps of 128
} lectern_block;

// Prepares a block, which the caller has zeroed.
void lectern_block_open(fz_context *ctx, lectern_block *b, fz_buffer *out);
void lectern_block_drop(fz_context *ctx, lectern_block *b);

void lectern_block_literal(fz_context *ctx, lectern_block *b, unsigned char byte);
// Adds a match. Its length is at least LECTERN_MIN_MATCH, without a maximum.
void lectern_block_match(fz_context *ctx, lectern_block *b, size_t length, size_t distance);
// Writes the last block and fills up the last byte.
void lectern_block_finish(fz_context *ctx, lectern_block *b);

#endif
