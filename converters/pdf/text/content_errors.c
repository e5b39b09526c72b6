// Counts errors in page content that MuPDF only reports as warnings, although the rest of the content is lost.
#include "text/device.h"

#include <stdbool.h>
#include <string.h>

// Bytes that are decompressed between checks for an abort.
#define CHUNK (1 << 20)
// The maximum number of content streams that are checked per page.
#define MAX_PARTS 1000

static bool is_end_of_data(const char *message)
{
	static const char sign[] = "premature end of data in flate filter";

	return !strncmp(message, sign, sizeof sign - 1);
}

// Counts warnings that a stream cannot be decoded further, or that a page's content is no stream. Harmless
// warnings, such as a missing end marker, are not counted. Data that ends early is checked later.
static void on_warning(void *user, const char *message)
{
	static const char *const loss_prefixes[] = {
		"read error; treating as end of file", "content stream is not a stream", "cannot load content stream part"};
	lectern_document *doc = user;

	for (size_t i = 0; i < sizeof loss_prefixes / sizeof loss_prefixes[0]; i++)
		if (!strncmp(message, loss_prefixes[i], strlen(loss_prefixes[i])))
			doc->cookie.errors++;
	doc->ended_early |= is_end_of_data(message);
}

lectern_warning_receiver lectern_count_warnings(lectern_document *doc)
{
	lectern_warning_receiver before;

	doc->ended_early = 0;
	fz_flush_warnings(doc->ctx); // otherwise MuPDF suppresses a warning that repeats the last one
	before.callback = fz_warning_callback(doc->ctx, &before.user);
	fz_set_warning_callback(doc->ctx, on_warning, doc);
	return before;
}

void lectern_restore_warnings(lectern_document *doc, lectern_warning_receiver before)
{
	fz_set_warning_callback(doc->ctx, before.callback, before.user);
}

static void on_end_warning(void *user, const char *message)
{
	if (is_end_of_data(message))
		*(bool *)user = true;
}

// Decompresses the rest of a stream. Reports whether its data ends early.
static bool ends_early(lectern_document *doc, fz_stream *stream)
{
	fz_context *ctx = doc->ctx;
	lectern_warning_receiver before;
	bool ended_early = false;

	fz_flush_warnings(ctx);
	before.callback = fz_warning_callback(ctx, &before.user);
	fz_set_warning_callback(ctx, on_end_warning, &ended_early);
	fz_var(ended_early);
	fz_try(ctx)
		while (fz_skip(ctx, stream, CHUNK) == CHUNK)
			lectern_throw_if_aborted(doc);
	fz_always(ctx)
		lectern_restore_warnings(doc, before);
	fz_catch(ctx)
		fz_rethrow(ctx);
	return ended_early;
}

// Reports whether Flate data is truncated. A missing Adler-32 checksum (RFC 1950) or empty data is not truncation.
static bool is_truncated(lectern_document *doc, pdf_obj *part)
{
	fz_context *ctx = doc->ctx;
	pdf_obj *filter = pdf_dict_gets(ctx, part, "Filter");
	fz_stream *raw = NULL, *decompressed = NULL;
	bool truncated = false;

	if (pdf_array_len(ctx, filter) == 1)
		filter = pdf_array_get(ctx, filter, 0);
	if (strcmp(pdf_to_name(ctx, filter), "FlateDecode") || !pdf_is_stream(ctx, part))
		return false;
	fz_var(raw);
	fz_var(decompressed);
	fz_var(truncated);
	fz_try(ctx) {
		raw = pdf_open_raw_stream(ctx, part);
		if (fz_skip(ctx, raw, 2) == 2) {
			decompressed = fz_open_flated(ctx, raw, -15); // without zlib's header and checksum
			truncated = ends_early(doc, decompressed);
		}
	}
	fz_always(ctx) {
		fz_drop_stream(ctx, decompressed);
		fz_drop_stream(ctx, raw);
	}
	fz_catch(ctx) {
		lectern_throw_if_aborted(doc);
		fz_ignore_error(ctx); // it was counted when the page was read
	}
	return truncated;
}

void lectern_count_truncated(lectern_document *doc, int page)
{
	fz_context *ctx = doc->ctx;

	if (!doc->ended_early)
		return;
	fz_try(ctx) {
		pdf_obj *contents = pdf_dict_gets(ctx, pdf_lookup_page_obj(ctx, (pdf_document *)doc->fz, page), "Contents");
		bool truncated = is_truncated(doc, contents);
		for (int i = 0; i < pdf_array_len(ctx, contents) && i < MAX_PARTS && !truncated; i++)
			truncated = is_truncated(doc, pdf_array_get(ctx, contents, i));
		doc->cookie.errors += truncated;
	}
	fz_catch(ctx) {
		lectern_throw_if_aborted(doc);
		fz_ignore_error(ctx); // the text that was read so far is kept
	}
}
