// Reads the outline. MuPDF's own function is recursive, and a document may have a hundred thousand levels. The function
// in this file has an explicit stack instead.
#include "details/entry.h"

#include <stdbool.h>
#include <time.h>

#define MAX_DEPTH 64
#define MAX_ENTRIES 50000

typedef struct {
	lectern_document *doc;
	fz_buffer *out;
	unsigned char *seen; // whether the item with an object number was visited, so that none is visited twice
	int objects;
	int entries;
	double deadline;
	pdf_obj *next[MAX_DEPTH]; // next item at each depth
} walk;

// Reports whether an item is visited for the first time. A direct object has no number, can only be reached through its
// parent, and always counts as new.
static bool is_new(walk *w, pdf_obj *item)
{
	fz_context *ctx = w->doc->ctx;
	int number = pdf_to_num(ctx, item);

	if (!pdf_is_dict(ctx, item))
		return false;
	if (number <= 0 || number >= w->objects)
		return true;
	if (w->seen[number])
		return false;
	w->seen[number] = 1;
	return true;
}

static char *parse_target(lectern_document *doc, pdf_obj *item)
{
	fz_context *ctx = doc->ctx;
	pdf_document *pdf = (pdf_document *)doc->fz;
	pdf_obj *dest = pdf_dict_gets(ctx, item, "Dest");
	char *uri = NULL;

	fz_var(uri);
	fz_try(ctx)
		uri = dest ? pdf_parse_link_dest(ctx, pdf, dest)
				   : pdf_parse_link_action(ctx, pdf, pdf_dict_gets(ctx, item, "A"), -1);
	fz_catch(ctx)
		fz_ignore_error(ctx); // the entry is shown without a target
	return uri;
}

static void append_item(walk *w, pdf_obj *item, int depth)
{
	fz_context *ctx = w->doc->ctx;
	lectern_entry entry = {.depth = depth};
	char *uri = parse_target(w->doc, item);

	fz_try(ctx)
		lectern_append_entry(w->doc, w->out, entry, pdf_to_text_string(ctx, pdf_dict_gets(ctx, item, "Title")), uri);
	fz_always(ctx)
		fz_free(ctx, uri);
	fz_catch(ctx)
		fz_rethrow(ctx);
	w->entries++;
}

// Sets the next item at a depth. The function keeps a reference to the item, because reading an object may repair the
// document, which frees objects.
static void set_next(walk *w, int depth, pdf_obj *item)
{
	fz_context *ctx = w->doc->ctx;

	item = pdf_keep_obj(ctx, item);
	pdf_drop_obj(ctx, w->next[depth]);
	w->next[depth] = item;
}

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec + now.tv_nsec / 1e9;
}

// Checks the limits, including the time, because looking up a missing named destination may take long.
static bool within_limits(walk *w)
{
	lectern_throw_if_aborted(w->doc);
	return w->entries < MAX_ENTRIES && seconds() < w->deadline;
}

static void walk_outline(walk *w)
{
	fz_context *ctx = w->doc->ctx;
	int depth = 0;

	set_next(w, 0, pdf_dict_getp(ctx, pdf_trailer(ctx, (pdf_document *)w->doc->fz), "Root/Outlines/First"));
	while (depth >= 0 && within_limits(w)) {
		pdf_obj *item = w->next[depth];
		if (!is_new(w, item)) {
			depth--;
			continue;
		}
		append_item(w, item, depth);
		if (depth + 1 < MAX_DEPTH)
			set_next(w, depth + 1, pdf_dict_gets(ctx, item, "First"));
		set_next(w, depth, pdf_dict_gets(ctx, item, "Next"));
		if (depth + 1 < MAX_DEPTH)
			depth++;
	}
}

int lectern_outline(lectern_document *doc, double max_seconds, lectern_bytes *out)
{
	fz_context *ctx = doc->ctx;
	walk w = {.doc = doc, .deadline = seconds() + max_seconds};

	fz_var(w);
	fz_try(ctx) {
		w.out = fz_new_buffer(ctx, 4 << 10);
		w.objects = pdf_xref_len(ctx, (pdf_document *)doc->fz);
		w.seen = fz_calloc(ctx, w.objects + 1, 1);
		walk_outline(&w);
		lectern_keep_bytes(doc, w.out, out);
	}
	fz_always(ctx) {
		for (int depth = 0; depth < MAX_DEPTH; depth++)
			pdf_drop_obj(ctx, w.next[depth]);
		fz_free(ctx, w.seen);
		fz_drop_buffer(ctx, w.out);
	}
	fz_catch(ctx)
		return lectern_store_error(doc);
	return LECTERN_OK;
}
