// Reads the page labels. MuPDF searches the tree for each page, recursively, so that a tree with a cycle
// crashes the process. This function visits the tree once.
#include "details/api.h"
#include "document/state.h"

#include <string.h>

// Limits: depth of the tree, visited nodes and labels, and bytes of a prefix.
#define MAX_DEPTH 64
#define MAX_VISITS 100000
#define MAX_PREFIX 128

typedef struct {
	fz_context *ctx;
	fz_buffer *out;
	pdf_mark_bits *seen;
	int visits;
} walk;

static void append_numbering(walk *w, int page, pdf_obj *numbering)
{
	fz_context *ctx = w->ctx;
	pdf_obj *start = pdf_dict_gets(ctx, numbering, "St");
	const char *prefix = pdf_to_text_string(ctx, pdf_dict_gets(ctx, numbering, "P"));
	lectern_page_label record = {
		.page = page,
		.start = start ? pdf_to_int(ctx, start) : 1,
		.style = pdf_to_name(ctx, pdf_dict_gets(ctx, numbering, "S"))[0],
		.prefix_size = strnlen(prefix, MAX_PREFIX),
	};

	fz_append_data(ctx, w->out, &record, sizeof record);
	lectern_append_padded(ctx, w->out, prefix, record.prefix_size);
}

// Visits a node of the number tree. It has child nodes, or page numbers with their labels (ISO 32000-1, 7.9.7).
static void visit(walk *w, pdf_obj *node, int depth)
{
	fz_context *ctx = w->ctx;
	pdf_obj *kids = pdf_dict_gets(ctx, node, "Kids"), *numbers = pdf_dict_gets(ctx, node, "Nums");

	if (depth > MAX_DEPTH || (pdf_is_indirect(ctx, node) && pdf_mark_bits_set(ctx, w->seen, node)))
		return;
	for (int i = 0; i < pdf_array_len(ctx, kids) && w->visits++ < MAX_VISITS; i++)
		visit(w, pdf_array_get(ctx, kids, i), depth + 1);
	for (int i = 0; i + 1 < pdf_array_len(ctx, numbers) && w->visits++ < MAX_VISITS; i += 2)
		append_numbering(w, pdf_to_int(ctx, pdf_array_get(ctx, numbers, i)), pdf_array_get(ctx, numbers, i + 1));
}

int lectern_page_labels(lectern_document *doc, lectern_bytes *out)
{
	fz_context *ctx = doc->ctx;
	pdf_document *pdf = (pdf_document *)doc->fz;
	walk w = {.ctx = ctx};

	fz_var(w);
	fz_try(ctx) {
		w.out = fz_new_buffer(ctx, 1 << 10);
		w.seen = pdf_new_mark_bits(ctx, pdf);
		visit(&w, pdf_dict_getp(ctx, pdf_trailer(ctx, pdf), "Root/PageLabels"), 0);
		lectern_keep_bytes(doc, w.out, out);
	}
	fz_always(ctx) {
		pdf_drop_mark_bits(ctx, w.seen);
		fz_drop_buffer(ctx, w.out);
	}
	fz_catch(ctx)
		return lectern_store_error(doc);
	return LECTERN_OK;
}
