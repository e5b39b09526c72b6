// Replaces images that MuPDF cannot load. MuPDF skips most of these images, but some of them end the drawing of the
// page, such as an image of an impossible size. Those images are found among the resources of the page and replaced by
// a transparent placeholder in MuPDF's store. The document itself is not changed.
#include "document/objects.h"
#include "images/images.h"

#include <stdbool.h>

#define MAX_VISITS 10000

typedef struct {
	lectern_document *doc;
	int replaced;
} search;

static fz_image *new_placeholder(fz_context *ctx)
{
	fz_pixmap *clear = fz_new_pixmap(ctx, NULL, 1, 1, NULL, 1);
	fz_image *image = NULL;

	fz_var(image);
	fz_try(ctx) {
		fz_clear_pixmap(ctx, clear);
		image = fz_new_image_from_pixmap(ctx, clear, NULL);
	}
	fz_always(ctx)
		fz_drop_pixmap(ctx, clear);
	fz_catch(ctx)
		fz_rethrow(ctx);
	return image;
}

// Stores the placeholder where MuPDF stores loaded images. It stays there as long as doc references it.
static void replace(search *s, pdf_obj *image)
{
	fz_context *ctx = s->doc->ctx;

	if (!s->doc->placeholder)
		s->doc->placeholder = new_placeholder(ctx);
	pdf_store_item(ctx, image, s->doc->placeholder, 1);
	s->replaced++;
}

static bool can_load(search *s, pdf_obj *image)
{
	fz_context *ctx = s->doc->ctx;
	bool loaded = false;

	fz_var(loaded);
	fz_try(ctx) {
		fz_drop_image(ctx, pdf_load_image(ctx, (pdf_document *)s->doc->fz, image));
		loaded = true;
	}
	fz_catch(ctx) {
		lectern_throw_if_aborted(s->doc);
		if (lectern_is_out_of_memory(s->doc))
			fz_rethrow(ctx);
		fz_ignore_error(ctx);
	}
	return loaded;
}

static void visit_image(void *user, pdf_obj *image)
{
	search *s = user;

	lectern_throw_if_aborted(s->doc);
	if (pdf_is_indirect(s->doc->ctx, image) && !can_load(s, image))
		replace(s, image);
}

// Replaces the images of a page (numbered from 0) that cannot be loaded. Returns their number.
static int replace_unloadable(lectern_document *doc, int number)
{
	fz_context *ctx = doc->ctx;
	search s = {.doc = doc};
	lectern_walk walk = {.doc = doc, .max_visits = MAX_VISITS, .on_image = visit_image, .user = &s};

	fz_var(s);
	fz_var(walk);
	fz_try(ctx) {
		lectern_begin_walk(&walk);
		lectern_walk_page(&walk, number);
	}
	fz_always(ctx)
		lectern_end_walk(&walk);
	fz_catch(ctx)
		fz_ignore_error(ctx); // the first error of the page is reported
	return s.replaced;
}

bool lectern_replace_images(lectern_document *doc, int number, int code)
{
	return code == LECTERN_DAMAGED && replace_unloadable(doc, number) > 0;
}
