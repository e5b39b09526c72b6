// Reverses right-to-left text that is drawn from left to right.
#include "text/row.h"

#include "text/text.h"

#include <stdbool.h>

static void append(fz_stext_char **last, fz_stext_char **first, fz_stext_char *ch)
{
	if (*last)
		(*last)->next = ch;
	else
		*first = ch;
	ch->next = NULL;
	*last = ch;
}

void lectern_append_piece(fz_stext_char **last, fz_stext_char **first, const lectern_piece *p)
{
	fz_stext_char *ch = p->first, *end = p->last, *next;

	if (p->space)
		append(last, first, p->space);
	for (int more = ch != NULL; more; ch = next) {
		next = ch->next;
		more = ch != end;
		append(last, first, ch);
	}
}

// Reports whether a character keeps its order relative to the previous one: the two are joined, or both are in a
// number.
static bool keeps_order(const fz_stext_char *ch, bool in_number)
{
	int next = ch->next ? lectern_direction_of(lectern_rune(ch->next->c)) : 0;

	if (lectern_is_joined(ch->c))
		return true;
	return in_number &&
		(lectern_direction_of(ch->c) == LECTERN_NUMBER ||
			(next == LECTERN_NUMBER && (ch->c == '.' || ch->c == ',' || ch->c == ':')));
}

// Reverses a list from visual order to reading order. Numbers and the characters of a glyph keep their order.
// Clears the bidi flag, so that MuPDF does not reverse the characters again.
static fz_stext_char *reversed(fz_stext_char *first)
{
	fz_stext_char *list = NULL, *last = NULL, *next;
	bool in_number = false;

	for (fz_stext_char *ch = first; ch; ch = next) {
		bool keeps = last && keeps_order(ch, in_number);
		in_number = lectern_direction_of(lectern_rune(ch->c)) == LECTERN_NUMBER || (keeps && in_number);
		next = ch->next;
		ch->c = lectern_rune(ch->c);
		ch->bidi = 0;
		ch->next = keeps ? last->next : list;
		if (keeps)
			last->next = ch;
		else
			list = ch;
		last = ch;
	}
	return list;
}

void lectern_reverse_segment(lectern_piece *first, lectern_piece *end)
{
	lectern_piece all = *first;
	fz_stext_char *last = NULL;

	all.first = NULL;
	all.end = end[-1].end;
	first->space = NULL;
	for (lectern_piece *p = first; p < end; p++) {
		lectern_append_piece(&last, &all.first, p);
		p->first = p->last = p->space = NULL;
		p->starts_line = 0;
	}
	all.first = reversed(all.first);
	for (all.last = all.first; all.last->next;)
		all.last = all.last->next;
	*first = all;
}
