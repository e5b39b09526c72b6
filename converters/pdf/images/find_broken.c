// Finds images that cannot be decoded completely. Reading the text of a page does not decode images, and
// drawing continues without damaged ones.
#include "images/images.h"

#include <stdbool.h>

// A device that draws nothing.
typedef struct {
	fz_device super;
	lectern_document *doc;
	bool broken;
} checking_device;

static void check_image(fz_device *device, fz_image *image)
{
	checking_device *l = (checking_device *)device;

	lectern_throw_if_aborted(l->doc);
	if (!l->broken)
		l->broken = image == l->doc->placeholder || !lectern_image_is_intact(l->doc, image);
}

static void fill_image(
	fz_context *ctx, fz_device *device, fz_image *image, fz_matrix ctm, float alpha, fz_color_params params)
{
	(void)ctx, (void)ctm, (void)alpha, (void)params;
	check_image(device, image);
}

static void fill_image_mask(fz_context *ctx, fz_device *device, fz_image *image, fz_matrix ctm, fz_colorspace *space,
	const float *color, float alpha, fz_color_params params)
{
	(void)ctx, (void)ctm, (void)space, (void)color, (void)alpha, (void)params;
	check_image(device, image);
}

static void clip_image_mask(fz_context *ctx, fz_device *device, fz_image *image, fz_matrix ctm, fz_rect scissor)
{
	(void)ctx, (void)ctm, (void)scissor;
	check_image(device, image);
}

// Runs the page with device hints, and reports whether an image was broken. Sets *errors to the number of
// errors in its content.
static bool run_page(lectern_document *doc, fz_page *page, int hints, int *errors)
{
	fz_context *ctx = doc->ctx;
	checking_device *device = fz_new_derived_device(ctx, checking_device);
	bool broken = false;

	device->doc = doc;
	device->super.fill_image = fill_image;
	device->super.fill_image_mask = fill_image_mask;
	device->super.clip_image_mask = clip_image_mask;
	fz_enable_device_hints(ctx, &device->super, hints);
	*errors = -doc->cookie.errors;
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
	*errors += doc->cookie.errors;
	return broken;
}

// Reports whether the page has a broken image. An image that MuPDF cannot load is only an error of the content:
// it is found by running the page without images and comparing the numbers of errors.
static bool has_broken(lectern_document *doc, fz_page *page)
{
	int errors, others;

	if (run_page(doc, page, 0, &errors))
		return true;
	if (errors == 0)
		return false;
	run_page(doc, page, FZ_DONT_DECODE_IMAGES, &others);
	return errors > others;
}

static int check_page(lectern_document *doc, int number, int *broken)
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
		return lectern_store_error(doc);
	return LECTERN_OK;
}

int lectern_find_broken_images(lectern_document *doc, int number, int *broken)
{
	if (number < 0 || number >= doc->pages)
		return LECTERN_NO_PAGE;
	int code = check_page(doc, number, broken);
	return lectern_replace_images(doc, number, code) ? check_page(doc, number, broken) : code;
}
