// Corrections of the text that MuPDF's device reads from a page.
#ifndef LECTERN_TEXT_TEXT_H
#define LECTERN_TEXT_TEXT_H

#include <stdbool.h>

#include <mupdf/fitz.h>

// If a glyph stands for several characters, each of them after the first is marked as joined, so that they keep their
// order when MuPDF reverses a line. The mark must not change where MuPDF sees gaps between words. MuPDF sees no gap
// after characters from 0x700.
#define LECTERN_JOINED 0x40000000

static inline int lectern_mark_joined(int c)
{
	return c < 0x700 ? c - LECTERN_JOINED : c + LECTERN_JOINED;
}

static inline bool lectern_is_joined(int c)
{
	return c < 0 || c >= LECTERN_JOINED;
}

static inline int lectern_rune(int c)
{
	if (!lectern_is_joined(c))
		return c;
	return c < 0 ? c + LECTERN_JOINED : c - LECTERN_JOINED;
}

// Removes the marks from the characters of a line and restores the order of joined characters.
void lectern_unmark_joined(fz_stext_line *line);

// A position in the text of a page: the end of the text that had been read at some time. The fields are NULL if there
// was no text yet.
typedef struct {
	fz_stext_block *block;
	fz_stext_line *line;
	fz_stext_char *last;
} lectern_position;

static inline lectern_position lectern_end_position(const fz_stext_page *page)
{
	fz_stext_block *block = page->last_block;
	fz_stext_line *line = block && block->type == FZ_STEXT_BLOCK_TEXT ? block->u.t.last_line : NULL;

	return (lectern_position){block, line, line ? line->last_char : NULL};
}

// Reports whether the page has text after a position.
static inline bool lectern_has_grown(const fz_stext_page *page, const lectern_position *position)
{
	return page->last_block != position->block ||
		(position->line && (position->line->next || position->line->last_char != position->last));
}

// The runes of an ActualText; none if there is no ActualText or it does not apply.
typedef struct {
	const int *runes;
	int count;
} lectern_runes;

// The text of a page that is being read.
typedef struct {
	fz_stext_page *page;
	bool has_joined; // the text may contain joined characters
	int budget;      // number of runes that may still be added to the glyphs' own runes
} lectern_page_text;

// Returns a corrected copy of a text, which the caller drops. If a cluster of glyphs has the ActualText in the
// parameter actual, it becomes one glyph. The characters of right-to-left glyphs with several characters become joined
// characters. Returns NULL if no correction is needed. Throws if it fails.
fz_text *lectern_corrected_text(fz_context *ctx, lectern_runes actual, const fz_text *text);

// Replaces the characters after a position by an ActualText. Throws if it fails.
void lectern_replace_with_actual(
	fz_context *ctx, lectern_page_text *text, const lectern_position *position, lectern_runes actual);

// Sorts the pieces of a page's text into reading order. Must be called before MuPDF reverses lines. Throws if it fails.
void lectern_restore_reading_order(fz_context *ctx, fz_stext_page *page);

#endif
