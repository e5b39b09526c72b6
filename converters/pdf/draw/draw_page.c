// Draws a page as SVG or PNG.
#include "draw/api.h"
#include "draw/gray.h"
#include "images/images.h"
#include "png/png.h"

#include <math.h>

// Largest width and height of an image in pixels.
#define MAX_SIDE 32767.0f

// Runs the page, its annotations and form fields on a device.
static void run_page(lectern_document *doc, fz_page *page, fz_device *device, fz_matrix ctm)
{
	fz_run_page(doc->ctx, page, device, ctm, &doc->cookie);
	lectern_throw_if_aborted(doc);
	fz_close_device(doc->ctx, device);
}

// The output buffer of an SVG, with its limit.
typedef struct {
	fz_buffer *buffer;
	size_t limit;
	int full;
} svg_sink;

// Appends to the SVG. FZ_ERROR_ABORT ends drawing, unlike most errors.
static void write_svg(fz_context *ctx, void *state, const void *data, size_t size)
{
	svg_sink *sink = state;

	if (fz_buffer_storage(ctx, sink->buffer, NULL) + size > sink->limit) {
		sink->full = 1;
		fz_throw(ctx, FZ_ERROR_ABORT, "the SVG has more than %zu bytes", sink->limit);
	}
	fz_append_data(ctx, sink->buffer, data, size);
}

static int try_svg(lectern_document *doc, int number, int first_id, lectern_bytes *out)
{
	fz_context *ctx = doc->ctx;
	fz_page *page = NULL;
	fz_output *output = NULL;
	fz_device *device = NULL;
	svg_sink sink = {.limit = doc->limits.svg};

	fz_var(page);
	fz_var(sink);
	fz_var(output);
	fz_var(device);
	fz_try(ctx) {
		page = fz_load_page(ctx, doc->fz, number);
		lectern_view view = lectern_view_of(doc, fz_bound_page(ctx, page));
		sink.buffer = fz_new_buffer(ctx, 64 << 10);
		output = fz_new_output(ctx, 0, &sink, write_svg, NULL, NULL);
		device = fz_new_svg_device_with_id(ctx, output, view.width, view.height, FZ_SVG_TEXT_AS_PATH, 1, &first_id);
		lectern_convert_gray(doc, device);
		run_page(doc, page, device, view.ctm);
		fz_drop_device(ctx, device); // dropping writes to the output, which must still be open
		device = NULL;
		fz_close_output(ctx, output);
		lectern_keep_bytes(doc, sink.buffer, out);
	}
	fz_always(ctx) {
		fz_drop_device(ctx, device);
		fz_drop_output(ctx, output);
		fz_drop_buffer(ctx, sink.buffer);
		fz_drop_page(ctx, page);
	}
	fz_catch(ctx) {
		int code = lectern_store_error(doc);
		return sink.full && !doc->cookie.abort ? LECTERN_TOO_LARGE : code;
	}
	return LECTERN_OK;
}

int lectern_svg(lectern_document *doc, int number, int first_id, lectern_bytes *out)
{
	if (number < 0 || number >= doc->pages)
		return LECTERN_NO_PAGE;
	int code = try_svg(doc, number, first_id, out);
	return lectern_replace_images(doc, number, code) ? try_svg(doc, number, first_id, out) : code;
}

// Returns the largest scale up to the given one that keeps the image within the limits.
static float bounded_scale(float width, float height, float scale, float max_pixels)
{
	float area_scale = sqrtf(max_pixels / width / height);
	float side = MAX_SIDE / fmaxf(width, height);

	return fminf(scale, fminf(area_scale, side));
}

// Draws a page. *pixels is the number of pixels per point; it is reduced if the image would exceed the limits.
static fz_pixmap *draw(lectern_document *doc, fz_page *page, float *pixels)
{
	fz_context *ctx = doc->ctx;
	lectern_view view = lectern_view_of(doc, fz_bound_page(ctx, page));
	float scale = *pixels = bounded_scale(view.width, view.height, *pixels, doc->limits.pixels);
	fz_pixmap *pixmap = NULL;
	fz_device *device = NULL;

	fz_var(pixmap);
	fz_var(device);
	fz_try(ctx) {
		pixmap = fz_new_pixmap(ctx, fz_device_rgb(ctx), (int)fmaxf(1, roundf(view.width * scale)),
			(int)fmaxf(1, roundf(view.height * scale)), NULL, 0);
		fz_clear_pixmap_with_value(ctx, pixmap, 255);
		device = fz_new_draw_device(ctx, fz_identity, pixmap);
		lectern_skip_broken_images(doc, device);
		run_page(doc, page, device, fz_post_scale(view.ctm, scale, scale));
	}
	fz_always(ctx)
		fz_drop_device(ctx, device);
	fz_catch(ctx) {
		fz_drop_pixmap(ctx, pixmap);
		fz_rethrow(ctx);
	}
	return pixmap;
}

static int try_png(lectern_document *doc, int number, float *scale, lectern_bytes *out)
{
	fz_context *ctx = doc->ctx;
	fz_page *page = NULL;
	fz_pixmap *pixmap = NULL;
	fz_buffer *buffer = NULL;

	fz_var(page);
	fz_var(pixmap);
	fz_var(buffer);
	fz_try(ctx) {
		page = fz_load_page(ctx, doc->fz, number);
		pixmap = draw(doc, page, scale);
		buffer = lectern_encode_png(ctx, pixmap, *scale, &doc->cookie);
		lectern_keep_bytes(doc, buffer, out);
	}
	fz_always(ctx) {
		fz_drop_buffer(ctx, buffer);
		fz_drop_pixmap(ctx, pixmap);
		fz_drop_page(ctx, page);
	}
	fz_catch(ctx)
		return lectern_store_error(doc);
	return LECTERN_OK;
}

int lectern_png(lectern_document *doc, int number, float *scale, lectern_bytes *out)
{
	if (number < 0 || number >= doc->pages)
		return LECTERN_NO_PAGE;
	int code = try_png(doc, number, scale, out);
	return lectern_replace_images(doc, number, code) ? try_png(doc, number, scale, out) : code;
}
