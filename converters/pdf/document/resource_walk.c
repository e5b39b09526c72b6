// Walks through the resources of pages to fonts and images: through forms, patterns, masks and annotations.
#include "document/objects.h"

#include <stdbool.h>
#include <string.h>

void lectern_begin_walk(lectern_walk *walk)
{
	fz_context *ctx = walk->doc->ctx;

	walk->objects = pdf_xref_len(ctx, (pdf_document *)walk->doc->fz);
	walk->seen = fz_calloc(ctx, walk->objects + 1, 1);
}

void lectern_end_walk(lectern_walk *walk)
{
	fz_context *ctx = walk->doc->ctx;

	while (walk->depth > 0)
		pdf_drop_obj(ctx, walk->stack[--walk->depth]);
	fz_free(ctx, walk->stack);
	fz_free(ctx, walk->seen);
}

// Reports whether an object is visited for the first time. An object without a number is visited as often as
// its parent.
static bool is_first_time(lectern_walk *walk, pdf_obj *obj)
{
	int number = pdf_to_num(walk->doc->ctx, obj);

	if (number <= 0 || number >= walk->objects)
		return true;
	if (walk->seen[number])
		return false;
	walk->seen[number] = 1;
	return true;
}

// Adds a resource dictionary to the dictionaries that are still to be visited.
static void push_resources(lectern_walk *walk, pdf_obj *resources)
{
	fz_context *ctx = walk->doc->ctx;

	if (!pdf_is_dict(ctx, resources) || !is_first_time(walk, resources) || walk->visits++ >= walk->max_visits)
		return;
	if (walk->depth == walk->capacity) {
		int capacity = walk->capacity ? 2 * walk->capacity : 64;
		walk->stack = fz_realloc_array(ctx, walk->stack, capacity, pdf_obj *);
		walk->capacity = capacity;
	}
	walk->stack[walk->depth++] = pdf_keep_obj(ctx, resources);
}

static void visit_font(lectern_walk *walk, pdf_obj *font)
{
	fz_context *ctx = walk->doc->ctx;

	walk->visits++;
	if (!pdf_is_dict(ctx, font) || !is_first_time(walk, font))
		return;
	if (walk->on_font)
		walk->on_font(walk->user, font);
	push_resources(walk, pdf_dict_gets(ctx, font, "Resources")); // of a Type 3 font, whose glyphs are content streams
}

// Visits a form, a pattern or an image.
static void visit_xobject(lectern_walk *walk, pdf_obj *drawing)
{
	fz_context *ctx = walk->doc->ctx;

	walk->visits++;
	if (!is_first_time(walk, drawing))
		return;
	if (strcmp(pdf_to_name(ctx, pdf_dict_gets(ctx, drawing, "Subtype")), "Image"))
		push_resources(walk, pdf_dict_gets(ctx, drawing, "Resources"));
	else if (walk->on_image)
		walk->on_image(walk->user, drawing);
}

// Visits the font and the mask of a graphics state.
static void visit_state(lectern_walk *walk, pdf_obj *state)
{
	fz_context *ctx = walk->doc->ctx;

	visit_font(walk, pdf_array_get(ctx, pdf_dict_gets(ctx, state, "Font"), 0));
	push_resources(walk, pdf_dict_getp(ctx, state, "SMask/G/Resources"));
}

static void visit_values(lectern_walk *walk, pdf_obj *resources_by_name, void (*visit)(lectern_walk *, pdf_obj *))
{
	fz_context *ctx = walk->doc->ctx;

	for (int i = 0; i < pdf_dict_len(ctx, resources_by_name) && walk->visits < walk->max_visits; i++)
		visit(walk, pdf_dict_get_val(ctx, resources_by_name, i));
}

// Visits the dictionaries on the stack, and all dictionaries that are reached from them.
static void visit_pending(lectern_walk *walk)
{
	fz_context *ctx = walk->doc->ctx;

	while (walk->depth > 0) {
		pdf_obj *resources = walk->stack[--walk->depth];
		fz_try(ctx) {
			lectern_throw_if_aborted(walk->doc);
			visit_values(walk, pdf_dict_gets(ctx, resources, "Font"), visit_font);
			visit_values(walk, pdf_dict_gets(ctx, resources, "XObject"), visit_xobject);
			visit_values(walk, pdf_dict_gets(ctx, resources, "Pattern"), visit_xobject);
			visit_values(walk, pdf_dict_gets(ctx, resources, "ExtGState"), visit_state);
		}
		fz_always(ctx)
			pdf_drop_obj(ctx, resources);
		fz_catch(ctx)
			fz_rethrow(ctx);
	}
}

// Visits an annotation. Its normal appearance is a form, or a dictionary of forms by state.
static void visit_annotation(lectern_walk *walk, pdf_obj *annotation)
{
	fz_context *ctx = walk->doc->ctx;
	pdf_obj *normal = pdf_dict_getp(ctx, annotation, "AP/N");

	walk->annotations++;
	if (pdf_dict_gets(ctx, normal, "Subtype"))
		visit_xobject(walk, normal);
	else
		visit_values(walk, normal, visit_xobject);
}

void lectern_walk_page(lectern_walk *walk, int number)
{
	fz_context *ctx = walk->doc->ctx;
	pdf_obj *page = pdf_lookup_page_obj(ctx, (pdf_document *)walk->doc->fz, number),
			*annotations = pdf_dict_gets(ctx, page, "Annots");

	push_resources(walk, pdf_dict_getp_inheritable(ctx, page, "Resources"));
	for (int i = 0;
		 i < pdf_array_len(ctx, annotations) && walk->visits < walk->max_visits && walk->annotations < walk->max_visits;
		 i++)
		visit_annotation(walk, pdf_array_get(ctx, annotations, i));
	visit_pending(walk);
}
