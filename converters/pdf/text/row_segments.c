// Finds the segments of a row: consecutive text whose pieces were drawn in another order.
#include "text/row.h"

#include <stdbool.h>

// Reports whether a piece fills the gap between two pieces that were drawn one after the other.
static bool fills_gap(const lectern_row *r, const lectern_piece *p, const lectern_piece *a, const lectern_piece *b)
{
	int at_a = lectern_is_near(r, p->start, a->end), at_b = lectern_is_near(r, p->end, b->start);
	float slack = LECTERN_TOLERANCE * r->size;

	if (p->start < a->end - slack || p->end > b->start + slack || !(at_a || at_b) ||
		!lectern_is_near(r, p->base, a->base) || !lectern_is_near(r, p->base, b->base))
		return false;
	// Right-to-left segments within left-to-right text are drawn in reading order as well.
	if (!(r->kinds & LECTERN_RIGHT_TO_LEFT) || (!a->kinds && !b->kinds))
		return true;
	if (!((a->kinds | b->kinds | p->kinds) & LECTERN_LEFT_TO_RIGHT) && (a->kinds & b->kinds & LECTERN_RIGHT_TO_LEFT))
		return true;
	return !p->kinds && b->start - a->end - (p->end - p->start) <= LECTERN_KERN * r->size;
}

// Reports whether a piece that was drawn later begins the segment: letters that are followed by a space or
// punctuation.
static bool precedes(const lectern_row *r, const lectern_piece *later, const lectern_piece *p)
{
	return !(r->kinds & LECTERN_RIGHT_TO_LEFT) && !p->kinds != !later->kinds &&
		lectern_is_near(r, later->end, p->start) && lectern_is_near(r, later->base, p->base);
}

static void join_pieces(lectern_row *r, int from, int to)
{
	for (int i = from; i < to; i++)
		r->pieces[i].joined_with_next = 1;
	r->pieces[from].ordered = r->ordered = 1;
}

static void find_gaps(lectern_row *r)
{
	for (int i = 0; i + 1 < r->count; i++) {
		const lectern_piece *a = &r->pieces[i], *b = a + 1;
		if (precedes(r, b, a))
			join_pieces(r, i, i + 1);
		if (b->start - a->end <= LECTERN_TOLERANCE * r->size)
			continue;
		int from = i, to = 0;
		for (int k = 0; k < r->count; k++) {
			if (k == i || k == i + 1 || !fills_gap(r, &r->pieces[k], a, b))
				continue;
			r->pieces[k < i ? k : i].ordered = 1;
			from = k < from ? k : from;
			to = k > i ? k : to > i + 1 ? to : i + 1;
		}
		if (to > 0)
			join_pieces(r, from, to);
	}
}

// Returns the end of a sequence of pieces that were drawn continuously from left to right. start is the index of its
// first piece.
static int run_end(const lectern_row *r, int start)
{
	int end = start + 1;

	for (; end < r->count; end++) {
		float gap = r->pieces[end].start - r->pieces[end - 1].end;
		if (r->pieces[end].starts_line || gap > LECTERN_COLUMN * r->size || gap < -LECTERN_KERN * r->size)
			break;
	}
	return end;
}

// Marks pieces that have only right-to-left letters but were drawn from left to right. They are reversed as a
// whole.
static void find_reversed_runs(lectern_row *r)
{
	for (int i = 0, end; i < r->count; i = end) {
		int kinds = 0, wide = 0;
		end = run_end(r, i);
		for (int k = i; k < end; k++) {
			kinds |= r->pieces[k].kinds;
			wide |= r->pieces[k].chars_with_width > 1;
		}
		if (wide && (kinds & LECTERN_RIGHT_TO_LEFT) && !(kinds & LECTERN_LEFT_TO_RIGHT))
			join_pieces(r, i, end - 1);
	}
}

void lectern_find_segments(lectern_row *r)
{
	find_gaps(r);
	if (r->kinds & LECTERN_RIGHT_TO_LEFT)
		find_reversed_runs(r);
}
