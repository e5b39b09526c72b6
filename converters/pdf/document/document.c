// The document of a process: its memory, its errors and the current request.
#include "document/state.h"

#include <errno.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// No process has this much memory. A larger request is caused by a wrong size in the document.
#define MAX_MEMORY 0x1p47

const char *lectern_mupdf_version(void)
{
	return FZ_VERSION;
}

// MuPDF's warnings may quote the document, so they are not logged.
static void ignore(void *user, const char *message)
{
	(void)user;
	(void)message;
}

// Makes malloc keep the memory that a page has freed (some hundred kilobytes), so that it need not be mapped and
// cleared again for the next page. One arena suffices, because one thread draws at a time.
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
	fz_drop_hash_table(doc->ctx, doc->checked_images);
	fz_drop_image(doc->ctx, doc->placeholder);
	fz_drop_context(doc->ctx);
	if (doc->file)
		fclose(doc->file);
	free(doc);
}

const char *lectern_message(lectern_document *doc)
{
	return doc->message;
}

// Reports whether the message contains one of the words. A NULL ends the words.
static bool message_contains(lectern_document *doc, const char *const *words)
{
	while (*words && !strstr(doc->message, *words))
		words++;
	return *words != NULL;
}

// Returns the code of an error that can only be recognized by its message.
static int code_from_message(lectern_document *doc, int type)
{
	static const char *const encrypted[] = {
		"unknown encryption", "unknown crypt", "unexpected encryption method", NULL};
	static const char *const nested[] = {"nest", "too deep", "stack overflow", "recursion", NULL};

	if (message_contains(doc, encrypted))
		return LECTERN_ENCRYPTED;
	if ((type == FZ_ERROR_LIMIT || message_contains(doc, (const char *const[]){"exception stack overflow", NULL})) &&
		message_contains(doc, nested))
		return LECTERN_NESTED;
	return LECTERN_DAMAGED; // MuPDF's other limits are on values such as an image's width, which intact documents
							// stay below
}

bool lectern_is_out_of_memory(lectern_document *doc)
{
	const char *size = strchr(fz_caught_message(doc->ctx), '(');
	char *end = NULL;
	double bytes = size ? strtod(size + 1, &end) : 0;

	if (fz_caught(doc->ctx) != FZ_ERROR_SYSTEM || fz_caught_errno(doc->ctx) != ENOMEM)
		return false;
	if (end && !strncmp(end, " x ", 3))
		bytes *= strtod(end + 3, NULL);
	return bytes < MAX_MEMORY;
}

int lectern_store_error(lectern_document *doc)
{
	int type = fz_caught(doc->ctx);
	int system = type == FZ_ERROR_SYSTEM ? fz_caught_errno(doc->ctx) : 0;
	int no_memory = lectern_is_out_of_memory(doc);

	snprintf(doc->message, sizeof doc->message, "%s", fz_caught_message(doc->ctx));
	fz_ignore_error(doc->ctx);
	if (doc->cookie.abort || type == FZ_ERROR_ABORT)
		return LECTERN_ABORTED;
	if (system == ENOMEM)
		return no_memory ? LECTERN_MEMORY : LECTERN_DAMAGED;
	if (system == ENOSPC)
		return LECTERN_NO_SPACE;
	return code_from_message(doc, type);
}

int lectern_declared_pages(lectern_document *doc)
{
	return doc->declared_pages;
}

void lectern_set_limits(lectern_document *doc, lectern_limits limits)
{
	doc->limits = limits;
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

void lectern_begin_request(lectern_document *doc)
{
	memset(&doc->cookie, 0, sizeof doc->cookie);
}

void lectern_abort(lectern_document *doc)
{
	doc->cookie.abort = 1;
}

int lectern_content_errors(lectern_document *doc)
{
	return doc->cookie.errors;
}

void lectern_drop_bytes(lectern_document *doc, lectern_bytes *bytes)
{
	fz_drop_buffer(doc->ctx, bytes->owner);
	memset(bytes, 0, sizeof *bytes);
}

void lectern_keep_bytes(lectern_document *doc, fz_buffer *buffer, lectern_bytes *out)
{
	out->owner = fz_keep_buffer(doc->ctx, buffer);
	out->size = fz_buffer_storage(doc->ctx, buffer, &out->data);
}

void lectern_append_padded(fz_context *ctx, fz_buffer *buffer, const char *text, size_t size)
{
	static const char zeros[4];

	fz_append_data(ctx, buffer, text, size);
	fz_append_data(ctx, buffer, zeros, -size & 3);
}

// Throws if the request was aborted. Must be called after drawing, because MuPDF returns normally from drawing a page
// that was aborted.
void lectern_throw_if_aborted(lectern_document *doc)
{
	if (doc->cookie.abort)
		fz_throw(doc->ctx, FZ_ERROR_ABORT, "aborted");
}
