#include "png/png.h"

#include "png/deflate.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define GRAY 0
#define RGB 2
#define PALETTE 3

#define COLORS 256
#define SLOTS 1024        // of the hash table of colors; a power of two
#define ROWS_PER_FILTER 8 // a filter is chosen for every 8 rows

// A function of zlib, which is part of MuPDF's library. go-fitz does not ship the headers.
unsigned long crc32(unsigned long crc, const unsigned char *data, unsigned int size);

typedef struct {
	fz_context *ctx;
	fz_pixmap *pixmap;
	const fz_cookie *cookie;
	int width, height, type;
	float scale;            // pixels per point
	unsigned char *samples; // one byte per pixel: gray or an index of the palette; not used for RGB
	int colors;
	uint32_t palette[COLORS]; // as 0xBBGGRR
	int16_t slots[SLOTS];     // the index of a color plus 1
	fz_buffer *out;
	lectern_deflate *deflate;
	unsigned char *trial; // two filtered rows, to compare filters
} png;

static const unsigned char *row_of(const png *p, int y)
{
	if (p->cookie->abort)
		fz_throw(p->ctx, FZ_ERROR_ABORT, "aborted");
	return fz_pixmap_samples(p->ctx, p->pixmap) + (size_t)y * fz_pixmap_stride(p->ctx, p->pixmap);
}

static uint32_t color_at(const unsigned char *pixel)
{
	return pixel[0] | pixel[1] << 8 | pixel[2] << 16;
}

// Returns the index of a color in the palette, to which it is added if necessary; -1 if the palette is full.
static int index_of(png *p, uint32_t color)
{
	uint32_t slot = color * 2654435761u >> 22;

	for (; p->slots[slot]; slot = (slot + 1) & (SLOTS - 1))
		if (p->palette[p->slots[slot] - 1] == color)
			return p->slots[slot] - 1;
	if (p->colors == COLORS)
		return -1;
	p->palette[p->colors++] = color;
	p->slots[slot] = p->colors;
	return p->colors - 1;
}

// Returns the length of the run of equal pixels that starts at the given pixel. Compares eight pixels at a time, so
// that blank areas take little time.
static int run_length(const unsigned char *pixel, int limit)
{
	int n = 1;

	while (n + 8 <= limit && !memcmp(pixel + 3 * n, pixel + 3 * (n - 1), 24))
		n += 8;
	while (n < limit && !memcmp(pixel + 3 * n, pixel, 3))
		n++;
	return n;
}

// Writes a row with one byte per pixel: gray, or indices of the palette. Returns false if a pixel is not gray or the
// palette is full.
static bool convert_row(png *p, const unsigned char *row, unsigned char *out)
{
	for (int x = 0; x < p->width;) {
		const unsigned char *pixel = row + 3 * x;
		int run = run_length(pixel, p->width - x);
		int value = p->type == PALETTE                     ? index_of(p, color_at(pixel))
			: pixel[0] == pixel[1] && pixel[1] == pixel[2] ? pixel[0]
														   : -1;
		if (value < 0)
			return false;
		if (run == 1)
			out[x] = value;
		else
			memset(out + x, value, run);
		x += run;
	}
	return true;
}

static bool convert_to_type(png *p, int type)
{
	p->type = type;
	for (int y = 0; y < p->height; y++)
		if (!convert_row(p, row_of(p, y), p->samples + (size_t)y * p->width))
			return false;
	return true;
}

// Chooses the color type with the fewest bytes per pixel: gray, then a palette, then RGB. If a page is not gray or has
// too many colors for a palette, the attempt usually fails within the first rows.
static void choose_color_type(png *p)
{
	p->samples = fz_malloc(p->ctx, (size_t)p->width * p->height);
	if (!convert_to_type(p, GRAY) && !convert_to_type(p, PALETTE))
		p->type = RGB;
}

static void append_chunk(png *p, const char *type, const unsigned char *data, size_t size)
{
	unsigned long crc = crc32(crc32(0, (const unsigned char *)type, 4), data, size);

	fz_append_int32_be(p->ctx, p->out, size);
	fz_append_data(p->ctx, p->out, type, 4);
	fz_append_data(p->ctx, p->out, data, size);
	fz_append_int32_be(p->ctx, p->out, crc);
}

// Appends the physical size of a pixel, in pixels per metre (ISO 15948, 11.3.5.3).
static void append_scale(png *p)
{
	uint32_t density = (uint32_t)lroundf(p->scale * 72 / 0.0254f);
	unsigned char size[9] = {
		density >> 24, density >> 16, density >> 8, density, density >> 24, density >> 16, density >> 8, density, 1};

	append_chunk(p, "pHYs", size, sizeof size);
}

