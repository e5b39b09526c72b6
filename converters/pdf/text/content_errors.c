// Counts mistakes in content that MuPDF only warns of. After them it draws no more of the content.
#include "text/device.h"

#include <string.h>

// Bytes that are unpacked between checks whether the request was aborted.
#define CHUNK (1 << 20)
// Of the parts that draw a page, those that are looked at.
#define MAX_PARTS 1000

static int is_end_of_data(const char *message)
{
	static const char sign[] = "premature end of data in flate filter";

	return !strncmp(message, sign, sizeof sign - 1);
}

// That a stream cannot be decoded further, and that what is to draw a page is none. Those of which nothing need be
// missing, such as that the mark of an end is, are not among them; where data
// ends early is looked at later.
static void hear(void *user, const char *message)
{
	static const char *const signs[] = {
		"read error; treating as end of file", "content stream is not a stream", "cannot load content stream part"};
	lectern_document *doc = user;

	for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
		if (!strncmp(message, signs[i], strlen(signs[i])))
			doc->cookie.errors++;
	doc->ended_early |= is_end_of_data(message);
}

lectern_warnings lectern_count_warnings(lectern_document *doc)
{
	lectern_warnings before;

	doc->ended_early = 0;
	fz_flush_warnings(doc->ctx); // otherwise MuPDF suppresses a warning that repeats the last one
	before.callback = fz_warning_callback(doc->ctx, &before.user);
	fz_set_warning_callback(doc->ctx, hear, doc);
	return before;
}

void lectern_restore_warnings(lectern_document *doc, lectern_warnings before)
{
	fz_set_warning_callback(doc->ctx, before.callback, before.user);
}

static void hear_end(void *user, const char *message)
{
	*(int *)user |= is_end_of_data(message);
}

// Unpacks the rest of a stream. Reports whether its data ends early.
static int unpacks_to_an_early_end(lectern_document *doc, fz_stream *stream)
{
	fz_context *ctx = doc->ctx;
	lectern_warnings before;
	int early = 0;

	fz_flush_warnings(ctx);
	before.callback = fz_warning_callback(ctx, &before.user);
	fz_set_warning_callback(ctx, hear_end, &early);
	fz_var(early);
	fz_try(ctx)
		while (fz_skip(ctx, stream, CHUNK) == CHUNK)
			lectern_throw_if_aborted(doc);
	fz_always(ctx)
		lectern_restore_warnings(doc, before);
	fz_catch(ctx)
		fz_rethrow(ctx);
	return early;
}

// Reports whether Flate data is truncated. A missing Adler-32 checksum (RFC 1950) or empty data is not truncation.
static int is_cut(lectern_document *doc, pdf_obj *part)
{
	fz_context *ctx = doc->ctx;
	pdf_obj *filter = pdf_dict_gets(ctx, part, "Filter");
	fz_stream *raw = NULL, *unpacked = NULL;
	int cut = 0;

	if (pdf_array_len(ctx, filter) == 1)
		filter = pdf_array_get(ctx, filter, 0);
	if (strcmp(pdf_to_name(ctx, filter), "FlateDecode") || !pdf_is_stream(ctx, part))
		return 0;
	fz_var(raw);
	fz_var(unpacked);
	fz_var(cut);
	fz_try(ctx) {
		raw = pdf_open_raw_stream(ctx, part);
		if (fz_skip(ctx, raw, 2) == 2) {
			unpacked = fz_open_flated(ctx, raw, -15); // without the two bytes in front, and the sum
			cut = unpacks_to_an_early_end(doc, unpacked);
		}
	}
	fz_always(ctx) {
		fz_drop_stream(ctx, unpacked);
		fz_drop_stream(ctx, raw);
	}
	fz_catch(ctx) {
		lectern_throw_if_aborted(doc);
		fz_ignore_error(ctx); // it was counted when the page was read
	}
	return cut;
}

void lectern_count_truncated(lectern_document *doc, int page)
{
	fz_context *ctx = doc->ctx;

	if (!doc->ended_early)
		return;
	fz_try(ctx) {
		pdf_obj *contents = pdf_dict_gets(ctx, pdf_lookup_page_obj(ctx, (pdf_document *)doc->fz, page), "Contents");
		int cut = is_cut(doc, contents);
		for (int i = 0; i < pdf_array_len(ctx, contents) && i < MAX_PARTS && !cut; i++)
			cut = is_cut(doc, pdf_array_get(ctx, contents, i));
		doc->cookie.errors += cut;
	}
	fz_catch(ctx) {
		lectern_throw_if_aborted(doc);
		fz_ignore_error(ctx); // what was read of the page stands
	}
}
