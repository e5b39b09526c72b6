#include "png/deflate.h"

#include "png/deflate_block.h"

#include <string.h>

#define WINDOW 32768 // largest distance of a match
#define CHUNK (512 << 10)
#define GOOD_MATCH 32 // length of a match that ends the search
#define HASH_BITS 14

// A function of zlib, which is part of MuPDF's library. go-fitz does not ship the headers.
unsigned long adler32(unsigned long adler, const unsigned char *data, unsigned int size);

struct lectern_deflate {
	fz_buffer *out;
	size_t stride;
	unsigned char *data; // the window of bytes that matches may refer to, followed by the bytes to compress
	size_t capacity, used, encoded;
	uint32_t adler;
	lectern_block block;
	uint32_t seen[1 << HASH_BITS]; // last position of four bytes with this hash, plus 1
};

lectern_deflate *lectern_new_deflate(fz_context *ctx, fz_buffer *out, size_t stride)
{
	lectern_deflate *d = fz_malloc_struct(ctx, lectern_deflate);

	fz_try(ctx) {
		d->out = out;
		d->stride = stride;
		d->adler = 1;
		d->capacity = WINDOW + (stride > CHUNK ? stride : CHUNK);
		d->data = fz_malloc(ctx, d->capacity);
		lectern_block_open(ctx, &d->block, out);
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
	lectern_block_drop(ctx, &d->block);
	fz_free(ctx, d);
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

// Returns the number of equal bytes at the start of a and b. The result is at most limit.
static size_t match_length(const unsigned char *a, const unsigned char *b, size_t limit)
{
	size_t n = 0;

	while (n + 8 <= limit) {
		uint64_t difference = load64(a + n) ^ load64(b + n);
		if (difference)
			return n + (__builtin_ctzll(difference) >> 3);
		n += 8;
	}
	while (n < limit && a[n] == b[n])
		n++;
	return n;
}

typedef struct {
	lectern_deflate *d;
	size_t length, distance;
} match;

static void try_match(match *m, size_t position, size_t distance, size_t limit)
{
	const unsigned char *p = m->d->data + position;
	size_t length;

	if (distance > position || distance > WINDOW || load32(p) != load32(p - distance))
		return;
	length = 4 + match_length(p + 4, p - distance + 4, limit - 4);
	if (length > m->length) {
		m->length = length;
		m->distance = distance;
	}
}

// Returns the longest match among a few candidates: in the row above, in a run of one color (1 or 3 bytes), or at the
// last occurrence of the same four bytes. At least four bytes must remain to be compressed.
static match find_match(lectern_deflate *d, size_t position)
{
	match m = {.d = d};
	size_t limit = d->used - position;
	uint32_t hash = load32(d->data + position) * 2654435761u >> (32 - HASH_BITS);
	size_t last = d->seen[hash];

	d->seen[hash] = position + 1;
	try_match(&m, position, d->stride, limit);
	if (m.length < GOOD_MATCH)
		try_match(&m, position, 1, limit);
	if (m.length < GOOD_MATCH)
		try_match(&m, position, 3, limit);
	if (m.length < GOOD_MATCH && last)
		try_match(&m, position, position + 1 - last, limit);
	return m;
}

// Compresses all bytes that were added.
static void encode(fz_context *ctx, lectern_deflate *d)
{
	size_t position = d->encoded;

	d->adler = adler32(d->adler, d->data + position, d->used - position);
	while (position < d->used) {
		match m = {0};
		if (position + LECTERN_MIN_MATCH <= d->used)
			m = find_match(d, position);
		if (m.length >= LECTERN_MIN_MATCH) {
			lectern_block_match(ctx, &d->block, m.length, m.distance);
			position += m.length;
			continue;
		}
		lectern_block_literal(ctx, &d->block, d->data[position++]);
	}
	d->encoded = position;
}

// Moves the last WINDOW bytes to the start of the buffer.
static void slide_window(lectern_deflate *d)
{
	size_t offset = d->used - WINDOW;

	memmove(d->data, d->data + offset, WINDOW);
	d->used = d->encoded = WINDOW;
	for (size_t i = 0; i < 1 << HASH_BITS; i++)
		d->seen[i] = d->seen[i] > offset ? d->seen[i] - offset : 0;
}

unsigned char *lectern_deflate_reserve(fz_context *ctx, lectern_deflate *d)
{
	if (d->used + d->stride > d->capacity) {
		encode(ctx, d);
		slide_window(d);
	}
	return d->data + d->used;
}

void lectern_deflate_add(fz_context *ctx, lectern_deflate *d, size_t size)
{
	(void)ctx;
	d->used += size;
}

void lectern_deflate_finish(fz_context *ctx, lectern_deflate *d)
{
	encode(ctx, d);
	lectern_block_finish(ctx, &d->block);
	for (int shift = 24; shift >= 0; shift -= 8)
		fz_append_byte(ctx, d->out, d->adler >> shift & 0xff);
}
