// Functions that Go calls to read the text of a page.
#ifndef LECTERN_TEXT_API_H
#define LECTERN_TEXT_API_H

#include "document/api.h"

// One character of a page. Coordinates are in points from the top left corner, y down.
typedef struct {
	int32_t rune;
	int32_t block;   // counts from 0
	int32_t line;    // counts from 0 over all blocks
	int32_t element; // structure element of the character, counts from 1; 0 for none
	int32_t bold;
	float size; // of its font
	float x0, y0, x1, y1;
} lectern_char;

// Kinds of structure elements that the text layout distinguishes.
enum {
	LECTERN_INLINE, // elements within a line, and elements that only group others
	LECTERN_ARTIFACT,
	LECTERN_PARAGRAPH,
	LECTERN_HEADING, // its level is the number of sections that contain it
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
	int32_t parent; // number of the parent element, which is less than its own; 0 for none
	int32_t kind;
	int32_t index; // among the children of its parent
} lectern_element;

// The text of a page.
typedef struct {
	lectern_bytes chars;          // array of lectern_char
	lectern_bytes elements;       // array of lectern_element: the elements of the characters and their ancestors
	lectern_bytes missing_glyphs; // array of int32_t, at most 65,536: the characters that are shown as boxes or not at
								  // all because no font has a glyph for them
	float width, height;          // of the page, in points
} lectern_text;

// Reads the characters of a page (numbered from 0). Sets out->missing_glyphs only if want_missing is 1.
int lectern_chars(lectern_document *doc, int page, int want_missing, lectern_text *out);
void lectern_drop_text(lectern_document *doc, lectern_text *text);

#endif
