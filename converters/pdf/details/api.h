// Functions that Go calls to read the outline, links, page labels, fonts and other features of a document.
#ifndef LECTERN_DETAILS_API_H
#define LECTERN_DETAILS_API_H

#include "document/api.h"

// An outline entry or a link. Its text and its address follow without a terminator, each padded to a multiple of 4
// bytes.
typedef struct {
	int32_t depth;        // of an outline entry; 0 is the top level
	int32_t page;         // counts from 1; 0 if the target is not in the document
	float left, top;      // in points from the page's top left corner; NaN if the target has no position
	float x0, y0, x1, y1; // rectangle of a link
	int32_t text_size;
	int32_t uri_size;
} lectern_entry;

// A font. Its name and its type follow without a terminator, each padded to a multiple of 4 bytes.
typedef struct {
	int32_t embedded;
	int32_t flags;      // of the font descriptor
	int32_t collection; // 1: Chinese or Japanese character collection, 2: Korean one, 0: other fonts
	int32_t guessed;    // the document does not say which characters the font's codes stand for
	int32_t name_size;
	int32_t type_size;
} lectern_font;

// A range of page labels. The prefix follows without a terminator, padded to a multiple of 4 bytes.
typedef struct {
	int32_t page;  // first page of the range, counts from 0
	int32_t start; // number of the first page
	int32_t style; // letter of the numbering style, 0 for no number
	int32_t prefix_size;
} lectern_page_label;

// Features of a document that the drawn pages do not show.
typedef struct {
	int files;           // embedded files
	int portfolio;       // 1 if the pages are only a cover for embedded files
	int xfa;             // 1 if the document has an XFA form
	int needs_rendering; // 1 if the pages only stand in for an XFA form
	int signatures;
	int comments; // annotations whose text is not drawn
	int media;    // films, sounds and similar
	int links;    // blocked links: to files, programs and scripts
} lectern_features;

// Returns the outline as an array of lectern_entry, each entry before its children. The outline is cut at a depth of
// 64, at 50,000 entries and after max_seconds. A damaged entry ends its branch.
int lectern_outline(lectern_document *doc, double max_seconds, lectern_bytes *out);
// Returns the links of a page (numbered from 0) as an array of lectern_entry.
int lectern_links(lectern_document *doc, int page, lectern_bytes *out);
// Returns the page labels as an array of lectern_page_label, which is empty if the document declares none.
int lectern_page_labels(lectern_document *doc, lectern_bytes *out);
// Returns the fonts of all pages as an array of lectern_font, once for each font object.
int lectern_fonts(lectern_document *doc, lectern_bytes *out);
// Sets *found to 1 if the document contains a script or an action that starts a program or sends or imports form data.
int lectern_find_actions(lectern_document *doc, int *found);
// Sets *found to the features of the document. Sets *names to the names of the first hundred embedded files, each with
// a terminating zero.
int lectern_find_features(lectern_document *doc, lectern_features *found, lectern_bytes *names);

#endif
