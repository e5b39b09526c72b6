// Finds pictures that cannot be drawn, or not whole. Reading the text of a page does not decode them, and drawing goes
// on without them.
#include "device.h"
#include "objects.h"

// A device that draws nothing.
typedef struct {
	fz_device super;
	lectern_document *doc;
	int broken;
} looker;

static void look(fz_device *device, fz_image *image)
{
	looker *l = (looker *)device;

	lectern_throw_if_aborted(l->doc);
	if (!l->broken)
		l->broken = image == l->doc->nothing || !lectern_picture_is_whole(l->doc, image);
}

static void fill_image(
	fz_context *ctx, fz_device *device, fz_image *image, fz_matrix ctm, float alpha, fz_color_params params)
{
	(void)ctx, (void)ctm, (void)alpha, (void)params;
	look(device, image);
}

static void fill_image_mask(fz_context *ctx, fz_device *device, fz_image *image, fz_matrix ctm, fz_colorspace *space,
	const float *color, float alpha, fz_color_params params)
{
	(void)ctx, (void)ctm, (void)space, (void)color, (void)alpha, (void)params;
	look(device, image);
}

static void clip_image_mask(fz_context *ctx, fz_device *device, fz_image *image, fz_matrix ctm, fz_rect scissor)
{
	(void)ctx, (void)ctm, (void)scissor;
	look(device, image);
}

// Runs the page, with hints, and reports whether a picture that MuPDF began to draw was broken. *mistakes is how many
// things could not be begun at all.
static int run(lectern_document *doc, fz_page *page, int hints, int *mistakes)
{
	fz_context *ctx = doc->ctx;
	looker *device = fz_new_derived_device(ctx, looker);
	int broken = 0;

	device->doc = doc;
	device->super.fill_image = fill_image;
	device->super.fill_image_mask = fill_image_mask;
	device->super.clip_image_mask = clip_image_mask;
	fz_enable_device_hints(ctx, &device->super, hints);
	*mistakes = -doc->cookie.errors;
	fz_var(broken);
	fz_try(ctx) {
		fz_run_page(ctx, page, &device->super, fz_identity, &doc->cookie);
		lectern_throw_if_aborted(doc);
		fz_close_device(ctx, &device->super);
		broken = device->broken;
	}
	fz_always(ctx)
		fz_drop_device(ctx, &device->super);
	fz_catch(ctx)
		fz_rethrow(ctx);
	*mistakes += doc->cookie.errors;
	return broken;
}

// A picture that cannot even be begun is a mistake among others: those are met without pictures, too.
static int has_broken(lectern_document *doc, fz_page *page)
{
	int mistakes, others;

	if (run(doc, page, 0, &mistakes))
		return 1;
	if (mistakes == 0)
		return 0;
	run(doc, page, FZ_DONT_DECODE_IMAGES, &others);
	return mistakes > others;
}

static int look_at_page(lectern_document *doc, int number, int *broken)
{
	fz_context *ctx = doc->ctx;
	fz_page *page = NULL;

	*broken = 0;
	fz_var(page);
	fz_try(ctx) {
		page = fz_load_page(ctx, doc->fz, number);
		*broken = has_broken(doc, page);
	}
	fz_always(ctx)
		fz_drop_page(ctx, page);
	fz_catch(ctx)
		return lectern_caught(doc);
	return LECTERN_OK;
}

int lectern_look_at_pictures(lectern_document *doc, int number, int *broken)
{
	if (number < 0 || number >= doc->pages)
		return LECTERN_NO_PAGE;
	int code = look_at_page(doc, number, broken);
	return lectern_draws_again(doc, number, code) ? look_at_page(doc, number, broken) : code;
}
