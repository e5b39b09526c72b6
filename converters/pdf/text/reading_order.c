// Restores the reading order of text that LibreOffice draws in pieces.
//
// If a font has spaces and punctuation but lacks letters, LibreOffice draws the spaces and punctuation first, and then
// the letters in another font around them. MuPDF reads each piece as a separate line.
#include "document/state.h"
#include "text/row.h"
#include "text/text.h"

#include <math.h>
#include <stdbool.h>

// Largest vertical distance of pieces on the same row, in font sizes.
#define MAX_BASELINE_DISTANCE 0.5f

static void sort(lectern_piece *first, lectern_piece *end)
{
	for (lectern_piece *p = first + 1; p < end; p++) {
		lectern_piece moved = *p, *to = p;
		for (; to > first && to[-1].start > moved.start; to--)
			*to = to[-1];
		*to = moved;
	}
}

static bool is_space(const fz_stext_char *ch)
{
	return fz_is_unicode_whitespace(ch->c);
}

static void drop_space(fz_context *ctx, lectern_piece *p)
{
	if (p->space)
		fz_drop_font(ctx, p->space->font);
	p->space = NULL;
}

// Reports whether letters cover more than half of a space.
static bool is_covered(const lectern_piece *space, const lectern_piece *first, const lectern_piece *end)
{
	for (const lectern_piece *p = first; p < end; p++)
		if (p->kinds && fminf(p->end, space->end) - fmaxf(p->start, space->start) > (space->end - space->start) / 2)
			return true;
	return false;
}

// Removes spaces that letters cover: LibreOffice draws the space that precedes a ligature only after the ligature, so
// MuPDF has inserted a second space for the gap. Returns the new end.
static lectern_piece *drop_covered(fz_context *ctx, lectern_piece *first, lectern_piece *end)
{
	lectern_piece *to = first;

	for (lectern_piece *p = first; p < end; p++) {
		if (p > first && p->first == p->last && is_space(p->first) && is_covered(p, first, end)) {
			drop_space(ctx, p);
			fz_drop_font(ctx, p->first->font);
			continue;
		}
		*to++ = *p;
	}
	for (lectern_piece *p = to; p < end; p++)
		*p = (lectern_piece){0};
	return to;
}

// Sorts the pieces of a segment. Spaces that MuPDF inserted are removed unless there is still a gap.
static void order_segment(fz_context *ctx, const lectern_row *r, lectern_piece *first, lectern_piece *end)
{
	int kinds = 0, starts_line = first->starts_line;

	for (lectern_piece *p = first; p < end; p++)
		kinds |= p->kinds;
	first->ordered = 0;
	if ((kinds & LECTERN_LEFT_TO_RIGHT) && (kinds & LECTERN_RIGHT_TO_LEFT))
		return;
	sort(first, end);
	if (kinds & LECTERN_RIGHT_TO_LEFT)
		end = drop_covered(ctx, first, end);
	for (lectern_piece *p = first; p < end; p++) {
		p->ordered = 1;
		p->starts_line = p == first ? starts_line : p->start - p[-1].end > LECTERN_COLUMN * r->size;
		if (p > first && (lectern_is_near(r, p->start, p[-1].end) || is_space(p->first) || is_space(p[-1].last)))
			drop_space(ctx, p);
	}
	if (kinds & LECTERN_RIGHT_TO_LEFT)
		lectern_reverse_segment(first, end);
}

static bool is_beside(const lectern_row *r, const lectern_piece *p, const lectern_piece *before)
{
	if (lectern_is_near(r, p->start, before->end))
		return true;
	return (r->kinds & LECTERN_RIGHT_TO_LEFT) && p->start < before->start &&
		p->end >= before->start - LECTERN_TOLERANCE * r->size;
}

