// The sizes of pages, and the scale at which they are shown.
#include "document/state.h"

#include <math.h>
#include <stdbool.h>

lectern_view lectern_view_of(lectern_document *doc, fz_rect bounds)
{
	float width = bounds.x1 - bounds.x0, height = bounds.y1 - bounds.y0;
	float scale = fminf(1, doc->limits.side / fmaxf(width, height));
	lectern_view view = {
		.ctm = fz_pre_translate(fz_scale(scale, scale), -bounds.x0, -bounds.y0),
		.scale = scale,
		.width = width * scale,
		.height = height * scale,
	};

	if (scale < 1) { // so that scaling does not make a long thin page thinner than one point
		view.width = fmaxf(1, view.width);
		view.height = fmaxf(1, view.height);
	}
	return view;
}

// Reports whether the page's MediaBox is usable. MuPDF uses a default box if the MediaBox cannot be read, and one point
// for a side that is shorter than one point.
static bool has_size(fz_context *ctx, pdf_obj *page)
{
	fz_rect box = pdf_to_rect(ctx, pdf_dict_getp_inheritable(ctx, page, "MediaBox"));

	return box.x1 - box.x0 >= 1 && box.y1 - box.y0 >= 1;
}

// Availability of a page's size. A page may be in the page tree but missing from the file.
typedef enum { MISSING = -1, UNSIZED, SIZED } size_state;

static lectern_view view_of_page(lectern_document *doc, int page, size_state *state)
{
	fz_context *ctx = doc->ctx;
	fz_rect box;
	fz_matrix ctm;

	*state = MISSING;
	// A damaged page must not affect the sizes of other pages. It is shown as an empty page of MuPDF's default size.
	fz_try(ctx) {
		pdf_obj *obj = pdf_lookup_page_obj(ctx, (pdf_document *)doc->fz, page);
		pdf_page_obj_transform(ctx, obj, &box, &ctm);
		box = fz_transform_rect(box, ctm);
		if (pdf_is_dict(ctx, obj))
			*state = has_size(ctx, obj) ? SIZED : UNSIZED;
	}
	fz_catch(ctx) {
		fz_ignore_error(ctx);
		box = fz_make_rect(0, 0, 612, 792);
	}
	return lectern_view_of(doc, box);
}

float lectern_page_scale(lectern_document *doc, int page)
{
	size_state state;

	return view_of_page(doc, page, &state).scale;
}

int lectern_page_size(lectern_document *doc, int page, float *width, float *height)
{
	size_state state;

	if (page < 0 || page >= doc->pages)
		return LECTERN_NO_PAGE;
	lectern_view view = view_of_page(doc, page, &state);
	*width = view.width;
	*height = view.height;
	return LECTERN_OK;
}

int lectern_sizes(lectern_document *doc, float *sizes, int pages)
{
	for (int i = 0; i < pages; i++) {
		size_state state;
		lectern_view view = view_of_page(doc, i, &state);
		sizes[3 * i] = view.width;
		sizes[3 * i + 1] = view.height;
		sizes[3 * i + 2] = state == SIZED ? view.scale : state;
	}
	return LECTERN_OK;
}
