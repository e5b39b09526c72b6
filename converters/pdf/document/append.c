// Appends the pages of other documents.
#include "document/state.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// Appends copies of all pages of another document.
static void append_pages(lectern_document *doc, pdf_document *source)
{
	fz_context *ctx = doc->ctx;
	int count = fz_count_pages(ctx, (fz_document *)source);
	pdf_graft_map *map = pdf_new_graft_map(ctx, (pdf_document *)doc->fz);

	fz_try(ctx)
		for (int page = 0; page < count; page++)
			pdf_graft_mapped_page(ctx, map, -1, source, page);
	fz_always(ctx)
		pdf_drop_graft_map(ctx, map);
	fz_catch(ctx)
		fz_rethrow(ctx);
}

int lectern_append(lectern_document *doc, int fd)
{
	fz_context *ctx = doc->ctx;
	fz_stream *stream = NULL;
	pdf_document *source = NULL;
	FILE *file = fdopen(fd, "rb");

	if (!file) {
		snprintf(doc->message, sizeof doc->message, "fdopen: %s", strerror(errno));
		close(fd);
		return LECTERN_DAMAGED;
	}
	fz_var(stream);
	fz_var(source);
	fz_try(ctx) {
		stream = fz_open_file_ptr_no_close(ctx, file);
		source = pdf_open_document_with_stream(ctx, stream);
		append_pages(doc, source);
	}
	fz_always(ctx) {
		fz_drop_document(ctx, (fz_document *)source);
		fz_drop_stream(ctx, stream);
		fclose(file);
	}
	fz_catch(ctx)
		return lectern_store_error(doc);
	return LECTERN_OK;
}
