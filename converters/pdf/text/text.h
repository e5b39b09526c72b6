// Corrections to the text that MuPDF's device reads from a page.
#ifndef LECTERN_TEXT_TEXT_H
#define LECTERN_TEXT_TEXT_H

#include <mupdf/fitz.h>

// A character that belongs to the glyph of the one before it is marked as joined, so that both keep their order where
// MuPDF turns a line around. The mark must not change where MuPDF sees a gap between words: behind characters from
// 0x700 on it sees none.
#define LECTERN_JOINED 0x40000000

static inline int lectern_join(int c)
{
	return c < 0x700 ? c - LECTERN_JOINED : c + LECTERN_JOINED;
}

static inline int lectern_is_joined(int c)
{
	return c < 0 || c >= LECTERN_JOINED;
}

static inline int lectern_rune(int c)
{
	if (!lectern_is_joined(c))
		return c;
	return c < 0 ? c + LECTERN_JOINED : c - LECTERN_JOINED;
}

// Removes the marks from the characters of a line that was read, and restores the order of joined ones.
void lectern_unmark_joined(fz_stext_line *line);

// The end of the text of a page at some time; NULL where there was nothing yet.
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

// Reports whether the page has text behind a position.
static inline int lectern_has_grown(const fz_stext_page *page, const lectern_position *since)
{
	return page->last_block != since->block ||
		(since->line && (since->line->next || since->line->last_char != since->last));
}

// The runes of an ActualText; none where there is no such text, or it does not apply.
typedef struct {
	const int *runes;
	int count;
} lectern_runes;

// The text of a page while it is read.
typedef struct {
	fz_stext_page *page;
	int has_joined; // it may contain joined characters
	int budget;     // runes that may still be added beyond those of the glyphs
} lectern_page_text;

// Returns what to read instead of a text: one glyph for a cluster whose ActualText is actual, and joined characters
// where a glyph from right to left has several. NULL if the text is good as it is. The caller drops it. Throws.
fz_text *lectern_corrected_text(fz_context *ctx, lectern_runes actual, const fz_text *text);

// Replaces the characters behind a position by an ActualText. Throws.
void lectern_replace_with_actual(
	fz_context *ctx, lectern_page_text *text, const lectern_position *since, lectern_runes actual);

// Sorts the pieces of a page's text into the order that they have on the page. Called before MuPDF turns lines around.
// Throws.
void lectern_restore_reading_order(fz_context *ctx, fz_stext_page *page);

#endif
