// Compares the PNG encoder with MuPDF's: draws the first pages of a PDF and encodes each with both.
//
//     encode PDF PAGES ROUNDS
//
// prints, for each page, the milliseconds of the fastest round and the bytes of this encoder and of MuPDF's.
#include "png/png.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

// Pixels per point, as for a page on a screen of 144 dpi.
#define SCALE 2

static double milliseconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

static fz_buffer *encode(fz_context *ctx, fz_pixmap *pixmap, int with_lectern)
{
	static const fz_cookie cookie;

	if (with_lectern)
		return lectern_encode_png(ctx, pixmap, SCALE, &cookie);
	return fz_new_buffer_from_pixmap_as_png(ctx, pixmap, fz_default_color_params);
}

static void measure(fz_context *ctx, fz_pixmap *pixmap, int with_lectern, int rounds)
{
	double fastest = 1e9;
	size_t size = 0;

	for (int i = 0; i < rounds; i++) {
		double start = milliseconds();
		fz_buffer *png = encode(ctx, pixmap, with_lectern);
		double took = milliseconds() - start;
		fastest = took < fastest ? took : fastest;
		size = fz_buffer_storage(ctx, png, NULL);
		fz_drop_buffer(ctx, png);
	}
	printf("%f %zu%s", fastest, size, with_lectern ? " " : "\n");
}

int main(int argc, char **argv)
{
	fz_context *ctx = fz_new_context(NULL, NULL, FZ_STORE_DEFAULT);

	if (argc != 4 || !ctx)
		return 2;
	fz_try(ctx) {
		fz_register_document_handlers(ctx);
		fz_document *doc = fz_open_document(ctx, argv[1]);
		for (int page = 0; page < fz_count_pages(ctx, doc) && page < atoi(argv[2]); page++) {
			fz_pixmap *pixmap =
				fz_new_pixmap_from_page_number(ctx, doc, page, fz_scale(SCALE, SCALE), fz_device_rgb(ctx), 0);
			measure(ctx, pixmap, 1, atoi(argv[3]));
			measure(ctx, pixmap, 0, atoi(argv[3]));
			fz_drop_pixmap(ctx, pixmap);
		}
		fz_drop_document(ctx, doc);
	}
	fz_catch(ctx) {
		fprintf(stderr, "%s\n", fz_caught_message(ctx));
		return 1;
	}
	fz_drop_context(ctx);
	return 0;
}
