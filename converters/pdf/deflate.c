#include "deflate.h"

#include "huffman.h"

#include <string.h>

#define WINDOW 32768 /* how far back a match may lie */
#define CHUNK (512 << 10)
#define TOKENS (32 << 10) /* of a block */
#define MIN_MATCH 4       /* shorter ones gain next to nothing */
#define MAX_MATCH 258
#define GOOD_MATCH 32 /* no better one is looked for */
#define HASH_BITS 14

#define LITERALS 286
#define DISTANCES 30
#define LENGTHS 19
#define END_OF_BLOCK 256
#define IS_MATCH 0x80000000u

/* In zlib, which MuPDF brings without its headers. */
unsigned long adler32(unsigned long adler, const unsigned char *data, unsigned int size);

struct lectern_deflate {
	fz_buffer *out;
	size_t stride;
	unsigned char *data; /* what a match may refer to, and behind it what is not encoded yet */
	size_t room, used, done;
	uint32_t adler;
	uint32_t *tokens; /* a byte, or IS_MATCH | length << 16 | distance - 1 */
	size_t count;
	uint32_t literals[LITERALS], distances[DISTANCES];
	uint64_t bits; /* that are not a byte yet */
	int pending;
	size_t ready; /* bytes for out */
	unsigned char bytes[4096];
	uint32_t seen[1 << HASH_BITS]; /* where four such bytes were last, plus 1 */
	uint8_t length_code[MAX_MATCH + 1];
	uint8_t distance_code[512]; /* of distances up to 256, and of the others by 128 */
};