// Sorts all segments of a row. A segment next to another piece continues the line of that piece.
static void order_segments(fz_context *ctx, lectern_row *r)
{
	const lectern_piece *before = NULL;

	for (int i = 0, end; i < r->count; i = end) {
		for (end = i + 1; end < r->count && r->pieces[end - 1].joined_with_next; end++)
			;
		if (end - i > 1 || r->pieces[i].ordered)
			order_segment(ctx, r, &r->pieces[i], &r->pieces[end]);
	}
	for (lectern_piece *p = r->pieces; p < r->pieces + r->count; p++) {
		if (!p->first)
			continue;
		if (before && (p->ordered || before->ordered) && is_beside(r, p, before)) {
			p->starts_line = 0;
			drop_space(ctx, p);
		}
		before = p;
	}
}

static void store_row(const lectern_row *r, fz_stext_line *first, const fz_stext_line *end)
{
	for (fz_stext_line *line = first; line != end; line = line->next)
		line->first_char = line->last_char = NULL;
	for (const lectern_piece *p = r->pieces; p < r->pieces + r->count; p++) {
		if (p->starts_line && first->first_char && first->next != end)
			first = first->next;
		lectern_append_piece(&first->last_char, &first->first_char, p);
	}
}

// Reports whether a line is possibly not in reading order. It is called for every line of a page.
static bool may_be_mixed(const fz_stext_line *line)
{
	float end = -INFINITY;

	for (const fz_stext_char *ch = line->first_char; ch; ch = ch->next) {
		if (ch->bidi || lectern_along(line, ch->quad.ll) < end - LECTERN_TOLERANCE * ch->size)
			return true;
		end = lectern_along(line, ch->quad.lr);
	}
	return false;
}

static bool has_right_to_left(const fz_stext_line *line)
{
	for (const fz_stext_char *ch = line->first_char; ch; ch = ch->next)
		if (ch->bidi)
			return true;
	return false;
}

static void order_row(fz_context *ctx, lectern_row *r, fz_stext_line *first, const fz_stext_line *end)
{
	r->count = r->kinds = r->ordered = 0;
	for (const fz_stext_line *line = first; line != end && !r->kinds; line = line->next)
		r->kinds = has_right_to_left(line) ? LECTERN_RIGHT_TO_LEFT : 0;
	lectern_collect_row(ctx, r, first, end);
	if (r->count > LECTERN_MAX_PIECES)
		return;
	lectern_find_segments(r);
	if (!r->ordered)
		return;
	order_segments(ctx, r);
	store_row(r, first, end);
}

// Returns the line after the last line of a row. The parameter first is the first line of the row.
static fz_stext_line *row_end(const fz_stext_line *first)
{
	fz_stext_line *line = first->next;
	float base = lectern_across(first, first->first_char->origin);
	float tolerance = MAX_BASELINE_DISTANCE * first->first_char->size;

	while (line && line->first_char && line->wmode == 0 && line->dir.x == first->dir.x && line->dir.y == first->dir.y &&
		fabsf(lectern_across(first, line->first_char->origin) - base) <= tolerance)
		line = line->next;
	return line;
}

static void order_block(fz_context *ctx, lectern_row *r, fz_stext_block *block)
{
	for (fz_stext_line *line = block->u.t.first_line, *end; line; line = end) {
		lectern_throw_if_aborted(fz_user_context(ctx));
		end = line->next;
		if (!line->first_char || line->wmode)
			continue;
		end = row_end(line);
		if (end != line->next || may_be_mixed(line))
			order_row(ctx, r, line, end);
	}
}

void lectern_restore_reading_order(fz_context *ctx, fz_stext_page *page)
{
	lectern_row r = {0};

	fz_var(r);
	fz_try(ctx)
		for (fz_stext_block *block = page->first_block; block; block = block->next)
			if (block->type == FZ_STEXT_BLOCK_TEXT)
				order_block(ctx, &r, block);
	fz_always(ctx)
		fz_free(ctx, r.pieces);
	fz_catch(ctx)
		fz_rethrow(ctx);
}
