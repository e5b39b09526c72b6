// Lists the fonts in all resource dictionaries of the pages.
#include "details/api.h"
#include "document/objects.h"

#include <stdbool.h>
#include <string.h>

// Limits of visited dictionaries and of fonts. Documents of many thousand pages have fewer.
#define MAX_VISITS 1000000
#define MAX_FONTS 10000
#define MAX_NAME 256

typedef struct {
	lectern_document *doc;
	fz_buffer *out;
	int fonts;
} list;

static bool is_embedded(fz_context *ctx, pdf_obj *descriptor)
{
	return pdf_is_dict(ctx, pdf_dict_gets(ctx, descriptor, "FontFile")) ||
		pdf_is_dict(ctx, pdf_dict_gets(ctx, descriptor, "FontFile2")) ||
		pdf_is_dict(ctx, pdf_dict_gets(ctx, descriptor, "FontFile3"));
}

// Returns the value of lectern_font.collection.
static int cjk_collection(fz_context *ctx, pdf_obj *descendant)
{
	const char *ordering = pdf_to_text_string(ctx, pdf_dict_getp(ctx, descendant, "CIDSystemInfo/Ordering"));

	if (!strcmp(ordering, "Korea1"))
		return 2;
	return !strcmp(ordering, "GB1") || !strcmp(ordering, "CNS1") || !strcmp(ordering, "Japan1");
}

// Reports whether it is unknown which characters the codes of a font stand for. That is the case if the codes are glyph
// numbers of a font that is not embedded and has no map to Unicode, or if MuPDF does not have the encoding.
static bool is_guessed(fz_context *ctx, pdf_obj *font, pdf_obj *descendant)
{
	const char *encoding = pdf_to_name(ctx, pdf_dict_gets(ctx, font, "Encoding"));

	if (!descendant || cjk_collection(ctx, descendant) ||
		is_embedded(ctx, pdf_dict_gets(ctx, descendant, "FontDescriptor")))
		return false;
	if (!strncmp(encoding, "UniAKR-", 7))
		return true;
	return !strncmp(encoding, "Identity-", 9) && !pdf_is_dict(ctx, pdf_dict_gets(ctx, font, "ToUnicode"));
}

static void append_font(void *user, pdf_obj *font)
{
	list *s = user;
	fz_context *ctx = s->doc->ctx;
	const char *type = pdf_to_name(ctx, pdf_dict_gets(ctx, font, "Subtype"));
	const char *name = pdf_to_name(ctx, pdf_dict_gets(ctx, font, "BaseFont"));
	pdf_obj *descendant = pdf_array_get(ctx, pdf_dict_gets(ctx, font, "DescendantFonts"), 0);
	pdf_obj *descriptor = pdf_dict_gets(ctx, descendant ? descendant : font, "FontDescriptor");
	lectern_font record = {
		.embedded = !strcmp(type, "Type3") || is_embedded(ctx, descriptor),
		.flags = pdf_to_int(ctx, pdf_dict_gets(ctx, descriptor, "Flags")),
		.collection = cjk_collection(ctx, descendant),
		.guessed = is_guessed(ctx, font, descendant),
	};

	if (s->fonts++ >= MAX_FONTS)
		return;
	if (!name[0])
		name = pdf_to_name(ctx, pdf_dict_gets(ctx, descriptor, "FontName"));
	if (!name[0])
		name = pdf_to_name(ctx, pdf_dict_gets(ctx, font, "Name"));
	record.name_size = strnlen(name, MAX_NAME);
	record.type_size = strnlen(type, MAX_NAME);
	fz_append_data(ctx, s->out, &record, sizeof record);
	lectern_append_padded(ctx, s->out, name, record.name_size);
	lectern_append_padded(ctx, s->out, type, record.type_size);
}

// Visits the fonts of a page. A damaged page must not prevent the fonts of other pages from being listed.
static void try_page(lectern_walk *walk, int number)
{
	fz_context *ctx = walk->doc->ctx;

	fz_try(ctx)
		lectern_walk_page(walk, number);
	fz_catch(ctx) {
		lectern_throw_if_aborted(walk->doc);
		fz_ignore_error(ctx);
	}
}

int lectern_fonts(lectern_document *doc, lectern_bytes *out)
{
	fz_context *ctx = doc->ctx;
	list fonts = {.doc = doc};
	lectern_walk walk = {.doc = doc, .max_visits = MAX_VISITS, .on_font = append_font, .user = &fonts};

	fz_var(fonts);
	fz_var(walk);
	fz_try(ctx) {
		fonts.out = fz_new_buffer(ctx, 1 << 10);
		lectern_begin_walk(&walk);
		for (int i = 0; i < doc->pages && walk.visits < MAX_VISITS && fonts.fonts < MAX_FONTS; i++)
			try_page(&walk, i);
		lectern_keep_bytes(doc, fonts.out, out);
	}
	fz_always(ctx) {
		lectern_end_walk(&walk);
		fz_drop_buffer(ctx, fonts.out);
	}
	fz_catch(ctx)
		return lectern_store_error(doc);
	return LECTERN_OK;
}
