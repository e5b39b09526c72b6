#include "text/row.h"

#include "mupdfapi/mupdf_pdf.h"
#include "text/text.h"

#include <math.h>
#include <stdbool.h>

int lectern_direction_of(int rune)
{
	switch (ucdn_get_bidi_class(rune)) {
	case UCDN_BIDI_CLASS_L:
		return LECTERN_LEFT_TO_RIGHT;
	case UCDN_BIDI_CLASS_R:
	case UCDN_BIDI_CLASS_AL:
		return LECTERN_RIGHT_TO_LEFT;
	case UCDN_BIDI_CLASS_EN:
	case UCDN_BIDI_CLASS_AN:
		return LECTERN_NUMBER;
	}
	return 0;
}

static lectern_piece *add_piece(fz_context *ctx, lectern_row *r, lectern_piece p)
{
	if (r->count == r->capacity) {
		int capacity = 2 * r->capacity + 8;
		r->pieces = fz_realloc_array(ctx, r->pieces, capacity, lectern_piece);
		r->capacity = capacity;
	}
	r->pieces[r->count] = p;
	return &r->pieces[r->count++];
}

// Reports whether a rune is a formatting character such as a joiner. It has no width, whatever its font says.
static bool is_formatting(int rune)
{
	return rune >= 0x200B && rune <= 0x200F;
}

// Reports whether a right-to-left space is a piece of its own, because it may be in the wrong place.
static bool is_separate_piece(const lectern_row *r, const lectern_piece *p, const fz_stext_char *ch)
{
	return (r->kinds & LECTERN_RIGHT_TO_LEFT) && ch->c == ' ' && p->last->c == ' ';
}

static void add_char(
	fz_context *ctx, lectern_row *r, const fz_stext_line *line, fz_stext_char *ch, fz_stext_char *space, bool is_first)
{
	float start = lectern_along(line, ch->quad.ll);
	lectern_piece *p = r->count ? &r->pieces[r->count - 1] : NULL;

	if (!p || is_first || space || fabsf(start - p->end) > LECTERN_TOLERANCE * r->size || is_separate_piece(r, p, ch))
		p = add_piece(ctx, r,
			(lectern_piece){.first = ch,
				.space = space,
				.start = start,
				.base = lectern_across(line, ch->origin),
				.starts_line = is_first});
	p->last = ch;
	p->end = is_formatting(lectern_rune(ch->c)) ? start : lectern_along(line, ch->quad.lr);
	p->chars_with_width += p->end > start;
	p->kinds |= lectern_direction_of(lectern_rune(ch->c));
	r->kinds |= p->kinds;
}

void lectern_collect_row(fz_context *ctx, lectern_row *r, const fz_stext_line *first, const fz_stext_line *end)
{
	r->size = first->first_char->size;
	for (const fz_stext_line *line = first; line != end && r->count <= LECTERN_MAX_PIECES; line = line->next) {
		fz_stext_char *space = NULL;
		bool is_first = true;
		for (fz_stext_char *ch = line->first_char; ch; ch = ch->next) {
			if ((ch->flags & FZ_STEXT_SYNTHETIC) && ch->next && !(ch->next->flags & FZ_STEXT_SYNTHETIC)) {
				space = ch;
				continue;
			}
			add_char(ctx, r, line, ch, space, is_first);
			space = NULL;
			is_first = false;
		}
	}
}

bool lectern_is_near(const lectern_row *r, float a, float b)
{
	return fabsf(a - b) <= LECTERN_TOLERANCE * r->size;
}
