// Replaces the characters of glyphs by the runes of their ActualText.
#include "text/text.h"

#include <math.h>
#include <stdbool.h>

// A character and its line.
typedef struct {
	fz_stext_char *ch;
	fz_stext_line *line;
} slot;

// The characters since the start of the ActualText.
typedef struct {
	slot *slots;
	int count, capacity, lines;
	const fz_stext_line *
		first_line; // line of the first characters; before is the last character that is kept in front of them, or NULL
	fz_stext_char *before;
	slot last; // last slot that was appended to its line
} passage;

// Reports whether a character is at the same height as the character before it, at any horizontal distance.
static bool is_level(const slot *before, const fz_stext_line *line, const fz_stext_char *ch)
{
	fz_point from = before->ch->origin, to = ch->origin;

	return fabsf(line->dir.x * (to.y - from.y) - line->dir.y * (to.x - from.x)) < ch->size / 2;
}

static void add_line(fz_context *ctx, passage *p, fz_stext_line *line, fz_stext_char *first)
{
	p->lines += first && (!p->count || !is_level(&p->slots[p->count - 1], line, first));
	for (fz_stext_char *ch = first; ch; ch = ch->next) {
		if (p->count == p->capacity) {
			int capacity = 2 * p->capacity + 16;
			p->slots = fz_realloc_array(ctx, p->slots, capacity, slot);
			p->capacity = capacity;
		}
		p->slots[p->count++] = (slot){ch, line};
	}
}

// Adds the characters of the first line. A leading space that MuPDF inserted between two glyphs does not belong
// to the ActualText.
static void add_first_line(fz_context *ctx, passage *p, const lectern_position *start)
{
	fz_stext_char *first = start->last ? start->last->next : start->line->first_char;

	p->first_line = start->line;
	p->before = start->last;
	if (first && (first->flags & FZ_STEXT_SYNTHETIC)) {
		p->before = first;
		first = first->next;
	}
	add_line(ctx, p, start->line, first);
}

static void collect_chars(fz_context *ctx, passage *p, const fz_stext_page *page, const lectern_position *start)
{
	if (start->line) {
		add_first_line(ctx, p, start);
		for (fz_stext_line *line = start->line->next; line; line = line->next)
			add_line(ctx, p, line, line->first_char);
	}
	for (fz_stext_block *block = start->block ? start->block->next : page->first_block; block; block = block->next)
		if (block->type == FZ_STEXT_BLOCK_TEXT)
			for (fz_stext_line *line = block->u.t.first_line; line; line = line->next)
				add_line(ctx, p, line, line->first_char);
}

static int line_end(const passage *p, int start)
{
	int end = start;

	while (end < p->count && p->slots[end].line == p->slots[start].line)
		end++;
	return end;
}

// Restores the order of right-to-left glyphs that were drawn from left to right.
static void restore_rune_order(passage *p)
{
	for (int start = 0, end; start < p->count; start = end) {
		int visual = 0, glyphs = 0;
		end = line_end(p, start);
		for (int i = start; i < end; i++) {
			visual |= p->slots[i].ch->bidi == 3;
			glyphs += !lectern_is_joined(p->slots[i].ch->c);
		}
		for (int i = start, j = end - 1; visual && glyphs > 1 && i < j; i++, j--) {
			slot other = p->slots[i];
			p->slots[i] = p->slots[j];
			p->slots[j] = other;
		}
	}
}

static int rune_at(const passage *p, int i)
{
	return lectern_rune(p->slots[i].ch->c);
}

// Reports whether the ActualText is plausible. An ActualText that is left open until the end of the page must not
// replace several lines by a word.
static bool is_plausible(const passage *p, lectern_runes actual, int budget)
{
	return actual.count - p->count <= budget && (p->lines == 1 || actual.count >= p->count / 2);
}

static bool is_same(const passage *p, lectern_runes actual)
{
	if (actual.count != p->count)
		return false;
	for (int i = 0; i < p->count; i++)
		if (p->slots[i].ch->c != actual.runes[i] || p->slots[i].ch->bidi)
			return false;
	return true;
}

static void empty_lines(passage *p)
{
	for (int i = 0; i < p->count; i = line_end(p, i)) {
		fz_stext_line *line = p->slots[i].line;
		line->last_char = line == p->first_line ? p->before : NULL;
		if (line->last_char)
			line->last_char->next = NULL;
		else
			line->first_char = NULL;
	}
}

