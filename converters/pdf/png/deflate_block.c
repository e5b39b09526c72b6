#include "png/deflate_block.h"

#include "png/huffman.h"

#include <stdbool.h>
#include <string.h>

#define LENGTHS 19
#define END_OF_BLOCK 256
#define IS_MATCH 0x80000000u

// RFC 1951, 3.2.5.
static const uint16_t length_base[] = {
	3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
static const uint8_t length_extra[] = {
	0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
static const uint16_t distance_base[] = {1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769,
	1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
static const uint8_t distance_extra[] = {
	0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13};

static void fill_codes(lectern_block *b)
{
	for (int code = 0; code < 29; code++)
		for (int length = length_base[code];
			 length <= LECTERN_MAX_MATCH && length < length_base[code] + (1 << length_extra[code]); length++)
			b->length_code[length] = code;
	for (int code = 0; code < LECTERN_DISTANCES; code++)
		for (int i = 0; i < 1 << distance_extra[code]; i++) {
			int distance = distance_base[code] - 1 + i;
			b->distance_code[distance < 256 ? distance : 256 + (distance >> 7)] = code;
		}
}

static int distance_code(const lectern_block *b, uint32_t distance_minus_1)
{
	return b->distance_code[distance_minus_1 < 256 ? distance_minus_1 : 256 + (distance_minus_1 >> 7)];
}

void lectern_block_open(fz_context *ctx, lectern_block *b, fz_buffer *out)
{
	b->out = out;
	b->tokens = fz_malloc_array(ctx, LECTERN_BLOCK_TOKENS, uint32_t);
	fill_codes(b);
}

void lectern_block_drop(fz_context *ctx, lectern_block *b)
{
	fz_free(ctx, b->tokens);
}

static void flush(fz_context *ctx, lectern_block *b)
{
	fz_append_data(ctx, b->out, b->bytes, b->ready);
	b->ready = 0;
}

// Writes up to 32 bits.
static void put_bits(fz_context *ctx, lectern_block *b, uint32_t value, int bits)
{
	b->bits |= (uint64_t)value << b->pending;
	b->pending += bits;
	if (b->pending < 32)
		return;
	if (b->ready + 4 > sizeof b->bytes)
		flush(ctx, b);
	for (int i = 0; i < 4; i++)
		b->bytes[b->ready++] = b->bits >> 8 * i;
	b->bits >>= 32;
	b->pending -= 32;
}

// Writes the lengths of a block's codes (RFC 1951, 3.2.7). Only runs of zeros are shortened. If counts is not NULL,
// counts the symbols instead of writing them.
static void write_lengths(fz_context *ctx, lectern_block *b, const uint8_t *lengths, int count, const uint8_t *bits,
	const uint16_t *codes, uint32_t *counts)
{
	for (int i = 0; i < count;) {
		int run = 1, symbol = lengths[i];
		while (!symbol && i + run < count && run < 138 && !lengths[i + run])
			run++;
		if (run >= 3)
			symbol = run < 11 ? 17 : 18;
		else
			run = 1;
		if (counts)
			counts[symbol]++;
		else
			put_bits(ctx, b, codes[symbol], bits[symbol]);
		if (!counts && run >= 3)
			put_bits(ctx, b, run < 11 ? run - 3 : run - 11, run < 11 ? 3 : 7);
		i += run;
	}
}

static void write_header(fz_context *ctx, lectern_block *b, const uint8_t *lengths, bool is_last)
{
	static const uint8_t order[LENGTHS] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
	uint32_t counts[LENGTHS] = {0};
	uint8_t bits[LENGTHS];
	uint16_t codes[LENGTHS];

	write_lengths(ctx, b, lengths, LECTERN_LITERALS + LECTERN_DISTANCES, NULL, NULL, counts);
	lectern_huffman(counts, LENGTHS, 7, bits, codes);
	put_bits(ctx, b, is_last | 2 << 1, 3);
	put_bits(ctx, b, (LECTERN_LITERALS - 257) | (LECTERN_DISTANCES - 1) << 5 | (LENGTHS - 4) << 10, 14);
	for (int i = 0; i < LENGTHS; i++)
		put_bits(ctx, b, bits[order[i]], 3);
	write_lengths(ctx, b, lengths, LECTERN_LITERALS + LECTERN_DISTANCES, bits, codes, NULL);
}

static void write_token(
	fz_context *ctx, lectern_block *b, uint32_t token, const uint8_t *lengths, const uint16_t *codes)
{
	if (!(token & IS_MATCH)) {
		put_bits(ctx, b, codes[token], lengths[token]);
		return;
	}
	int length = token >> 16 & 0x1ff, distance = (token & 0x7fff) + 1;
	int l = b->length_code[length], t = distance_code(b, distance - 1);
	put_bits(ctx, b, codes[257 + l] | (uint32_t)(length - length_base[l]) << lengths[257 + l],
		lengths[257 + l] + length_extra[l]);
	put_bits(ctx, b,
		codes[LECTERN_LITERALS + t] | (uint32_t)(distance - distance_base[t]) << lengths[LECTERN_LITERALS + t],
		lengths[LECTERN_LITERALS + t] + distance_extra[t]);
}

static void write_block(fz_context *ctx, lectern_block *b, bool is_last)
{
	uint8_t lengths[LECTERN_LITERALS + LECTERN_DISTANCES];
	uint16_t codes[LECTERN_LITERALS + LECTERN_DISTANCES];

	b->literals[END_OF_BLOCK] = 1;
	lectern_huffman(b->literals, LECTERN_LITERALS, 15, lengths, codes);
	lectern_huffman(b->distances, LECTERN_DISTANCES, 15, lengths + LECTERN_LITERALS, codes + LECTERN_LITERALS);
	write_header(ctx, b, lengths, is_last);
	for (size_t i = 0; i < b->count; i++)
		write_token(ctx, b, b->tokens[i], lengths, codes);
	put_bits(ctx, b, codes[END_OF_BLOCK], lengths[END_OF_BLOCK]);
	memset(b->literals, 0, sizeof b->literals);
	memset(b->distances, 0, sizeof b->distances);
	b->count = 0;
}

static void add_token(fz_context *ctx, lectern_block *b, uint32_t token)
{
	if (b->count == LECTERN_BLOCK_TOKENS)
		write_block(ctx, b, false);
	b->tokens[b->count++] = token;
}

void lectern_block_literal(fz_context *ctx, lectern_block *b, unsigned char byte)
{
	add_token(ctx, b, byte);
	b->literals[byte]++;
}

void lectern_block_match(fz_context *ctx, lectern_block *b, size_t length, size_t distance)
{
	int code = distance_code(b, distance - 1);

	while (length > 0) {
		size_t part = length <= LECTERN_MAX_MATCH            ? length
			: length < LECTERN_MAX_MATCH + LECTERN_MIN_MATCH ? length - LECTERN_MIN_MATCH
															 : LECTERN_MAX_MATCH;
		add_token(ctx, b, IS_MATCH | part << 16 | (distance - 1));
		b->literals[257 + b->length_code[part]]++;
		b->distances[code]++;
		length -= part;
	}
}

void lectern_block_finish(fz_context *ctx, lectern_block *b)
{
	write_block(ctx, b, true);
	flush(ctx, b);
	for (; b->pending > 0; b->pending -= 8, b->bits >>= 8)
		fz_append_byte(ctx, b->out, b->bits & 0xff);
}
