/* The fonts that a document uses: those of every resource dictionary that its pages lead to. */
#include "document.h"

#include <string.h>

/* Dictionaries that are looked at for the fonts in them, and fonts: more than a document of many thousand pages has. */
#define MAX_VISITS 1000000
#define MAX_FONTS 10000
#define MAX_NAME 256

typedef struct {
	lectern_document *doc;
	fz_buffer *out;
	unsigned char *seen; /* by object number */
	int objects;
	int visits, annotations, fonts;
	pdf_obj **stack; /* resource dictionaries, kept, to look at */
	int depth, room;
} search;

/* Whether the object is met for the first time. One without a number is, as often as its parent is. */
static int first_time(search *s, pdf_obj *obj)
{
	int number = pdf_to_num(s->doc->ctx, obj);

	if (number <= 0 || number >= s->objects)
		return 1;
	if (s->seen[number])
		return 0;
	s->seen[number] = 1;
	return 1;
}

static void push(search *s, pdf_obj *resources)
{
	fz_context *ctx = s->doc->ctx;

	if (!pdf_is_dict(ctx, resources) || !first_time(s, resources) || s->visits++ >= MAX_VISITS)
		return;
	if (s->depth == s->room) {
		int room = s->room ? 2 * s->room : 64;
		s->stack = fz_realloc_array(ctx, s->stack, room, pdf_obj *);
		s->room = room;
	}
	s->stack[s->depth++] = pdf_keep_obj(ctx, resources);
}

static int is_embedded(fz_context *ctx, pdf_obj *descriptor)
{
	return pdf_is_dict(ctx, pdf_dict_gets(ctx, descriptor, "FontFile")) || pdf_is_dict(ctx, pdf_dict_gets(ctx, descriptor, "FontFile2")) ||
		pdf_is_dict(ctx, pdf_dict_gets(ctx, descriptor, "FontFile3"));
}

/* What lectern_font says of the collection. */
static int far_east(fz_context *ctx, pdf_obj *descendant)
{
	const char *ordering = pdf_to_text_string(ctx, pdf_dict_getp(ctx, descendant, "CIDSystemInfo/Ordering"));

	if (!strcmp(ordering, "Korea1"))
		return 2;
	return !strcmp(ordering, "GB1") || !strcmp(ordering, "CNS1") || !strcmp(ordering, "Japan1");
}

/* Whether codes are glyphs of a font that is not there, in an order that MuPDF does not know, and no table says which
 * characters they are; or are in an encoding that it does not have. */
static int is_guessed(fz_context *ctx, pdf_obj *font, pdf_obj *descendant)
{
	const char *encoding = pdf_to_name(ctx, pdf_dict_gets(ctx, font, "Encoding"));

	if (!descendant || far_east(ctx, descendant) || is_embedded(ctx, pdf_dict_gets(ctx, descendant, "FontDescriptor")))
		return 0;
	if (!strncmp(encoding, "UniAKR-", 7))
		return 1;
	return !strncmp(encoding, "Identity-", 9) && !pdf_is_dict(ctx, pdf_dict_gets(ctx, font, "ToUnicode"));
}

static void append_string(fz_context *ctx, fz_buffer *buffer, const char *text, int size)
{
	static const char zeros[4];

	fz_append_data(ctx, buffer, text, size);
	fz_append_data(ctx, buffer, zeros, -size & 3);
}

static void append_font(search *s, pdf_obj *font)
{
	fz_context *ctx = s->doc->ctx;
	const char *type = pdf_to_name(ctx, pdf_dict_gets(ctx, font, "Subtype"));
	const char *name = pdf_to_name(ctx, pdf_dict_gets(ctx, font, "BaseFont"));
	pdf_obj *descendant = pdf_array_get(ctx, pdf_dict_gets(ctx, font, "DescendantFonts"), 0);
	pdf_obj *descriptor = pdf_dict_gets(ctx, descendant ? descendant : font, "FontDescriptor");
	lectern_font record = {
		.embedded = !strcmp(type, "Type3") || is_embedded(ctx, descriptor),
		.flags = pdf_to_int(ctx, pdf_dict_gets(ctx, descriptor, "Flags")),
		.collection = far_east(ctx, descendant),
		.guessed = is_guessed(ctx, font, descendant),
	};

	if (!name[0])
		name = pdf_to_name(ctx, pdf_dict_gets(ctx, descriptor, "FontName"));
	if (!name[0])
		name = pdf_to_name(ctx, pdf_dict_gets(ctx, font, "Name"));
	record.name_size = strnlen(name, MAX_NAME);
	record.type_size = strnlen(type, MAX_NAME);
	fz_append_data(ctx, s->out, &record, sizeof record);
	append_string(ctx, s->out, name, record.name_size);
	append_string(ctx, s->out, type, record.type_size);
	s->fonts++;
}

