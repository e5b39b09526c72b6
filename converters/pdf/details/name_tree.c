// Prunes the tree of named destinations. MuPDF searches for a missing name in every branch, and twice at each level:
// first in the branch that should contain it, then in all branches. In a chain of forty branches, this search would
// take years.
#include "details/entry.h"

#include <stdbool.h>

// Limits of the depth and of the branches. An undamaged tree with a million names has three levels.
#define MAX_DEPTH 8
#define MAX_VISITS 100000

typedef struct {
	lectern_document *doc;
	pdf_mark_bits *seen; // visited branches
	int visits;
} walk;

// Reports whether a branch is visited for the first time. Returns false for a branch that is a direct object: it is
// invalid, and MuPDF finds nothing in it.
static bool is_new(walk *w, pdf_obj *branch)
{
	fz_context *ctx = w->doc->ctx;

	w->visits++;
	return pdf_is_indirect(ctx, branch) && pdf_is_dict(ctx, branch) && !pdf_mark_bits_set(ctx, w->seen, branch);
}

static void prune(walk *w, pdf_obj *branch, int depth);

// Prunes the kids and adds them to kept, except for repeated kids and kids beyond the limits.
static void keep_kids(walk *w, pdf_obj *kept, pdf_obj *kids, int depth)
{
	fz_context *ctx = w->doc->ctx;
	int n = depth > MAX_DEPTH ? 0 : pdf_array_len(ctx, kids);

	for (int i = 0; i < n && w->visits < MAX_VISITS; i++) {
		pdf_obj *kid = pdf_array_get(ctx, kids, i);
		lectern_throw_if_aborted(w->doc);
		if (is_new(w, kid)) {
			pdf_array_push(ctx, kept, kid);
			prune(w, kid, depth + 1);
		}
	}
}

// Replaces the kids of a branch by those that are kept. The old array is not changed, because the branch may be
// inside of it.
static void prune(walk *w, pdf_obj *branch, int depth)
{
	fz_context *ctx = w->doc->ctx;
	pdf_obj *kept = NULL, *kids = pdf_keep_obj(ctx, pdf_dict_gets(ctx, branch, "Kids"));

	fz_var(kept);
	fz_try(ctx) {
		kept = pdf_new_array(ctx, (pdf_document *)w->doc->fz, 1);
		keep_kids(w, kept, kids, depth);
		if (pdf_array_len(ctx, kept) < pdf_array_len(ctx, kids)) // a sound branch is not changed
			pdf_dict_puts(ctx, branch, "Kids", kept);
	}
	fz_always(ctx) {
		pdf_drop_obj(ctx, kept);
		pdf_drop_obj(ctx, kids);
	}
	fz_catch(ctx)
		fz_rethrow(ctx);
}

// Removes all named destinations, so that links to them have no target.
static void remove_names(lectern_document *doc)
{
	fz_context *ctx = doc->ctx;
	pdf_obj *names = pdf_dict_getp(ctx, pdf_trailer(ctx, (pdf_document *)doc->fz), "Root/Names");

	if (pdf_is_dict(ctx, names))
		pdf_dict_dels(ctx, names, "Dests");
}

void lectern_prune_names(lectern_document *doc)
{
	fz_context *ctx = doc->ctx;
	pdf_document *pdf = (pdf_document *)doc->fz;
	walk w = {.doc = doc};

	if (doc->names_pruned)
		return;
	fz_var(w);
	fz_try(ctx) {
		pdf_obj *tree = pdf_dict_getp(ctx, pdf_trailer(ctx, pdf), "Root/Names/Dests");
		w.seen = pdf_new_mark_bits(ctx, pdf);
		is_new(&w, tree);
		if (pdf_is_dict(ctx, tree))
			prune(&w, tree, 0);
	}
	fz_always(ctx)
		pdf_drop_mark_bits(ctx, w.seen);
	fz_catch(ctx) {
		lectern_throw_if_aborted(doc);
		fz_ignore_error(ctx);
		remove_names(doc);
	}
	doc->names_pruned = 1;
}
