// The few functions that Lectern needs of MuPDF, each safe to call from Go:
// MuPDF's exceptions (setjmp/longjmp) never leave them. They return 0, or one
// of the LECTERN_ codes with a message for the log in the document.
//
// A lectern_document is used by one thread at a time; lectern_abort alone may be
// called from another one.
#ifndef LECTERN_PDF_H
#define LECTERN_PDF_H

#include <stddef.h>
#include <stdint.h>

enum {
	LECTERN_OK,
	LECTERN_DAMAGED,   // not readable as PDF, or this page is not
	LECTERN_PROTECTED, // needs a password
	LECTERN_ENCRYPTED, // in a way that is not known here
	LECTERN_NO_PAGE,
	LECTERN_MEMORY,
	LECTERN_NESTED,   // more deeply than MuPDF follows
	LECTERN_TOO_MUCH, // beyond a limit of lectern_limits, such as that of an SVG
	LECTERN_ABORTED,  // by lectern_abort
	LECTERN_WRONG,    // the password does not open it
	LECTERN_NO_SPACE, // the disk is full
	LECTERN_PAGES,    // more than there may be
};

typedef struct lectern_document lectern_document;

// Bytes that MuPDF holds; freed by lectern_drop_bytes.
typedef struct {
	void *owner;
	unsigned char *data;
	size_t size;
} lectern_bytes;

// One character of a page in points, origin top left, y down.
typedef struct {
	int32_t rune;
	int32_t block;   // counts from 0
	int32_t line;    // counts from 0 over all blocks
	int32_t element; // that it is in, counts from 1; 0 for none
	int32_t bold;
	float size; // of its font
	float x0, y0, x1, y1;
} lectern_char;

// The kind of an element, as far as it matters for the layout of text.
enum {
	LECTERN_INLINE, // or a group of others
	LECTERN_ARTIFACT,
	LECTERN_PARAGRAPH,
	LECTERN_HEADING, // of the level that its sections give it
	LECTERN_HEADING_1,
	LECTERN_HEADING_6 = LECTERN_HEADING_1 + 5,
	LECTERN_SECTION,
	LECTERN_LIST,
	LECTERN_ITEM,
	LECTERN_TABLE,
	LECTERN_ROW,
	LECTERN_CELL,
	LECTERN_CAPTION,
};

// One element of the structure tree of a tagged PDF.
typedef struct {
	int32_t parent; // the number of the one that it is in, which is less than its own; 0 for none
	int32_t kind;
	int32_t index; // among those that are in the same one
} lectern_element;

// What lectern_chars reads of a page.
typedef struct {
	lectern_bytes chars;    // an array of lectern_char
	lectern_bytes elements; // an array of lectern_element, those that characters are in and the ones around them
	lectern_bytes unseen;   // the characters that are shown as boxes or not at all for want of a font, as an array of
							// int32_t, up to 65,536
	float width, height;
} lectern_text;

// Something that leads somewhere, an entry of the outline or a link. Behind it come its text and its
// address, without an end, padded to a multiple of 4 bytes.
typedef struct {
	int32_t depth;        // of an entry: 0 is the top
	int32_t page;         // counts from 1; 0 where the target is not in the document
	float left, top;      // in points from the page's top left corner; NaN where there is none
	float x0, y0, x1, y1; // of a link: its rectangle
	int32_t text_size;
	int32_t uri_size;
} lectern_entry;

// A font. Behind it come its name and its type, without an end, padded to a multiple of 4 bytes.
typedef struct {
	int32_t embedded;
	int32_t flags;      // of its descriptor
	int32_t collection; // 1 for one of Chinese or Japanese characters, 2 for one of Korean ones
	int32_t guessed;    // nothing in the document says which characters it shows
	int32_t name_size;
	int32_t type_size;
} lectern_font;

// How pages are named from one on. Behind it comes the prefix, without an end, padded to a multiple of 4 bytes.
typedef struct {
	int32_t page;  // counts from 0
	int32_t start; // its number
	int32_t style; // the letter of the style, 0 for none
	int32_t prefix_size;
} lectern_numbering;

// What of a document is not on its pages, or does nothing there.
typedef struct {
	int files;     // within it
	int portfolio; // 1 where its pages are but a cover for them
	int xfa;       // 1 where it has a form of XFA
	int rendered;  // 1 where its pages stand in for such a form that is laid out anew each time
	int signatures;
	int comments; // annotations with words that are not drawn
	int media;    // films, sounds and their like
	int links;    // that are blocked: to files, programs, scripts
} lectern_beyond;

// The version of the MuPDF that is linked, such as "1.28.0".
const char *lectern_mupdf_version(void);

