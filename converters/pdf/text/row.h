// The pieces in which a row of text is drawn.
#ifndef LECTERN_TEXT_ROW_H
#define LECTERN_TEXT_ROW_H

#include <stdbool.h>

#include <mupdf/fitz.h>

// Distances in font sizes: the largest distance of adjacent pieces, the largest distance of letters in a word, and the
// smallest distance at which MuPDF assumes two columns.
#define LECTERN_TOLERANCE 0.1f
#define LECTERN_KERN 0.3f
#define LECTERN_COLUMN 0.8f

// A row with more pieces is not changed.
#define LECTERN_MAX_PIECES 200

// The kinds of characters in a piece. Spaces and punctuation have none.
enum { LECTERN_LEFT_TO_RIGHT = 1, LECTERN_RIGHT_TO_LEFT = 2, LECTERN_NUMBER = 4 };

int lectern_direction_of(int rune);

// A sequence of adjacent characters: each character begins where the previous one ends.
typedef struct {
	fz_stext_char *first, *last;
	fz_stext_char *space; // space that MuPDF inserted before the characters
	float start, end;     // extent along the line
	float base;           // baseline
	int kinds, starts_line;
	int chars_with_width; // number of characters with a width
	int ordered;          // it must be sorted, or was sorted
	int joined_with_next; // both pieces are in one segment
} lectern_piece;

// A row of text: adjacent lines of MuPDF at the same height, divided into pieces.
typedef struct {
	lectern_piece *pieces;
	int count, capacity, kinds, ordered;
	float size;
} lectern_row;

// Return the coordinates of a point along a line and across it.
static inline float lectern_along(const fz_stext_line *line, fz_point p)
{
	return line->dir.x * p.x + line->dir.y * p.y;
}

static inline float lectern_across(const fz_stext_line *line, fz_point p)
{
	return line->dir.x * p.y - line->dir.y * p.x;
}

// Fills a row with the pieces of consecutive lines. first is the first of these lines, and end is the line after the
// last one. The caller sets kinds to LECTERN_RIGHT_TO_LEFT if the row has right-to-left text.
void lectern_collect_row(fz_context *ctx, lectern_row *row, const fz_stext_line *first, const fz_stext_line *end);

bool lectern_is_near(const lectern_row *row, float a, float b);

// Sets the fields glued and ordered of the pieces in segments that must be sorted.
void lectern_find_segments(lectern_row *row);

// Moves all characters of a right-to-left segment into its first piece, in reading order.
void lectern_reverse_segment(lectern_piece *first, lectern_piece *end);

// Appends a piece and the space before it to a list.
void lectern_append_piece(fz_stext_char **last, fz_stext_char **first, const lectern_piece *piece);

#endif
