// The document of a converter process, for the C files of all folders.
#ifndef LECTERN_DOCUMENT_STATE_H
#define LECTERN_DOCUMENT_STATE_H

#include "document/api.h"
#include "mupdfapi/mupdf_pdf.h"

#include <stdbool.h>
#include <stdio.h>

struct lectern_document {
	fz_context *ctx;
	fz_document *fz;
	FILE *file;
	uintptr_t fonts; // Go's handle of the index of substitute fonts
	int pages;
	int declared_pages; // number of pages that the document declares, if it has fewer; else 0
	lectern_limits limits;
	int names_pruned; // lectern_prune_names has run
	fz_cookie cookie;
	fz_device device_before_gray;        // original functions of the device that draw/gray.c changes
	fz_device device_before_missing;     // original functions of the device that text/missing_glyphs.c changes
	fz_device device_before_skip;        // original functions of the device that images/skip_images.c changes
	struct lectern_actual *actual;       // see text/actual_text.c; NULL unless the text of a page is being read
	struct lectern_structure *structure; // see text/structure_tree.c; NULL unless the text of a page is being read
	fz_buffer *missing_glyphs;           // characters without a glyph on the page that is being read
	fz_hash_table *checked_images;       // cached results of lectern_image_is_intact; may be NULL
	int checked_count;
	fz_image *placeholder; // replaces images that do not load, see images/replace_unloadable.c; may be NULL
	int ended_early;       // some stream ended early since lectern_count_warnings
	char message[256];
};

// Stores the message of the current error and returns its LECTERN_ code. Only allowed in fz_catch.
int lectern_store_error(lectern_document *doc);

// Reports whether memory ran out for an allocation of plausible size. Only allowed in fz_catch.
bool lectern_is_out_of_memory(lectern_document *doc);

// Throws if the request was aborted.
void lectern_throw_if_aborted(lectern_document *doc);

// Adds a reference to the buffer and stores it in out with the buffer's bytes.
void lectern_keep_bytes(lectern_document *doc, fz_buffer *buffer, lectern_bytes *out);

// Appends text, then zeros up to a multiple of 4 bytes.
void lectern_append_padded(fz_context *ctx, fz_buffer *buffer, const char *text, size_t size);

// How a page is shown. All results are in points of the page multiplied by scale, which is less than 1 for a page that
// exceeds the limit.
typedef struct {
	fz_matrix ctm; // from the page's coordinates to coordinates with the page's corner at the origin
	float scale, width, height;
} lectern_view;

lectern_view lectern_view_of(lectern_document *doc, fz_rect bounds);

// Returns the scale of a page (numbered from 0) without loading it.
float lectern_page_scale(lectern_document *doc, int page);

#endif
