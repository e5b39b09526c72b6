// Opens a document.
#include "document/objects.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// Unlocks an encrypted document. A password that is not needed is ignored.
static int unlock(lectern_document *doc, const char *password)
{
	if (!fz_needs_password(doc->ctx, doc->fz) || fz_authenticate_password(doc->ctx, doc->fz, password))
		return LECTERN_OK;
	snprintf(doc->message, sizeof doc->message, password[0] ? "another password is needed" : "needs a password");
	return password[0] ? LECTERN_WRONG_PASSWORD : LECTERN_PROTECTED;
}

// Returns the error of a document without pages, or LECTERN_OK if its page tree is intact and empty.
static int no_page_error(lectern_document *doc)
{
	fz_context *ctx = doc->ctx;
	pdf_document *pdf = (pdf_document *)doc->fz;
	int empty = 0;

	fz_var(empty);
	fz_try(ctx) {
		pdf_obj *catalog = pdf_dict_gets(ctx, pdf_trailer(ctx, pdf), "Root");
		// MuPDF treats a catalog that cannot be read as missing. Reading it again throws the actual error.
		pdf_drop_obj(ctx, pdf_load_object(ctx, pdf, pdf_to_num(ctx, catalog)));
		empty = pdf_is_dict(ctx, pdf_dict_gets(ctx, catalog, "Pages")) && !pdf_was_repaired(ctx, pdf);
	}
	fz_catch(ctx)
		return lectern_store_error(doc);
	if (empty)
		return LECTERN_OK;
	snprintf(doc->message, sizeof doc->message, "no page was found");
	return LECTERN_DAMAGED;
}

int lectern_open(lectern_document *doc, int fd, const char *password, int *pages)
{
	fz_context *ctx = doc->ctx;
	fz_stream *stream = NULL;
	int locked = LECTERN_OK;

	doc->file = fdopen(fd, "rb");
	if (!doc->file) {
		snprintf(doc->message, sizeof doc->message, "fdopen: %s", strerror(errno));
		close(fd);
		return LECTERN_DAMAGED;
	}
	fz_var(stream);
	fz_var(locked);
	fz_try(ctx) {
		stream = fz_open_file_ptr_no_close(ctx, doc->file);
		doc->fz = (fz_document *)pdf_open_document_with_stream(ctx, stream);
		locked = unlock(doc, password);
		*pages = locked ? 0 : lectern_count_pages(doc);
	}
	fz_always(ctx)
		fz_drop_stream(ctx, stream);
	fz_catch(ctx)
		return lectern_store_error(doc);
	if (locked)
		return locked;
	if (*pages < 1)
		return no_page_error(doc);
	if (*pages > doc->limits.pages)
		return LECTERN_TOO_MANY_PAGES;
	doc->pages = *pages;
	return LECTERN_OK;
}
