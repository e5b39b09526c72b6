// Glyph clusters: several glyphs that are drawn as one unit, such as a letter with its vowel.
#include "mupdfapi/mupdf_pdf.h"
#include "text/text.h"

#include <math.h>
#include <stdbool.h>

// Limits of a cluster: number of runes, and width in font sizes. Longer texts are words.
#define MAX_CLUSTER 16
#define MAX_WIDTH 8

// Overlap of adjacent letters that is tolerated, in font sizes.
#define MAX_OVERLAP 0.1f

// A cluster extends from start to end along its line. One glyph represents it.
typedef struct {
	const fz_text_span *span;
	const fz_text_item *item;
	fz_point direction; // the line's direction
	float widest, start, end;
	int glyphs, complete_glyphs; // number of glyphs, and number of glyphs with a width and a rune
	int stacked;                 // some glyphs are above others
	int level;
} cluster;

static float dot(fz_point a, fz_point b)
{
	return a.x * b.x + a.y * b.y;
}

static float length(const fz_text_span *span)
{
	return hypotf(span->trm.a, span->trm.b);
}

static bool is_space(int rune)
{
	return fz_is_unicode_whitespace(rune) || fz_is_unicode_space_equivalent(rune);
}

static bool is_cluster(lectern_runes actual)
{
	if (actual.count < 1 || actual.count > MAX_CLUSTER)
		return false;
	for (int i = 0; i < actual.count; i++)
		if (is_space(actual.runes[i]))
			return false;
	return true;
}

// Reports whether the glyphs' own runes are equal to the runes of the ActualText.
static bool is_same(lectern_runes actual, const fz_text *text)
{
	int index = 0;

	for (const fz_text_span *span = text->head; span; span = span->next)
		for (int i = 0; i < span->len; i++, index++)
			if (index == actual.count || span->items[i].ucs != actual.runes[index])
				return false;
	return index == actual.count;
}

// Adds a glyph. A combining mark has no width.
static void add_glyph(cluster *c, const fz_text_span *span, const fz_text_item *item)
{
	float start = dot(c->direction, (fz_point){item->x, item->y}), width = item->adv * length(span);

	c->glyphs++;
	c->complete_glyphs += width > 0 && item->ucs != FZ_REPLACEMENT_CHARACTER;
	c->stacked |= width <= 0 || (c->widest > 0 && start < c->end - MAX_OVERLAP * length(span));
	if (c->item && width <= 0)
		return;
	if (c->widest <= 0) {
		c->start = start;
		c->end = start;
	}
	c->start = fminf(c->start, start);
	c->end = fmaxf(c->end, start + width);
	if (!c->item || width > c->widest) {
		c->widest = width;
		c->span = span;
		c->item = item;
	}
}

// Reports whether the glyphs are side by side on one line.
static bool collect_glyphs(cluster *c, const fz_text *text)
{
	c->direction = fz_normalize_vector((fz_point){text->head->trm.a, text->head->trm.b});
	for (const fz_text_span *span = text->head; span; span = span->next) {
		if (span->wmode || dot(c->direction, (fz_point){span->trm.a, span->trm.b}) < 0.999f * length(span))
			return false;
		c->level |= span->bidi_level & 1;
		for (int i = 0; i < span->len; i++)
			if (span->items[i].gid >= 0)
				add_glyph(c, span, &span->items[i]);
	}
	return c->item && c->end - c->start <= MAX_WIDTH * length(c->span);
}

static int level_of(lectern_runes actual, int fallback)
{
	for (int i = 0; i < actual.count; i++)
		switch (ucdn_get_bidi_class(actual.runes[i])) {
		case UCDN_BIDI_CLASS_L:
			return 0;
		case UCDN_BIDI_CLASS_R:
		case UCDN_BIDI_CLASS_AL:
			return 1;
		}
	return fallback;
}

// Reports whether a text must be read as one cluster. Left-to-right glyphs side by side can be read one by one.
static bool is_one_cluster(lectern_runes actual, const fz_text *text, cluster *c)
{
	if (!text->head || !is_cluster(actual) || !collect_glyphs(c, text) || c->complete_glyphs > actual.count)
		return false;
	c->level = level_of(actual, c->level);
	return c->stacked || (c->level && !(c->glyphs == 1 && is_same(actual, text)));
}

static void append_glyph(fz_context *ctx, fz_text *text, const fz_text_span *span, const fz_text_item *item,
	fz_point origin, float advance, int rune, int level)
{
	fz_matrix trm = span->trm;

	trm.e = origin.x;
	trm.f = origin.y;
	fz_show_glyph_aux(ctx, text, span->font, trm, advance, item->gid, rune, item->cid, span->wmode, level,
		span->markup_dir, span->language);
}

static void show_cluster(fz_context *ctx, fz_text *text, lectern_runes actual, const cluster *c)
{
	fz_text_item none = {.gid = -1, .cid = -1};
	float back = c->start - dot(c->direction, (fz_point){c->item->x, c->item->y});
	fz_point origin = {c->item->x + back * c->direction.x, c->item->y + back * c->direction.y};

	append_glyph(ctx, text, c->span, c->item, origin, (c->end - c->start) / length(c->span), actual.runes[0], c->level);
	for (int i = 1; i < actual.count; i++)
		append_glyph(ctx, text, c->span, &none, origin, 0,
			c->level ? lectern_mark_joined(actual.runes[i]) : actual.runes[i], c->level);
}

// Reports whether a rune is part of an Arabic number. Its digits and separators have the direction of Arabic text, but
// numbers are written from left to right.
static bool is_arabic_number(int rune)
{
	return rune >= 0x660 && rune <= 0x66C && rune != 0x66A;
}

static bool is_joined(const fz_text_span *span, int i)
{
	const fz_text_item *item = &span->items[i];

	if (!(span->bidi_level & 1))
		return false;
	return item->gid < 0 || (i > 0 && is_arabic_number(item->ucs) && is_arabic_number(item[-1].ucs));
}

static bool has_joined(const fz_text *text)
{
	for (const fz_text_span *span = text->head; span; span = span->next)
		for (int i = 0; i < span->len && (span->bidi_level & 1); i++)
			if (is_joined(span, i))
				return true;
	return false;
}

static void show_joined(fz_context *ctx, fz_text *other, const fz_text *text)
{
	for (const fz_text_span *span = text->head; span; span = span->next)
		for (int i = 0; i < span->len; i++) {
			const fz_text_item *item = &span->items[i];
			append_glyph(ctx, other, span, item, (fz_point){item->x, item->y}, item->adv,
				is_joined(span, i) && item->ucs >= 0 && item->ucs <= 0x10FFFF ? lectern_mark_joined(item->ucs)
																			  : item->ucs,
				span->bidi_level);
		}
}

fz_text *lectern_corrected_text(fz_context *ctx, lectern_runes actual, const fz_text *text)
{
	cluster c = {0};
	fz_text *other = NULL;
	int whole = is_one_cluster(actual, text, &c);

	if (!whole && !has_joined(text))
		return NULL;
	fz_var(other);
	fz_try(ctx) {
		other = fz_new_text(ctx);
		if (whole)
			show_cluster(ctx, other, actual, &c);
		else
			show_joined(ctx, other, text);
	}
	fz_catch(ctx) {
		fz_drop_text(ctx, other);
		fz_rethrow(ctx);
	}
	return other;
}
