// The document of a process: what every C file of this package may use.
#ifndef LECTERN_DOCUMENT_H
#define LECTERN_DOCUMENT_H

#include <stdio.h>

#include "lectern_pdf.h"
#include "mupdf_pdf.h"

struct lectern_document {
	fz_context *ctx;
	fz_document *fz;
	FILE *file;
	uintptr_t index; // Go's handle of the fonts for those that are not embedded
	int pages;
	int said; // number of pages that the document claims, if it has fewer; else 0
	lectern_limits limits;
	int names_pruned; // lectern_prune_names has run
	fz_cookie cookie;
	fz_device plain;                     // the original functions of the device that draws, see gray.c
	fz_device below;                     // those of the device that reads text, see unseen.c
	fz_device drawing;                   // those of the device that draws an image, see leaveout.c
	struct lectern_actual *actual;       // while the text of a page is read, see actualtext.c
	struct lectern_structure *structure; // while the text of a page is read, see structure.c
	fz_buffer *unseen;                   // the characters that are noted while a page is read
	fz_hash_table *pictures;             // results of lectern_picture_is_whole by the data; may be NULL
	int pictures_known;
	fz_image *nothing; // replaces pictures that do not load, see unloadable.c; may be NULL
	int ended_early;   // some data ended early since lectern_hear_mistakes
	char message[256];
};

// Keeps the message of the error and returns its LECTERN_ code. Within fz_catch only.
int lectern_caught(lectern_document *doc);

// Reports whether memory ran out for a size that some machine might have. Within fz_catch only.
int lectern_caught_no_memory(lectern_document *doc);

// Throws if the request was aborted.
void lectern_throw_if_aborted(lectern_document *doc);

// Makes out a further owner of the buffer, and of its bytes.
void lectern_keep_bytes(lectern_document *doc, fz_buffer *buffer, lectern_bytes *out);

// Appends text, and zeros up to a multiple of 4 bytes.
void lectern_append_padded(fz_context *ctx, fz_buffer *buffer, const char *text, size_t size);

// How a page is shown: its points times scale are the points of all results. The scale is less than 1 for a page that
// is larger than the limit.
typedef struct {
	fz_matrix ctm; // from the page's space, with its corner at the origin
	float scale, width, height;
} lectern_view;

lectern_view lectern_view_of(lectern_document *doc, fz_rect bounds);

// Returns the scale of a page, which counts from 0, without loading it.
float lectern_page_scale(lectern_document *doc, int page);

#endif
