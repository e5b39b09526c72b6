// The pieces that a row of text is drawn in.
#ifndef LECTERN_TEXT_ROW_H
#define LECTERN_TEXT_ROW_H

#include <mupdf/fitz.h>

// In sizes of a font: how far pieces are from each other that are side by side, how far letters of one word may be, and
// from where on MuPDF sees two columns.
#define LECTERN_TOLERANCE 0.1f
#define LECTERN_KERN 0.3f
#define LECTERN_COLUMN 0.8f

// A row of more pieces is left as it is.
#define LECTERN_MAX_PIECES 200

// What is in a piece; nothing of that are spaces and signs.
enum { LECTERN_LEFT_TO_RIGHT = 1, LECTERN_RIGHT_TO_LEFT = 2, LECTERN_NUMBER = 4 };

int lectern_direction_of(int rune);

// Characters of which each begins where the one before it ends.
typedef struct {
	fz_stext_char *first, *last;
	fz_stext_char *space; // that MuPDF has seen in front of them
	float start, end;     // along the line
	float base;           // across it
	int kinds, starts_line;
	int wide;    // how many of them have a width
	int ordered; // it is to be, or was, put in order
	int glued;   // to the next one: they are of one portion of text
} lectern_piece;

// Lines of MuPDF's that are beside each other.
typedef struct {
	lectern_piece *pieces;
	int count, room, kinds, ordered;
	float size;
} lectern_row;

// Where a point is along a line, and across it.
static inline float lectern_along(const fz_stext_line *line, fz_point p)
{
	return line->dir.x * p.x + line->dir.y * p.y;
}

static inline float lectern_across(const fz_stext_line *line, fz_point p)
{
	return line->dir.x * p.y - line->dir.y * p.x;
}

// Fills a row with the pieces of the lines from first up to end. Its kinds must be set to LECTERN_RIGHT_TO_LEFT if it
// has text from right to left.
void lectern_collect_row(fz_context *ctx, lectern_row *row, const fz_stext_line *first, const fz_stext_line *end);

int lectern_is_near(const lectern_row *row, float a, float b);

// Glues together what is to be put in order.
void lectern_find_segments(lectern_row *row);

// Makes the first of the pieces of a portion from right to left all of it, in the order in which it is read.
void lectern_reverse_segment(lectern_piece *first, lectern_piece *end);

// Appends a piece, and the space in front of it, to a list.
void lectern_append_piece(fz_stext_char **last, fz_stext_char **first, const lectern_piece *piece);

#endif
