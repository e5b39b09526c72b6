/* What marked content says that its glyphs stand for, while the text of a page is read. */
#ifndef LECTERN_ACTUALTEXT_H
#define LECTERN_ACTUALTEXT_H

#include <mupdf/fitz.h>

/* The ActualText that is in force, and what a page's reading keeps for the next one. */
typedef struct {
	fz_device below; /* what MuPDF's device for text does */
	fz_stext_page *page;
	int depth;    /* of marked content that has texts of any kind */
	int began_at; /* the depth of what has the ActualText; 0 without one */
	int is_left;  /* to MuPDF */
	int has_joined; /* the page may have joined characters */
	int *runes;
	int count, room;
	int budget; /* runes beyond the glyphs' own that may yet come into the page */
	fz_stext_block *block; /* the last ones before the ActualText began; NULL where there were none */
	fz_stext_line *line;
	fz_stext_char *last;
	const fz_text *original; /* a text and what was handed on for it: one that is filled and stroked comes twice */
	fz_text *shown;
} lectern_actual;

/* A character that belongs to the glyph of the one before it is marked as joined, so that both keep their order where
 * MuPDF turns a line around. The mark must not change where MuPDF sees a gap between words: behind characters from 0x700
 * on it sees none. */
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

/* Says whether characters came into the page since the ActualText began. */
static inline int lectern_has_come(const lectern_actual *a)
{
	return a->page->last_block != a->block || (a->line && (a->line->next || a->line->last_char != a->last));
}

/* What is to be read instead of a text: one glyph for a cluster that has an ActualText, and joined characters where a
 * glyph from right to left has several. NULL where the text is good as it is; the caller's. */
fz_text *lectern_other_text(fz_context *ctx, const lectern_actual *actual, const fz_text *text);

/* Gives the characters that came into the page with an ActualText its runes. */
void lectern_settle_actual(fz_context *ctx, lectern_actual *actual);

#endif
