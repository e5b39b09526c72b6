// Leaves out images that cannot be drawn. MuPDF would draw nothing more on a device after an error.
#include "images/images.h"

#include <errno.h>

typedef enum { DRAWN, BROKEN, NO_MEMORY } outcome;

static fz_device *original_device(fz_context *ctx)
{
	return &((lectern_document *)fz_user_context(ctx))->device_before_skip;
}

// Returns the outcome of a failed image. Rethrows errors that the image did not cause. Only allowed in
// fz_catch.
static outcome failure_outcome(fz_context *ctx)
{
	outcome result = fz_caught(ctx) == FZ_ERROR_SYSTEM ? NO_MEMORY : BROKEN;

	lectern_throw_if_aborted(fz_user_context(ctx));
	fz_rethrow_if(ctx, FZ_ERROR_ABORT);
	fz_ignore_error(ctx);
	return result;
}

// Throws if there was no memory for an intact image. An image that declares more pixels than it has data is
// damaged.
static void check_memory(fz_context *ctx, fz_image *image, outcome result)
{
	if (result != NO_MEMORY || !lectern_image_decompresses(fz_user_context(ctx), image))
		return;
	errno = ENOMEM;
	fz_throw(ctx, FZ_ERROR_SYSTEM, "no memory for a picture of %d x %d pixels", image->w, image->h);
}

static void fill_image(
	fz_context *ctx, fz_device *device, fz_image *image, fz_matrix ctm, float alpha, fz_color_params params)
{
	outcome result = DRAWN;

	fz_var(result);
	fz_try(ctx)
		original_device(ctx)->fill_image(ctx, device, image, ctm, alpha, params);
	fz_catch(ctx)
		result = failure_outcome(ctx);
	check_memory(ctx, image, result);
}

static void fill_image_mask(fz_context *ctx, fz_device *device, fz_image *image, fz_matrix ctm, fz_colorspace *space,
	const float *color, float alpha, fz_color_params params)
{
	outcome result = DRAWN;

	fz_var(result);
	fz_try(ctx)
		original_device(ctx)->fill_image_mask(ctx, device, image, ctm, space, color, alpha, params);
	fz_catch(ctx)
		result = failure_outcome(ctx);
	check_memory(ctx, image, result);
}

// Clips all further drawing.
static void clip_all(fz_context *ctx, fz_device *device, fz_rect scissor)
{
	fz_path *nothing = fz_new_path(ctx);

	fz_try(ctx)
		original_device(ctx)->clip_path(ctx, device, nothing, 0, fz_identity, scissor);
	fz_always(ctx)
		fz_drop_path(ctx, nothing);
	fz_catch(ctx)
		fz_rethrow(ctx);
}

// Clips to a mask. Nothing is drawn within the clip of a damaged mask, until that clip is popped.
static void clip_image_mask(fz_context *ctx, fz_device *device, fz_image *image, fz_matrix ctm, fz_rect scissor)
{
	outcome result = DRAWN;

	fz_var(result);
	fz_try(ctx)
		original_device(ctx)->clip_image_mask(ctx, device, image, ctm, scissor);
	fz_catch(ctx)
		result = failure_outcome(ctx);
	check_memory(ctx, image, result);
	if (result != DRAWN)
		clip_all(ctx, device, scissor);
}

void lectern_skip_broken_images(lectern_document *doc, fz_device *device)
{
	fz_set_user_context(doc->ctx, doc);
	doc->device_before_skip = *device;
	device->fill_image = fill_image;
	device->fill_image_mask = fill_image_mask;
	device->clip_image_mask = clip_image_mask;
}
