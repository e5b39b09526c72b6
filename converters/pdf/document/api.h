// Functions that Go calls to open, measure, save and close a PDF.
//
// MuPDF reports errors with setjmp and longjmp. No function of an api.h lets such an error escape. Instead, it returns
// 0 or one of the LECTERN_ codes, and keeps a message for the log in the document.
//
// One thread at a time uses a lectern_document. Another thread may only call lectern_abort.
#ifndef LECTERN_DOCUMENT_API_H
#define LECTERN_DOCUMENT_API_H

#include <stddef.h>
#include <stdint.h>

enum {
	LECTERN_OK,
	LECTERN_DAMAGED,        // the file is no readable PDF, or the page is damaged
	LECTERN_PROTECTED,      // a password is needed
	LECTERN_ENCRYPTED,      // the encryption method is unknown
	LECTERN_NO_PAGE,        // the document has no page of that number
	LECTERN_MEMORY,         // memory ran out
	LECTERN_NESTED,         // the content is nested more deeply than MuPDF supports
	LECTERN_TOO_LARGE,      // the result would exceed one of the lectern_limits
	LECTERN_ABORTED,        // lectern_abort was called
	LECTERN_WRONG_PASSWORD, // the password is wrong
	LECTERN_NO_SPACE,       // the disk is full
	LECTERN_TOO_MANY_PAGES, // the document has more pages than the limit
};

typedef struct lectern_document lectern_document;

// Bytes that MuPDF owns. lectern_drop_bytes releases them.
typedef struct {
	void *owner;
	unsigned char *data;
	size_t size;
} lectern_bytes;

void lectern_drop_bytes(lectern_document *doc, lectern_bytes *bytes);

typedef struct {
	int pages;    // of a document
	float side;   // longest side of a page, in points; larger pages are scaled down
	float pixels; // of an image; larger images are drawn at a smaller scale
	size_t svg;   // bytes of an SVG
} lectern_limits;

// Returns the version of the linked MuPDF, such as "1.28.0".
const char *lectern_mupdf_version(void);

// Returns a document with nothing open, or NULL if there is no memory. store limits the cache of decoded fonts and
// images, in bytes.
lectern_document *lectern_new(size_t store);
void lectern_drop(lectern_document *doc);

// Returns the cause of the last failure.
const char *lectern_message(lectern_document *doc);

void lectern_set_limits(lectern_document *doc, lectern_limits limits);

// Opens the PDF behind the descriptor fd, which the document then owns. The password may be empty. Sets *pages to the
// number of pages, which may be 0. A damaged file that MuPDF can repair opens normally; a damaged file without a page
// fails.
int lectern_open(lectern_document *doc, int fd, const char *password, int *pages);
// Returns the number of pages that the document declares if it contains fewer pages than that, else 0.
int lectern_declared_pages(lectern_document *doc);
// Returns 1 if the document is encrypted, else 0.
int lectern_encrypted(lectern_document *doc);
// Stores the value of one of MuPDF's metadata keys, such as "info:Title", in UTF-8. The value is truncated to the given
// size in bytes. It is empty if the document has none.
void lectern_metadata(lectern_document *doc, const char *key, char *value, size_t size);

// Appends all pages of the PDF behind the descriptor fd, in memory, and closes fd. Links and outline of the appended
// PDF are dropped.
int lectern_append(lectern_document *doc, int fd);

// Writes the document without encryption to the descriptor fd and closes it.
int lectern_decrypt(lectern_document *doc, int fd);

// Stores three numbers for each page without loading it: width and height in points, and the scale. The scale is less
// than 1 if the page exceeds the limit, 0 if the page declares no usable size, and -1 if it is missing from the file.
int lectern_sizes(lectern_document *doc, float *sizes, int pages);

// Stores width and height of one page (numbered from 0) in points.
int lectern_page_size(lectern_document *doc, int page, float *width, float *height);

// Starts a request: clears an earlier abort and the count of content errors.
void lectern_begin_request(lectern_document *doc);
// Makes the current request return LECTERN_ABORTED soon.
void lectern_abort(lectern_document *doc);
// Returns the number of errors found in page content since lectern_begin_request. Errors that MuPDF only reports as
// warnings, such as streams that cannot be decoded, are counted only while lectern_chars reads a page.
int lectern_content_errors(lectern_document *doc);

#endif