// A document with nothing open; store bounds the cache of decoded fonts and
// images in bytes. NULL when there is no memory.
lectern_document *lectern_new(size_t store);
void lectern_drop(lectern_document *doc);

// The cause of the last failure.
const char *lectern_message(lectern_document *doc);

// What bounds the pages of a document.
typedef struct {
	int pages;    // of a document
	float side;   // of a page, in points: a larger one is shown smaller
	float pixels; // of an image: it is drawn at a smaller scale
	size_t svg;   // bytes of an SVG
} lectern_limits;

void lectern_limit(lectern_document *doc, lectern_limits limits);

// A font file's face, and what of the style is to be made of it.
typedef struct {
	int index; // in a collection
	int fake_bold, fake_italic;
} lectern_face;

// Makes MuPDF find fonts that are not embedded by lectern_find_font and lectern_find_cjk, which get index. Files
// are read when first needed. Before lectern_open.
void lectern_use_fonts(lectern_document *doc, uintptr_t index);

// Draws a PDF of our own before any other is open, so that the next page finds code and fonts in memory.
void lectern_warm(lectern_document *doc, const unsigned char *pdf, size_t size);

// Reads the PDF that fd is open on; the document takes fd over. The password may be empty. *pages is
// its page count, which may be 0. A repaired file that opens is fine; one without a page is damaged.
int lectern_open(lectern_document *doc, int fd, const char *password, int *pages);
// Returns the number of pages that the open document claims, if it has fewer; else 0.
int lectern_said_pages(lectern_document *doc);
// 1 when the open document is encrypted.
int lectern_encrypted(lectern_document *doc);
// The value of one of MuPDF's keys of metadata, such as "info:Title", in UTF-8, cut at size bytes; empty
// where there is none.
void lectern_metadata(lectern_document *doc, const char *key, char *value, size_t size);

// The outline as an array of lectern_entry, each entry before its children, cut at a depth of 64, at
// 50,000 entries and after so many seconds. What is broken in it ends the branch that it is in.
int lectern_outline(lectern_document *doc, double patience, lectern_bytes *out);
// How the pages are named, as an array of lectern_numbering: none where the document does not say.
int lectern_numberings(lectern_document *doc, lectern_bytes *out);
// The fonts of all pages as an array of lectern_font, each object once.
int lectern_fonts(lectern_document *doc, lectern_bytes *out);
// *found is 1 when the document has a script, or an action that starts a program.
int lectern_scripts(lectern_document *doc, int *found);

// *found and the names of its files, each with a zero byte behind it, of the first hundred.
int lectern_look_beyond(lectern_document *doc, lectern_beyond *found, lectern_bytes *names);

// Adds all pages of the PDF that fd is open on to the end of the open document, in memory; it takes fd
// over. Links and the outline of what is added are left out.
int lectern_append(lectern_document *doc, int fd);

// Writes the open document without its encryption to fd, which it takes over.
int lectern_decrypt(lectern_document *doc, int fd);

// Width and height of every page in points, and how many of these are one of the page, without loading the pages;
// 0 where the page does not say how large it is, and -1 where it is missing from the file.
int lectern_sizes(lectern_document *doc, float *sizes, int pages);

// The same of one page.
int lectern_page_size(lectern_document *doc, int page, float *width, float *height);

// Starts a request: what was aborted before is forgotten.
void lectern_begin(lectern_document *doc);
// Ends the request under way soon with LECTERN_ABORTED.
void lectern_abort(lectern_document *doc);

// Pages count from 0. Ids in the SVG start at first_id. One past the limit of bytes is LECTERN_TOO_MUCH.
int lectern_svg(lectern_document *doc, int page, int first_id, lectern_bytes *out);
// PNG at *scale pixels a point. Sets *scale to less if the PNG would be beyond the limit of pixels.
int lectern_png(lectern_document *doc, int page, float *scale, lectern_bytes *out);
// The page's links as an array of lectern_entry.
int lectern_links(lectern_document *doc, int page, lectern_bytes *out);
// The characters of a page; those that are not seen only where they are wanted.
int lectern_chars(lectern_document *doc, int page, int want_unseen, lectern_text *out);
void lectern_drop_text(lectern_document *doc, lectern_text *text);
// *broken is 1 when the page draws a picture whose data cannot be decoded, or not all of it.
int lectern_look_at_pictures(lectern_document *doc, int page, int *broken);
// Returns the number of mistakes in the content of this request's pages. Those that MuPDF only warns of, such as
// streams that cannot be decoded, are among them where the characters of a page were read.
int lectern_mistakes(lectern_document *doc);
void lectern_drop_bytes(lectern_document *doc, lectern_bytes *bytes);

#endif
