// Counts the pages of a document, and repairs a page tree that declares a wrong number.
#include "document/objects.h"

#include <stdbool.h>
#include <string.h>

// Limits of the depth of a page tree, and of the nodes that are visited.
#define MAX_DEPTH 1000
#define MAX_VISITS 1000000

typedef struct {
	fz_context *ctx;
	pdf_mark_bits *seen; // visited branches; one that is met again is in a cycle or referenced twice
	// References to kids and arrays of kids, because reading an object may repair the document, which frees objects.
	pdf_obj *retained;
	pdf_obj *leaves;     // all nodes that are no branches
	int existing_leaves; // number of leaves that exist; the other leaves are references to missing objects
	int visits, limit;
} page_search;

// Reports whether a kid is a branch, by the same rule as MuPDF.
static bool is_branch(fz_context *ctx, pdf_obj *kid)
{
	pdf_obj *type = pdf_dict_gets(ctx, kid, "Type");

	if (type)
		return strcmp(pdf_to_name(ctx, type), "Pages") == 0;
	return pdf_dict_gets(ctx, kid, "Kids") && !pdf_dict_gets(ctx, kid, "MediaBox");
}

static void collect_pages(page_search *search, pdf_obj *branch, int depth)
{
	fz_context *ctx = search->ctx;
	pdf_obj *kids = pdf_dict_gets(ctx, branch, "Kids");
	int n = pdf_array_len(ctx, kids);

	if (depth > MAX_DEPTH || n == 0 || pdf_mark_bits_set(ctx, search->seen, branch))
		return;
	pdf_array_push(ctx, search->retained, kids);
	for (int i = 0; i < n && search->visits++ < MAX_VISITS && search->existing_leaves < search->limit; i++) {
		pdf_obj *kid = pdf_array_get(ctx, kids, i);
		pdf_array_push(ctx, search->retained, kid);
		if (is_branch(ctx, kid)) {
			collect_pages(search, kid, depth + 1);
			continue;
		}
		pdf_array_push(ctx, search->leaves, kid);
		search->existing_leaves += pdf_is_dict(ctx, kid) != 0;
	}
}

// Replaces the kids of the tree by its leaves. If the parameter all is 0, only the leaves that exist are kept. The
// leaves still inherit attributes from their former parents. Without leaves, the tree is not changed.
static int replace_kids(page_search *search, pdf_document *pdf, pdf_obj *tree, int all)
{
	fz_context *ctx = search->ctx;
	pdf_obj *kids = pdf_new_array(ctx, pdf, 1);
	int n = 0;

	fz_var(n);
	fz_try(ctx) {
		for (int i = 0; i < pdf_array_len(ctx, search->leaves); i++) {
			pdf_obj *leaf = pdf_array_get(ctx, search->leaves, i);
			if (all || pdf_is_dict(ctx, leaf))
				pdf_array_push(ctx, kids, leaf);
		}
		n = pdf_array_len(ctx, kids);
		if (n > 0) {
			pdf_dict_puts(ctx, tree, "Kids", kids);
			pdf_dict_puts_drop(ctx, tree, "Count", pdf_new_int(ctx, n));
			pdf_drop_page_tree_internal(ctx, pdf);
		}
	}
	fz_always(ctx)
		pdf_drop_obj(ctx, kids);
	fz_catch(ctx)
		fz_rethrow(ctx);
	return n;
}

// Reports whether the page exists.
static bool has_page(lectern_document *doc, int page)
{
	fz_context *ctx = doc->ctx;
	bool found = false;

	fz_var(found);
	fz_try(ctx)
		found = pdf_lookup_page_obj(ctx, (pdf_document *)doc->fz, page) != NULL;
	fz_catch(ctx)
		fz_ignore_error(ctx);
	return found;
}

// Returns the number of pages that the document declares, or -1 if it is impossible.
static int declared_pages(lectern_document *doc)
{
	fz_context *ctx = doc->ctx;
	int pages = 0;

	fz_var(pages);
	fz_try(ctx)
		pages = fz_count_pages(ctx, doc->fz);
	fz_catch(ctx) {
		fz_ignore_error(ctx);
		return -1;
	}
	return pages;
}

// Repairs the tree if it declares a wrong number of pages. Returns the number of pages.
static int repair_if_wrong(lectern_document *doc, page_search *search, pdf_obj *tree, int declared)
{
	pdf_document *pdf = (pdf_document *)doc->fz;
	int leaf_count = pdf_array_len(doc->ctx, search->leaves);

	// The declared number is kept if it is at least the number of leaves and the last declared page exists. The
	// declared number is larger than the number of leaves if a branch is referenced twice.
	if (declared > 0 && declared >= leaf_count && declared <= doc->limits.pages && has_page(doc, declared - 1))
		return declared;
	// If the declared number includes missing pages, all leaves are kept, because it is unknown which missing pages it
	// includes.
	return replace_kids(search, pdf, tree, declared > search->existing_leaves && declared <= leaf_count);
}

int lectern_count_pages(lectern_document *doc)
{
	fz_context *ctx = doc->ctx;
	pdf_document *pdf = (pdf_document *)doc->fz;
	int declared = declared_pages(doc), limit = doc->limits.pages, found = 0;
	pdf_obj *tree = pdf_keep_obj(ctx, pdf_dict_getp(ctx, pdf_trailer(ctx, pdf), "Root/Pages"));
	page_search search = {.ctx = ctx, .limit = limit + 1};

	fz_var(search);
	fz_var(found);
	fz_try(ctx) {
		search.seen = pdf_new_mark_bits(ctx, pdf);
		search.retained = pdf_new_array(ctx, pdf, 1);
		search.leaves = pdf_new_array(ctx, pdf, 1);
		collect_pages(&search, tree, 0);
		found = repair_if_wrong(doc, &search, tree, declared);
	}
	fz_always(ctx) {
		pdf_drop_obj(ctx, search.leaves);
		pdf_drop_obj(ctx, search.retained);
		pdf_drop_mark_bits(ctx, search.seen);
		pdf_drop_obj(ctx, tree);
	}
	fz_catch(ctx)
		fz_rethrow(ctx);
	if (found == 0 && declared != 0)
		fz_throw(ctx, FZ_ERROR_FORMAT, "no page in the tree");
	doc->declared_pages = declared > found ? declared : 0;
	return found > limit && declared > found ? declared : found;
}