static void append_slot(passage *p, slot s, int rune)
{
	s.ch->c = rune;
	s.ch->next = NULL;
	if (s.line->last_char)
		s.line->last_char->next = s.ch;
	else
		s.line->first_char = s.ch;
	s.line->last_char = s.ch;
	p->last = s;
}

// Inserts a character without a glyph. The character has no width: it is placed at the end of neighbor, or at the
// start of neighbor if it becomes the first character of the passage.
static void insert_char(fz_context *ctx, passage *p, fz_pool *pool, slot neighbor, int rune)
{
	slot s = {fz_pool_alloc(ctx, pool, sizeof *s.ch), neighbor.line};

	*s.ch = *neighbor.ch;
	fz_keep_font(ctx, s.ch->font);
	if (p->last.ch)
		s.ch->quad.ul = s.ch->quad.ur, s.ch->quad.ll = s.ch->quad.lr;
	else
		s.ch->quad.ur = s.ch->quad.ul, s.ch->quad.lr = s.ch->quad.ll;
	append_slot(p, s, rune);
}

// Removes a character. Its box is added to the character before it.
static void remove_char(fz_context *ctx, passage *p, slot s)
{
	if (p->last.line == s.line && !(s.ch->flags & FZ_STEXT_SYNTHETIC))
		p->last.ch->quad =
			fz_quad_from_rect(fz_union_rect(fz_rect_from_quad(p->last.ch->quad), fz_rect_from_quad(s.ch->quad)));
	fz_drop_font(ctx, s.ch->font);
}

static void replace_chars(fz_context *ctx, passage *p, fz_pool *pool, lectern_runes actual)
{
	int equal_at_start = 0, equal_at_end = 0, common = actual.count < p->count ? actual.count : p->count;

	while (equal_at_start < common && rune_at(p, equal_at_start) == actual.runes[equal_at_start])
		equal_at_start++;
	while (equal_at_end < common - equal_at_start &&
		rune_at(p, p->count - 1 - equal_at_end) == actual.runes[actual.count - 1 - equal_at_end])
		equal_at_end++;
	empty_lines(p);
	for (int i = 0; i < common - equal_at_end; i++)
		append_slot(p, p->slots[i], actual.runes[i]);
	for (int i = common - equal_at_end; i < p->count - equal_at_end; i++)
		remove_char(ctx, p, p->slots[i]);
	for (int i = common - equal_at_end; i < actual.count - equal_at_end; i++)
		insert_char(ctx, p, pool, p->last.ch ? p->last : p->slots[0], actual.runes[i]);
	for (int i = equal_at_end; i > 0; i--)
		append_slot(p, p->slots[p->count - i], actual.runes[actual.count - i]);
}

// Joins right-to-left characters, so that they keep their order when MuPDF reverses the line.
static void mark_joined(fz_stext_char *first)
{
	int bidi = 0;

	for (fz_stext_char *ch = first; ch; ch = ch->next)
		bidi |= ch->bidi;
	if (!bidi)
		return;
	for (fz_stext_char *ch = first; ch; ch = ch->next) {
		ch->bidi = bidi;
		if (ch != first)
			ch->c = lectern_mark_joined(ch->c);
	}
}

void lectern_replace_with_actual(
	fz_context *ctx, lectern_page_text *text, const lectern_position *start, lectern_runes actual)
{
	passage p = {0};

	fz_var(p);
	fz_try(ctx) {
		collect_chars(ctx, &p, text->page, start);
		if (p.count && is_plausible(&p, actual, text->budget) && !is_same(&p, actual)) {
			if (actual.count > p.count)
				text->budget -= actual.count - p.count;
			text->has_joined = true;
			restore_rune_order(&p);
			replace_chars(ctx, &p, text->page->pool, actual);
			for (int i = 0; i < p.count; i = line_end(&p, i)) {
				fz_stext_line *line = p.slots[i].line;
				mark_joined(line == p.first_line && p.before ? p.before->next : line->first_char);
			}
		}
	}
	fz_always(ctx)
		fz_free(ctx, p.slots);
	fz_catch(ctx)
		fz_rethrow(ctx);
}