/* RFC 1951, 3.2.5. */
static const uint16_t length_base[] = {3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
static const uint8_t length_extra[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
static const uint16_t distance_base[] = {1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
static const uint8_t distance_extra[] = {0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13};

static void fill_codes(lectern_deflate *d)
{
	for (int code = 0; code < 29; code++)
		for (int length = length_base[code]; length <= MAX_MATCH && length < length_base[code] + (1 << length_extra[code]); length++)
			d->length_code[length] = code;
	for (int code = 0; code < DISTANCES; code++)
		for (int i = 0; i < 1 << distance_extra[code]; i++) {
			int distance = distance_base[code] - 1 + i;
			d->distance_code[distance < 256 ? distance : 256 + (distance >> 7)] = code;
		}
}

static int distance_code(const lectern_deflate *d, uint32_t less_one)
{
	return d->distance_code[less_one < 256 ? less_one : 256 + (less_one >> 7)];
}

lectern_deflate *lectern_new_deflate(fz_context *ctx, fz_buffer *out, size_t stride)
{
	lectern_deflate *d = fz_malloc_struct(ctx, lectern_deflate);

	fz_try(ctx) {
		d->out = out;
		d->stride = stride;
		d->adler = 1;
		d->room = WINDOW + (stride > CHUNK ? stride : CHUNK);
		d->data = fz_malloc(ctx, d->room);
		d->tokens = fz_malloc_array(ctx, TOKENS, uint32_t);
		fill_codes(d);
		fz_append_byte(ctx, out, 0x78);
		fz_append_byte(ctx, out, 0x01);
	}
	fz_catch(ctx) {
		lectern_drop_deflate(ctx, d);
		fz_rethrow(ctx);
	}
	return d;
}

void lectern_drop_deflate(fz_context *ctx, lectern_deflate *d)
{
	if (!d)
		return;
	fz_free(ctx, d->data);
	fz_free(ctx, d->tokens);
	fz_free(ctx, d);
}

static void flush(fz_context *ctx, lectern_deflate *d)
{
	fz_append_data(ctx, d->out, d->bytes, d->ready);
	d->ready = 0;
}

/* At most 32 bits at a time. */
static void put(fz_context *ctx, lectern_deflate *d, uint32_t value, int bits)
{
	d->bits |= (uint64_t)value << d->pending;
	d->pending += bits;
	if (d->pending < 32)
		return;
	if (d->ready + 4 > sizeof d->bytes)
		flush(ctx, d);
	for (int i = 0; i < 4; i++)
		d->bytes[d->ready++] = d->bits >> 8 * i;
	d->bits >>= 32;
	d->pending -= 32;
}

static uint32_t load32(const unsigned char *p)
{
	uint32_t v;

	memcpy(&v, p, sizeof v);
	return v;
}

static uint64_t load64(const unsigned char *p)
{
	uint64_t v;

	memcpy(&v, p, sizeof v);
	return v;
}

/* How many bytes are alike at a and b, up to most. */
static size_t alike(const unsigned char *a, const unsigned char *b, size_t most)
{
	size_t n = 0;

	while (n + 8 <= most) {
		uint64_t differ = load64(a + n) ^ load64(b + n);
		if (differ)
			return n + (__builtin_ctzll(differ) >> 3);
		n += 8;
	}
	while (n < most && a[n] == b[n])
		n++;
	return n;
}

typedef struct {
	lectern_deflate *d;
	size_t length, distance;
} match;

static void try_match(match *m, size_t at, size_t distance, size_t most)
{
	const unsigned char *p = m->d->data + at;
	size_t length;

	if (distance > at || distance > WINDOW || load32(p) != load32(p - distance))
		return;
	length = 4 + alike(p + 4, p - distance + 4, most - 4);
	if (length > m->length) {
		m->length = length;
		m->distance = distance;
	}
}

/* The longest match that is quickly found at a place with four bytes left at least: in the row above, a run
 * of one colour (of 1 or 3 bytes), or where the same bytes were last. */
static match find(lectern_deflate *d, size_t at)
{
	match m = {.d = d};
	size_t most = d->used - at;
	uint32_t hash = load32(d->data + at) * 2654435761u >> (32 - HASH_BITS);
	size_t last = d->seen[hash];

	d->seen[hash] = at + 1;
	try_match(&m, at, d->stride, most);
	if (m.length < GOOD_MATCH)
		try_match(&m, at, 1, most);
	if (m.length < GOOD_MATCH)
		try_match(&m, at, 3, most);
	if (m.length < GOOD_MATCH && last)
		try_match(&m, at, at + 1 - last, most);
	return m;
}

static void write_block(fz_context *ctx, lectern_deflate *d, int is_last);

static void add_token(fz_context *ctx, lectern_deflate *d, uint32_t token)
{
	if (d->count == TOKENS)
		write_block(ctx, d, 0);
	d->tokens[d->count++] = token;
}

static void add_match(fz_context *ctx, lectern_deflate *d, size_t length, size_t distance)
{
	int code = distance_code(d, distance - 1);

	while (length > 0) {
		size_t part = length <= MAX_MATCH ? length : length < MAX_MATCH + MIN_MATCH ? length - MIN_MATCH : MAX_MATCH;
		add_token(ctx, d, IS_MATCH | part << 16 | (distance - 1));
		d->literals[257 + d->length_code[part]]++;
		d->distances[code]++;
		length -= part;
	}
}

/* Encodes all that was added. */
static void encode(fz_context *ctx, lectern_deflate *d)
{
	size_t at = d->done;

	d->adler = adler32(d->adler, d->data + at, d->used - at);
	while (at < d->used) {
		match m = {0};
		if (at + MIN_MATCH <= d->used)
			m = find(d, at);
		if (m.length >= MIN_MATCH) {
			add_match(ctx, d, m.length, m.distance);
			at += m.length;
			continue;
		}
		add_token(ctx, d, d->data[at]);
		d->literals[d->data[at]]++;
		at++;
	}
	d->done = at;
}

/* Moves the window to the beginning. */
static void slide(lectern_deflate *d)
{
	size_t by = d->used - WINDOW;

	memmove(d->data, d->data + by, WINDOW);
	d->used = d->done = WINDOW;
	for (size_t i = 0; i < 1 << HASH_BITS; i++)
		d->seen[i] = d->seen[i] > by ? d->seen[i] - by : 0;
}

unsigned char *lectern_deflate_room(fz_context *ctx, lectern_deflate *d)
{
	if (d->used + d->stride > d->room) {
		encode(ctx, d);
		slide(d);
	}
	return d->data + d->used;
}

void lectern_deflate_add(fz_context *ctx, lectern_deflate *d, size_t size)
{
	(void)ctx;
	d->used += size;
}

/* The lengths of a block's codes, as RFC 1951, 3.2.7 has them; runs of zeros alone are written as such. */
static void write_lengths(fz_context *ctx, lectern_deflate *d, const uint8_t *lengths, int count, const uint8_t *bits, const uint16_t *codes, uint32_t *counts)
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
			put(ctx, d, codes[symbol], bits[symbol]);
		if (!counts && run >= 3)
			put(ctx, d, run < 11 ? run - 3 : run - 11, run < 11 ? 3 : 7);
		i += run;
	}
}

static void write_header(fz_context *ctx, lectern_deflate *d, const uint8_t *lengths, int is_last)
{
	static const uint8_t order[LENGTHS] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
	uint32_t counts[LENGTHS] = {0};
	uint8_t bits[LENGTHS];
	uint16_t codes[LENGTHS];

	write_lengths(ctx, d, lengths, LITERALS + DISTANCES, NULL, NULL, counts);
	lectern_huffman(counts, LENGTHS, 7, bits, codes);
	put(ctx, d, is_last | 2 << 1, 3);
	put(ctx, d, (LITERALS - 257) | (DISTANCES - 1) << 5 | (LENGTHS - 4) << 10, 14);
	for (int i = 0; i < LENGTHS; i++)
		put(ctx, d, bits[order[i]], 3);
	write_lengths(ctx, d, lengths, LITERALS + DISTANCES, bits, codes, NULL);
}

static void write_token(fz_context *ctx, lectern_deflate *d, uint32_t token, const uint8_t *lengths, const uint16_t *codes)
{
	if (!(token & IS_MATCH)) {
		put(ctx, d, codes[token], lengths[token]);
		return;
	}
	int length = token >> 16 & 0x1ff, distance = (token & 0x7fff) + 1;
	int l = d->length_code[length], t = distance_code(d, distance - 1);
	put(ctx, d, codes[257 + l] | (uint32_t)(length - length_base[l]) << lengths[257 + l], lengths[257 + l] + length_extra[l]);
	put(ctx, d, codes[LITERALS + t] | (uint32_t)(distance - distance_base[t]) << lengths[LITERALS + t], lengths[LITERALS + t] + distance_extra[t]);
}

static void write_block(fz_context *ctx, lectern_deflate *d, int is_last)
{
	uint8_t lengths[LITERALS + DISTANCES];
	uint16_t codes[LITERALS + DISTANCES];

	d->literals[END_OF_BLOCK] = 1;
	lectern_huffman(d->literals, LITERALS, 15, lengths, codes);
	lectern_huffman(d->distances, DISTANCES, 15, lengths + LITERALS, codes + LITERALS);
	write_header(ctx, d, lengths, is_last);
	for (size_t i = 0; i < d->count; i++)
		write_token(ctx, d, d->tokens[i], lengths, codes);
	put(ctx, d, codes[END_OF_BLOCK], lengths[END_OF_BLOCK]);
	memset(d->literals, 0, sizeof d->literals);
	memset(d->distances, 0, sizeof d->distances);
	d->count = 0;
}

void lectern_deflate_finish(fz_context *ctx, lectern_deflate *d)
{
	encode(ctx, d);
	write_block(ctx, d, 1);
	flush(ctx, d);
	for (; d->pending > 0; d->pending -= 8, d->bits >>= 8)
		fz_append_byte(ctx, d->out, d->bits & 0xff);
	for (int shift = 24; shift >= 0; shift -= 8)
		fz_append_byte(ctx, d->out, d->adler >> shift & 0xff);
}
