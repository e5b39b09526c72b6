// Draws and reads a page before the first document.
#include "document/state.h"
#include "draw/api.h"
#include "text/api.h"
#include "warm_up.h"

void lectern_warm_up(lectern_document *doc, const unsigned char *pdf, size_t size)
{
	fz_context *ctx = doc->ctx;
	fz_stream *stream = NULL;
	lectern_bytes out = {0};
	lectern_text text = {0};

	fz_var(stream);
	fz_try(ctx) {
		stream = fz_open_memory(ctx, pdf, size);
		doc->fz = (fz_document *)pdf_open_document_with_stream(ctx, stream);
		doc->pages = fz_count_pages(ctx, doc->fz);
	}
	fz_always(ctx)
		fz_drop_stream(ctx, stream);
	fz_catch(ctx)
		fz_ignore_error(ctx); // warming up is optional
	if (lectern_svg(doc, 0, 0, &out) == LECTERN_OK)
		lectern_drop_bytes(doc, &out);
	if (lectern_chars(doc, 0, 0, &text) == LECTERN_OK)
		lectern_drop_text(doc, &text);
	fz_drop_document(ctx, doc->fz);
	doc->fz = NULL;
	doc->pages = 0;
}
