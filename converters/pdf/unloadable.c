// Pictures that cannot even be begun. Most of them MuPDF goes on without, but some end a page, such as one whose size
// no image can have: those are found in what the page may draw, and a picture of nothing comes in their place. The
// document stays as it is.
#include "objects.h"

#define MAX_VISITS 10000

typedef struct {
	lectern_document *doc;
	int replaced;
} search;

static fz_image *new_nothing(fz_context *ctx)
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

// Puts the picture of nothing where MuPDF keeps the pictures that it has loaded. It stays there as long as doc has it,
// too.
static void replace(search *s, pdf_obj *picture)
{
	fz_context *ctx = s->doc->ctx;

	if (!s->doc->nothing)
		s->doc->nothing = new_nothing(ctx);
	pdf_store_item(ctx, picture, s->doc->nothing, 1);
	s->replaced++;
}

static int loads(search *s, pdf_obj *picture)
{
	fz_context *ctx = s->doc->ctx;
	int loaded = 0;

	fz_var(loaded);
	fz_try(ctx) {
		fz_drop_image(ctx, pdf_load_image(ctx, (pdf_document *)s->doc->fz, picture));
		loaded = 1;
	}
	fz_catch(ctx) {
		lectern_throw_if_aborted(s->doc);
		if (lectern_caught_no_memory(s->doc))
			fz_rethrow(ctx);
		fz_ignore_error(ctx);
	}
	return loaded;
}

static void visit_picture(void *user, pdf_obj *picture)
{
	search *s = user;

	lectern_throw_if_aborted(s->doc);
	if (pdf_is_indirect(s->doc->ctx, picture) && !loads(s, picture))
		replace(s, picture);
}

// Replaces the pictures of a page, which counts from 0, that end its drawing before they are begun. Returns their
// number.
static int replace_unloadable(lectern_document *doc, int number)
{
	fz_context *ctx = doc->ctx;
	search s = {.doc = doc};
	lectern_walk walk = {.doc = doc, .most = MAX_VISITS, .on_picture = visit_picture, .user = &s};

	fz_var(s);
	fz_var(walk);
	fz_try(ctx) {
		lectern_begin_walk(&walk);
		lectern_walk_page(&walk, number);
	}
	fz_always(ctx)
		lectern_end_walk(&walk);
	fz_catch(ctx)
		fz_ignore_error(ctx); // the error that the page ended with stands
	return s.replaced;
}

int lectern_draws_again(lectern_document *doc, int number, int code)
{
	return code == LECTERN_DAMAGED && replace_unloadable(doc, number) > 0;
}