static void append_header(png *p)
{
	unsigned char head[13] = {p->width >> 24, p->width >> 16, p->width >> 8, p->width, p->height >> 24, p->height >> 16,
		p->height >> 8, p->height, 8, p->type, 0, 0, 0};
	unsigned char colors[3 * COLORS];

	fz_append_data(p->ctx, p->out, "\x89PNG\r\n\x1a\n", 8);
	append_chunk(p, "IHDR", head, sizeof head);
	append_scale(p);
	if (p->type != PALETTE)
		return;
	for (int i = 0; i < p->colors; i++)
		for (int c = 0; c < 3; c++)
			colors[3 * i + c] = p->palette[i] >> 8 * c;
	append_chunk(p, "PLTE", colors, 3 * p->colors);
}

// Filter types (ISO 15948, 9.2).
enum { NONE, SUB, UP };

static void apply_filter(
	int filter, unsigned char *out, const unsigned char *row, const unsigned char *above, int size, int pixel)
{
	if (filter == UP) {
		for (int i = 0; i < size; i++)
			out[i] = row[i] - above[i];
		return;
	}
	memcpy(out, row, pixel);
	for (int i = pixel; i < size; i++)
		out[i] = row[i] - row[i - pixel];
}

static uint32_t sum_of(const unsigned char *bytes, int size)
{
	uint32_t sum = 0;

	for (int i = 0; i < size; i++)
		sum += abs((signed char)bytes[i]);
	return sum;
}

// Returns the filter for a row. Text and drawings compress best without a filter, because equal patterns stay equal.
// Photographs, in which most pixels differ from their neighbours, compress better as differences.
static int choose_filter(png *p, const unsigned char *row, const unsigned char *above, int size, int pixel)
{
	int same = 0;

	for (int i = pixel; i < size; i++)
		same += row[i] == row[i - pixel] || row[i] == above[i];
	if (same > size / 8 * 5)
		return NONE;
	apply_filter(SUB, p->trial, row, above, size, pixel);
	apply_filter(UP, p->trial + size, row, above, size, pixel);
	return sum_of(p->trial, size) <= sum_of(p->trial + size, size) ? SUB : UP;
}

static void append_rows(png *p)
{
	int pixel = p->type == RGB ? 3 : 1, size = p->width * pixel, filter = NONE;
	const unsigned char *above = NULL;

	for (int y = 0; y < p->height; y++) {
		const unsigned char *row = row_of(p, y);
		unsigned char *out = lectern_deflate_reserve(p->ctx, p->deflate);
		if (p->type != RGB)
			row = p->samples + (size_t)y * size;
		if (p->type != PALETTE && y > 0 && y % ROWS_PER_FILTER == 1)
			filter = choose_filter(p, row, above, size, pixel);
		out[0] = filter;
		if (filter == NONE)
			memcpy(out + 1, row, size);
		else
			apply_filter(filter, out + 1, row, above, size, pixel);
		lectern_deflate_add(p->ctx, p->deflate, size + 1);
		above = row;
	}
	lectern_deflate_finish(p->ctx, p->deflate);
}

// Appends all rows as one chunk. Its length and checksum are filled in at the end.
static void append_data(png *p)
{
	int row = p->width * (p->type == RGB ? 3 : 1);
	size_t start = fz_buffer_storage(p->ctx, p->out, NULL);
	unsigned char *data;
	size_t size;

	p->trial = fz_malloc(p->ctx, 2 * (size_t)row);
	fz_append_data(p->ctx, p->out, "\0\0\0\0IDAT", 8);
	p->deflate = lectern_new_deflate(p->ctx, p->out, row + 1);
	append_rows(p);
	size = fz_buffer_storage(p->ctx, p->out, &data) - start - 8;
	data += start;
	for (int i = 0; i < 4; i++)
		data[i] = size >> (24 - 8 * i);
	fz_append_int32_be(p->ctx, p->out, crc32(0, data + 4, size + 4));
}

fz_buffer *lectern_encode_png(fz_context *ctx, fz_pixmap *pixmap, float scale, const fz_cookie *cookie)
{
	png *p = fz_malloc_struct(ctx, png);
	fz_buffer *out = NULL;

	fz_var(out);
	fz_try(ctx) {
		p->ctx = ctx;
		p->pixmap = pixmap;
		p->cookie = cookie;
		p->scale = scale;
		p->width = fz_pixmap_width(ctx, pixmap);
		p->height = fz_pixmap_height(ctx, pixmap);
		p->out = fz_new_buffer(ctx, 64 << 10);
		choose_color_type(p);
		append_header(p);
		append_data(p);
		append_chunk(p, "IEND", (const unsigned char *)"", 0);
		out = fz_keep_buffer(ctx, p->out);
	}
	fz_always(ctx) {
		lectern_drop_deflate(ctx, p->deflate);
		fz_drop_buffer(ctx, p->out);
		fz_free(ctx, p->samples);
		fz_free(ctx, p->trial);
		fz_free(ctx, p);
	}
	fz_catch(ctx)
		fz_rethrow(ctx);
	return out;
}
