// Restores joined characters in lines that MuPDF has reversed.
#include "text/text.h"

#include <stdbool.h>

// Reports whether MuPDF has reversed the right-to-left text of a line, because some of it was drawn from left
// to right.
static bool is_reversed(const fz_stext_line *line)
{
	for (const fz_stext_char *ch = line->first_char; ch; ch = ch->next)
		if (ch->bidi == 3)
			return true;
	return false;
}

// Reverses the characters of one glyph. They end with the first character that is not marked as joined. Returns the
// character that is last after the reversal.
static fz_stext_char *restore_order(fz_stext_char **link)
{
	fz_stext_char *first = *link, *reversed = NULL, *next = first;

	for (int is_last = 0; next && next->bidi && !is_last;) {
		fz_stext_char *ch = next;
		is_last = !lectern_is_joined(ch->c);
		next = ch->next;
		ch->next = reversed;
		reversed = ch;
	}
	first->next = next;
	*link = reversed;
	return first;
}

void lectern_unmark_joined(fz_stext_line *line)
{
	if (is_reversed(line))
		for (fz_stext_char **link = &line->first_char; *link;)
			link = (*link)->bidi && lectern_is_joined((*link)->c) ? &restore_order(link)->next : &(*link)->next;
	for (fz_stext_char *ch = line->first_char; ch; ch = ch->next)
		ch->c = lectern_rune(ch->c);
}
