// Converts gray to RGB without color management.
//
// Colors of SVG and of text are RGB. MuPDF would link two color profiles to convert gray, only to get three equal
// components. Linking them takes 2 ms in each process, as long as all other work for a short document. Almost every
// page needs it, because black text is gray. Both profiles have the same curve, so the result is the same without them.
// MuPDF converts all other colors.
#include "draw/gray.h"

// Returns the color to use, and sets *space to its color space. rgb is the storage for a converted color.
static const float *rgb_if_gray(fz_context *ctx, fz_colorspace **space, const float *color, float rgb[3])
{
	if (*space != fz_device_gray(ctx))
		return color;
	*space = fz_device_rgb(ctx);
	rgb[0] = rgb[1] = rgb[2] = fz_clamp(color[0], 0, 1);
	return rgb;
}

static const fz_device *device_before_gray(fz_context *ctx)
{
	return &((lectern_document *)fz_user_context(ctx))->device_before_gray;
}

static void fill_path(fz_context *ctx, fz_device *device, const fz_path *path, int even_odd, fz_matrix ctm,
	fz_colorspace *space, const float *color, float alpha, fz_color_params params)
{
	float rgb[3];
	color = rgb_if_gray(ctx, &space, color, rgb);
	device_before_gray(ctx)->fill_path(ctx, device, path, even_odd, ctm, space, color, alpha, params);
}

static void stroke_path(fz_context *ctx, fz_device *device, const fz_path *path, const fz_stroke_state *stroke,
	fz_matrix ctm, fz_colorspace *space, const float *color, float alpha, fz_color_params params)
{
	float rgb[3];
	color = rgb_if_gray(ctx, &space, color, rgb);
	device_before_gray(ctx)->stroke_path(ctx, device, path, stroke, ctm, space, color, alpha, params);
}

static void fill_text(fz_context *ctx, fz_device *device, const fz_text *text, fz_matrix ctm, fz_colorspace *space,
	const float *color, float alpha, fz_color_params params)
{
	float rgb[3];
	color = rgb_if_gray(ctx, &space, color, rgb);
	device_before_gray(ctx)->fill_text(ctx, device, text, ctm, space, color, alpha, params);
}

static void stroke_text(fz_context *ctx, fz_device *device, const fz_text *text, const fz_stroke_state *stroke,
	fz_matrix ctm, fz_colorspace *space, const float *color, float alpha, fz_color_params params)
{
	float rgb[3];
	color = rgb_if_gray(ctx, &space, color, rgb);
	device_before_gray(ctx)->stroke_text(ctx, device, text, stroke, ctm, space, color, alpha, params);
}

void lectern_convert_gray(lectern_document *doc, fz_device *device)
{
	fz_set_user_context(doc->ctx, doc);
	doc->device_before_gray = *device;
	if (device->fill_path)
		device->fill_path = fill_path;
	if (device->stroke_path)
		device->stroke_path = stroke_path;
	if (device->fill_text)
		device->fill_text = fill_text;
	if (device->stroke_text)
		device->stroke_text = stroke_text;
}
