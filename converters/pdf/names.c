/* Trees of names. MuPDF looks for a name that is not there in every branch, and twice at each level, where it should be
 * and then everywhere: a chain of forty branches keeps it busy for years. */
#include "document.h"

/* How deep a tree may be, and how many branches it may have: a good one of a million names has three levels. */
#define MAX_DEPTH 8
#define MAX_VISITS 100000

typedef struct {
	fz_context *ctx;
	pdf_mark_bits *seen;
	int visits;
} walk;

/* Takes off what was met before, is too deep, or one too many. */
static void prune(walk *w, pdf_obj *branch, int depth)
{
	fz_context *ctx = w->ctx;
	pdf_obj *kids = pdf_dict_gets(ctx, branch, "Kids");

	for (int i = pdf_array_len(ctx, kids) - 1; i >= 0; i--) {
		pdf_obj *kid = pdf_array_get(ctx, kids, i);
		if (depth > MAX_DEPTH || w->visits++ > MAX_VISITS || (pdf_is_indirect(ctx, kid) && pdf_mark_bits_set(ctx, w->seen, kid)))
			pdf_array_delete(ctx, kids, i);
		else
			prune(w, kid, depth + 1);
	}
}

void lectern_prune_names(lectern_document *doc)
{
	fz_context *ctx = doc->ctx;
	pdf_document *pdf = (pdf_document *)doc->fz;
	walk w = {.ctx = ctx};

	if (doc->names_pruned)
		return;
	doc->names_pruned = 1;
	fz_var(w);
	fz_try(ctx) {
		pdf_obj *tree = pdf_dict_getp(ctx, pdf_trailer(ctx, pdf), "Root/Names/Dests");
		w.seen = pdf_new_mark_bits(ctx, pdf);
		if (pdf_is_indirect(ctx, tree))
			pdf_mark_bits_set(ctx, w.seen, tree);
		prune(&w, tree, 0);
	}
	fz_always(ctx)
		pdf_drop_mark_bits(ctx, w.seen);
	fz_catch(ctx)
		fz_ignore_error(ctx); /* then names lead nowhere */
}
