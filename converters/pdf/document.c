/* Opening a document, and what is known of it without drawing. */
#include "document.h"

#include <errno.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Bytes that no process has room for: what asks for more has a size that is wrong. */
#define MAX_MEMORY 0x1p47

const char *lectern_mupdf_version(void)
{
	return FZ_VERSION;
}

/* MuPDF's warnings are about the document and may quote it: they go nowhere. */
static void ignore(void *user, const char *message)
{
	(void)user;
	(void)message;
}

/* A page takes some hundred kilobytes and gives them back: kept by the process, they need not be
 * mapped and cleared anew for the next page. One arena, because one thread draws at a time. */
static void tune_malloc(void)
{
#ifdef __GLIBC__
	mallopt(M_ARENA_MAX, 1);
	mallopt(M_MMAP_THRESHOLD, 8 << 20);
	mallopt(M_TRIM_THRESHOLD, 16 << 20);
#endif
}

lectern_document *lectern_new(size_t store)
{
	tune_malloc();
	lectern_document *doc = calloc(1, sizeof *doc);
	if (!doc)
		return NULL;
	doc->ctx = fz_new_context(NULL, NULL, store);
	if (!doc->ctx) {
		free(doc);
		return NULL;
	}
	fz_set_warning_callback(doc->ctx, ignore, NULL);
	fz_set_error_callback(doc->ctx, ignore, NULL);
	return doc;
}

void lectern_drop(lectern_document *doc)
{
	if (!doc)
		return;
	fz_drop_document(doc->ctx, doc->fz);
	fz_drop_hash_table(doc->ctx, doc->pictures);
	fz_drop_image(doc->ctx, doc->nothing);
	fz_drop_context(doc->ctx);
	if (doc->file)
		fclose(doc->file);
	free(doc);
}

const char *lectern_message(lectern_document *doc)
{
	return doc->message;
}

/* Says whether the message has one of the words, up to a NULL. */
static int says(lectern_document *doc, const char *const *words)
{
	while (*words && !strstr(doc->message, *words))
		words++;
	return *words != NULL;
}

/* What MuPDF tells in words alone. */
static int caught_in_words(lectern_document *doc, int type)
{
	static const char *const encrypted[] = {"unknown encryption", "unknown crypt", "unexpected encryption method", NULL};
	static const char *const nested[] = {"nest", "too deep", "stack overflow", "recursion", NULL};

	if (says(doc, encrypted))
		return LECTERN_ENCRYPTED;
	if ((type == FZ_ERROR_LIMIT || says(doc, (const char *const[]){"exception stack overflow", NULL})) && says(doc, nested))
		return LECTERN_NESTED;
	return LECTERN_DAMAGED; /* MuPDF's other limits are those of what a sound document may say, such as the width of an image */
}

int lectern_caught_no_memory(lectern_document *doc)
{
	const char *size = strchr(fz_caught_message(doc->ctx), '(');
	char *end = NULL;
	double bytes = size ? strtod(size + 1, &end) : 0;

	if (fz_caught(doc->ctx) != FZ_ERROR_SYSTEM || fz_caught_errno(doc->ctx) != ENOMEM)
		return 0;
	if (end && !strncmp(end, " x ", 3))
		bytes *= strtod(end + 3, NULL);
	return bytes < MAX_MEMORY;
}

int lectern_caught(lectern_document *doc)
{
	int type = fz_caught(doc->ctx);
	int system = type == FZ_ERROR_SYSTEM ? fz_caught_errno(doc->ctx) : 0;
	int no_memory = lectern_caught_no_memory(doc);

	snprintf(doc->message, sizeof doc->message, "%s", fz_caught_message(doc->ctx));
	fz_ignore_error(doc->ctx);
	if (doc->cookie.abort || type == FZ_ERROR_ABORT)
		return LECTERN_ABORTED;
	if (system == ENOMEM)
		return no_memory ? LECTERN_MEMORY : LECTERN_DAMAGED;
	if (system == ENOSPC)
		return LECTERN_NO_SPACE;
	return caught_in_words(doc, type);
}

int lectern_said_pages(lectern_document *doc)
{
	return doc->said;
}

void lectern_limit(lectern_document *doc, lectern_limits limits)
{
	doc->limits = limits;
}

/* Opens what is encrypted. A password that is not needed does no harm. */
static int unlock(lectern_document *doc, const char *password)
{
	if (!fz_needs_password(doc->ctx, doc->fz) || fz_authenticate_password(doc->ctx, doc->fz, password))
		return LECTERN_OK;
	snprintf(doc->message, sizeof doc->message, password[0] ? "another password is needed" : "needs a password");
	return password[0] ? LECTERN_WRONG : LECTERN_PROTECTED;
}