static void visit_fonts(search *s, pdf_obj *fonts)
{
	fz_context *ctx = s->doc->ctx;

	for (int i = 0; i < pdf_dict_len(ctx, fonts) && s->fonts < MAX_FONTS; i++) {
		pdf_obj *font = pdf_dict_get_val(ctx, fonts, i);
		if (!pdf_is_dict(ctx, font) || !first_time(s, font))
			continue;
		append_font(s, font);
		push(s, pdf_dict_gets(ctx, font, "Resources")); /* of a Type 3 font, whose characters are little pages */
	}
}

/* What draws with resources of its own: forms, patterns. */
static void visit_drawings(search *s, pdf_obj *drawings)
{
	fz_context *ctx = s->doc->ctx;

	for (int i = 0; i < pdf_dict_len(ctx, drawings) && s->visits < MAX_VISITS; i++) {
		pdf_obj *drawing = pdf_dict_get_val(ctx, drawings, i);
		s->visits++;
		if (first_time(s, drawing))
			push(s, pdf_dict_gets(ctx, drawing, "Resources"));
	}
}

/* The dictionaries of graphics states may name fonts and masks. */
static void visit_states(search *s, pdf_obj *states)
{
	fz_context *ctx = s->doc->ctx;

	for (int i = 0; i < pdf_dict_len(ctx, states) && s->visits < MAX_VISITS; i++) {
		pdf_obj *state = pdf_dict_get_val(ctx, states, i);
		pdf_obj *font = pdf_array_get(ctx, pdf_dict_gets(ctx, state, "Font"), 0);
		s->visits++;
		if (pdf_is_dict(ctx, font) && s->fonts < MAX_FONTS && first_time(s, font))
			append_font(s, font);
		push(s, pdf_dict_getp(ctx, state, "SMask/G/Resources"));
	}
}

/* Looks at what was pushed, and at what that leads to. */
static void drain(search *s)
{
	fz_context *ctx = s->doc->ctx;

	while (s->depth > 0) {
		pdf_obj *resources = s->stack[--s->depth];
		lectern_throw_if_aborted(s->doc);
		fz_try(ctx) {
			visit_fonts(s, pdf_dict_gets(ctx, resources, "Font"));
			visit_drawings(s, pdf_dict_gets(ctx, resources, "XObject"));
			visit_drawings(s, pdf_dict_gets(ctx, resources, "Pattern"));
			visit_states(s, pdf_dict_gets(ctx, resources, "ExtGState"));
		}
		fz_always(ctx)
			pdf_drop_obj(ctx, resources);
		fz_catch(ctx)
			fz_rethrow(ctx);
	}
}

/* An annotation's normal appearance is a form, or a dictionary of them by state. */
static void push_annotation(search *s, pdf_obj *annotation)
{
	fz_context *ctx = s->doc->ctx;
	pdf_obj *normal = pdf_dict_getp(ctx, annotation, "AP/N");

	push(s, pdf_dict_gets(ctx, normal, "Resources"));
	if (!pdf_dict_gets(ctx, normal, "Subtype"))
		visit_drawings(s, normal);
}

static void visit_page(search *s, pdf_obj *page)
{
	fz_context *ctx = s->doc->ctx;
	pdf_obj *annotations = pdf_dict_gets(ctx, page, "Annots");

	push(s, pdf_dict_getp_inheritable(ctx, page, "Resources"));
	for (int i = 0; i < pdf_array_len(ctx, annotations) && s->visits < MAX_VISITS && s->annotations++ < MAX_VISITS; i++)
		push_annotation(s, pdf_array_get(ctx, annotations, i));
	drain(s);
}

/* One broken page must not cost the others. */
static void try_page(search *s, int number)
{
	fz_context *ctx = s->doc->ctx;

	fz_try(ctx)
		visit_page(s, pdf_lookup_page_obj(ctx, (pdf_document *)s->doc->fz, number));
	fz_catch(ctx) {
		lectern_throw_if_aborted(s->doc);
		fz_ignore_error(ctx);
	}
}

int lectern_fonts(lectern_document *doc, lectern_bytes *out)
{
	fz_context *ctx = doc->ctx;
	search s = {.doc = doc};

	fz_var(s);
	fz_try(ctx) {
		s.out = fz_new_buffer(ctx, 1 << 10);
		s.objects = pdf_xref_len(ctx, (pdf_document *)doc->fz);
		s.seen = fz_calloc(ctx, s.objects + 1, 1);
		for (int i = 0; i < doc->pages && s.visits < MAX_VISITS; i++)
			try_page(&s, i);
		lectern_keep_bytes(doc, s.out, out);
	}
	fz_always(ctx) {
		while (s.depth > 0)
			pdf_drop_obj(ctx, s.stack[--s.depth]);
		fz_free(ctx, s.stack);
		fz_free(ctx, s.seen);
		fz_drop_buffer(ctx, s.out);
	}
	fz_catch(ctx)
		return lectern_caught(doc);
	return LECTERN_OK;
}
