/*
 * The few functions that Lectern needs of MuPDF, each safe to call from Go:
 * MuPDF's exceptions (setjmp/longjmp) never leave them. They return 0, or one
 * of the LECTERN_ codes with a message for the log in the document.
 *
 * A lectern_document is used by one thread at a time; lectern_abort alone may be
 * called from another one.
 */
#ifndef LECTERN_PDF_H
#define LECTERN_PDF_H

#include <stddef.h>
#include <stdint.h>

enum {
	LECTERN_OK,
	LECTERN_DAMAGED,   /* not readable as PDF, or this page is not */
	LECTERN_PROTECTED, /* needs a password, or is encrypted in an unknown way */
	LECTERN_NO_PAGE,
	LECTERN_MEMORY,
	LECTERN_ABORTED, /* by lectern_abort */
};

typedef struct lectern_document lectern_document;

/* Bytes that MuPDF holds; freed by lectern_drop_bytes. */
typedef struct {
	void *owner;
	unsigned char *data;
	size_t size;
} lectern_bytes;

/* One character of a page in points, origin top left, y down. */
typedef struct {
	int32_t rune;
	int32_t block; /* counts from 0 */
	int32_t line;  /* counts from 0 over all blocks */
	float x0, y0, x1, y1;
} lectern_char;

/* The version of the MuPDF that is linked, such as "1.28.0". */
const char *lectern_mupdf_version(void);

/* A document with nothing open; store bounds the cache of decoded fonts and
 * images in bytes. NULL when there is no memory. */
lectern_document *lectern_new(size_t store);
void lectern_drop(lectern_document *doc);

/* The cause of the last failure. */
const char *lectern_message(lectern_document *doc);

/* Uses the font file at path for Chinese, Japanese and Korean text whose font is
 * not embedded. It is read when first needed; before lectern_open. */
void lectern_use_cjk_font(lectern_document *doc, const char *path);

/* Draws a PDF of our own before any other is open, so that the next page finds code and fonts in memory. */
void lectern_warm(lectern_document *doc, const unsigned char *pdf, size_t size);

/* Reads the PDF that fd is open on; the document takes fd over. *pages is its
 * page count, which may be 0. A repaired file that opens is fine; one without a page is damaged. */
int lectern_open(lectern_document *doc, int fd, int *pages);
/* 1 when the open document is encrypted (and opens without a password). */
int lectern_encrypted(lectern_document *doc);
/* The title in UTF-8, cut at size bytes; empty where there is none. */
void lectern_title(lectern_document *doc, char *title, size_t size);
/* Width and height of every page in points, in pairs, without loading the pages. */
int lectern_sizes(lectern_document *doc, float *sizes, int pages);

/* The same of one page. */
int lectern_page_size(lectern_document *doc, int page, float *width, float *height);

/* Starts a request: what was aborted before is forgotten. */
void lectern_begin(lectern_document *doc);
/* Ends the request under way soon with LECTERN_ABORTED. */
void lectern_abort(lectern_document *doc);

/* Pages count from 0. Ids in the SVG start at first_id. */
int lectern_svg(lectern_document *doc, int page, int first_id, lectern_bytes *out);
/* RGB PNG at scale pixels a point, at most max_pixels pixels. */
int lectern_png(lectern_document *doc, int page, float scale, float max_pixels, lectern_bytes *out);
/* The page's characters as an array of lectern_char, and the page's size. */
int lectern_chars(lectern_document *doc, int page, lectern_bytes *out, float *width, float *height);
void lectern_drop_bytes(lectern_document *doc, lectern_bytes *bytes);

#endif