/* Says what is wrong with a document that has no page: nothing where it has a tree of pages that is empty. */
static int why_no_page(lectern_document *doc)
{
	fz_context *ctx = doc->ctx;
	pdf_document *pdf = (pdf_document *)doc->fz;
	int empty = 0;

	fz_var(empty);
	fz_try(ctx) {
		pdf_obj *catalog = pdf_dict_gets(ctx, pdf_trailer(ctx, pdf), "Root");
		/* One that cannot be read passes for one that is not there, so it is read once more for the reason. */
		pdf_drop_obj(ctx, pdf_load_object(ctx, pdf, pdf_to_num(ctx, catalog)));
		empty = pdf_is_dict(ctx, pdf_dict_gets(ctx, catalog, "Pages")) && !pdf_was_repaired(ctx, pdf);
	}
	fz_catch(ctx)
		return lectern_caught(doc);
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
		return lectern_caught(doc);
	if (locked)
		return locked;
	if (*pages < 1)
		return why_no_page(doc);
	if (*pages > doc->limits.pages)
		return LECTERN_PAGES;
	doc->pages = *pages;
	return LECTERN_OK;
}

void lectern_warm(lectern_document *doc, const unsigned char *pdf, size_t size)
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
		fz_ignore_error(ctx); /* then it stays cold */
	if (lectern_svg(doc, 0, 0, &out) == LECTERN_OK)
		lectern_drop_bytes(doc, &out);
	if (lectern_chars(doc, 0, 0, &text) == LECTERN_OK)
		lectern_drop_text(doc, &text);
	fz_drop_document(ctx, doc->fz);
	doc->fz = NULL;
	doc->pages = 0;
}

int lectern_encrypted(lectern_document *doc)
{
	char method[64];

	lectern_metadata(doc, FZ_META_ENCRYPTION, method, sizeof method);
	return method[0] && strcmp(method, "None") != 0;
}

void lectern_metadata(lectern_document *doc, const char *key, char *value, size_t size)
{
	int length = -1;

	fz_var(length);
	fz_try(doc->ctx)
		length = fz_lookup_metadata(doc->ctx, doc->fz, key, value, size);
	fz_catch(doc->ctx)
		fz_ignore_error(doc->ctx);
	if (length < 0)
		value[0] = 0;
}

lectern_view lectern_view_of(lectern_document *doc, fz_rect bounds)
{
	float width = bounds.x1 - bounds.x0, height = bounds.y1 - bounds.y0;
	float scale = fminf(1, doc->limits.side / fmaxf(width, height));
	lectern_view view = {
		.ctm = fz_pre_translate(fz_scale(scale, scale), -bounds.x0, -bounds.y0),
		.scale = scale,
		.width = width * scale,
		.height = height * scale,
	};

	if (scale < 1) { /* a strip must not become nothing */
		view.width = fmaxf(1, view.width);
		view.height = fmaxf(1, view.height);
	}
	return view;
}

/* Says whether the page's own box can be used. MuPDF takes a default size where it cannot be read,
 * and one point where it is thinner than that. */
static int has_size(fz_context *ctx, pdf_obj *page)
{
	fz_rect box = pdf_to_rect(ctx, pdf_dict_getp_inheritable(ctx, page, "MediaBox"));

	return box.x1 - box.x0 >= 1 && box.y1 - box.y0 >= 1;
}

/* What is known of a page's size: a page may be named in the tree, and not be there. */
typedef enum { MISSING = -1, UNSIZED, SIZED } knowledge;

static lectern_view view_of_page(lectern_document *doc, int page, knowledge *known)
{
	fz_context *ctx = doc->ctx;
	fz_rect box;
	fz_matrix ctm;

	*known = MISSING;
	/* One broken page must not cost the others: it is shown as an empty page of MuPDF's default size. */
	fz_try(ctx) {
		pdf_obj *obj = pdf_lookup_page_obj(ctx, (pdf_document *)doc->fz, page);
		pdf_page_obj_transform(ctx, obj, &box, &ctm);
		box = fz_transform_rect(box, ctm);
		if (pdf_is_dict(ctx, obj))
			*known = has_size(ctx, obj) ? SIZED : UNSIZED;
	}
	fz_catch(ctx) {
		fz_ignore_error(ctx);
		box = fz_make_rect(0, 0, 612, 792);
	}
	return lectern_view_of(doc, box);
}

float lectern_page_scale(lectern_document *doc, int page)
{
	knowledge known;

	return view_of_page(doc, page, &known).scale;
}

int lectern_page_size(lectern_document *doc, int page, float *width, float *height)
{
	knowledge known;

	if (page < 0 || page >= doc->pages)
		return LECTERN_NO_PAGE;
	lectern_view view = view_of_page(doc, page, &known);
	*width = view.width;
	*height = view.height;
	return LECTERN_OK;
}

int lectern_sizes(lectern_document *doc, float *sizes, int pages)
{
	for (int i = 0; i < pages; i++) {
		knowledge known;
		lectern_view view = view_of_page(doc, i, &known);
		sizes[3 * i] = view.width;
		sizes[3 * i + 1] = view.height;
		sizes[3 * i + 2] = known == SIZED ? view.scale : known;
	}
	return LECTERN_OK;
}
