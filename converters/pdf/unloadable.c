/* Pictures that cannot even be begun. Most of them MuPDF goes on without, but some end a page, such as one whose size no image can
 * have: those are found in what the page may draw, and a picture of nothing comes in their place. The document stays as it is. */
#include "document.h"

#include <string.h>

#define MAX_DEPTH 16
#define MAX_VISITS 10000

typedef struct {
	lectern_document *doc;
	pdf_mark_bits *seen;
	int visits, replaced;
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

/* Puts the picture of nothing where MuPDF keeps the pictures that it has loaded. It stays there as long as doc has it, too. */
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

static void visit_resources(search *s, pdf_obj *resources, int depth);

/* A form, a pattern, an appearance or a picture. */
static void visit(search *s, pdf_obj *obj, int depth)
{
	fz_context *ctx = s->doc->ctx;

	lectern_throw_if_aborted(s->doc);
	if (s->visits++ >= MAX_VISITS || depth > MAX_DEPTH || !pdf_is_indirect(ctx, obj) || pdf_mark_bits_set(ctx, s->seen, obj))
		return;
	if (strcmp(pdf_to_name(ctx, pdf_dict_gets(ctx, obj, "Subtype")), "Image"))
		visit_resources(s, pdf_dict_gets(ctx, obj, "Resources"), depth + 1);
	else if (!loads(s, obj))
		replace(s, obj);
}

static void visit_resources(search *s, pdf_obj *resources, int depth)
{
	fz_context *ctx = s->doc->ctx;
	static const char *const kinds[] = {"XObject", "Pattern"};

	for (int kind = 0; kind < 2; kind++) {
		pdf_obj *named = pdf_dict_gets(ctx, resources, kinds[kind]);
		for (int i = 0; i < pdf_dict_len(ctx, named) && s->visits < MAX_VISITS; i++)
			visit(s, pdf_dict_get_val(ctx, named, i), depth);
	}
}

static void visit_page(search *s, int number)
{
	fz_context *ctx = s->doc->ctx;
	pdf_obj *page = pdf_lookup_page_obj(ctx, (pdf_document *)s->doc->fz, number), *annotations = pdf_dict_gets(ctx, page, "Annots");

	visit_resources(s, pdf_dict_getp_inheritable(ctx, page, "Resources"), 0);
	for (int i = 0; i < pdf_array_len(ctx, annotations) && s->visits < MAX_VISITS; i++)
		visit(s, pdf_dict_getp(ctx, pdf_array_get(ctx, annotations, i), "AP/N"), 0);
}

int lectern_replace_unloadable(lectern_document *doc, int number)
{
	fz_context *ctx = doc->ctx;
	search s = {.doc = doc};

	fz_var(s);
	fz_try(ctx) {
		s.seen = pdf_new_mark_bits(ctx, (pdf_document *)doc->fz);
		visit_page(&s, number);
	}
	fz_always(ctx)
		pdf_drop_mark_bits(ctx, s.seen);
	fz_catch(ctx)
		fz_ignore_error(ctx); /* the error that the page ended with stands */
	return s.replaced;
}
