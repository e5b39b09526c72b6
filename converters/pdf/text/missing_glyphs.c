// Records characters that are shown as boxes or not at all, because no font has a glyph for them.
#include "text/device.h"

#include <stdbool.h>
#include <string.h>

// The name of the font with which LibreOffice shows characters that no other font has (libreoffice/unseen). In a PDF it
// follows a subset prefix such as ABCDEF+.
#define LAST_RESORT "LecternUnseen"

// Limit of recorded characters of a page.
#define MAX_RECORDED 65536

static void record_rune(lectern_document *doc, int32_t rune)
{
	if (fz_buffer_storage(doc->ctx, doc->missing_glyphs, NULL) < MAX_RECORDED * sizeof rune)
		fz_append_data(doc->ctx, doc->missing_glyphs, &rune, sizeof rune);
}

// Records characters for which a substitute font has no glyph: they are drawn with glyph 0. Embedded fonts are skipped:
// the PDF itself contains glyph 0 for these characters.
static void record_text(fz_context *ctx, const fz_text *text)
{
	for (const fz_text_span *span = text->head; span; span = span->next) {
		if (!fz_font_flags(span->font)->ft_substitute)
			continue;
		for (int i = 0; i < span->len; i++)
			if (span->items[i].gid == 0)
				record_rune(fz_user_context(ctx), span->items[i].ucs);
	}
}

static void fill_text(fz_context *ctx, fz_device *device, const fz_text *text, fz_matrix ctm, fz_colorspace *space,
	const float *color, float alpha, fz_color_params params)
{
	record_text(ctx, text);
	((lectern_document *)fz_user_context(ctx))
		->device_before_missing.fill_text(ctx, device, text, ctm, space, color, alpha, params);
}

void lectern_record_missing(lectern_document *doc, fz_device *device, fz_buffer *missing_glyphs)
{
	fz_set_user_context(doc->ctx, doc);
	doc->missing_glyphs = missing_glyphs;
	doc->device_before_missing = *device;
	device->fill_text = fill_text;
}

// Whether a font in a PDF from LibreOffice shows its characters.
typedef enum { VISIBLE, INVISIBLE, UNJOINED } visibility;

// Returns the visibility of a font's characters. The CJK fonts of the bundle have some letters of old Hangul but cannot
// join them to syllables.
static visibility visibility_of(fz_context *ctx, fz_font *font)
{
	const char *name = fz_font_name(ctx, font), *tag = strchr(name, '+');

	if (!tag)
		return VISIBLE;
	if (!strcmp(tag + 1, LAST_RESORT))
		return INVISIBLE;
	return !strncmp(tag + 1, "NanumGothic", 11) || !strncmp(tag + 1, "DroidSansFallback", 17) ? UNJOINED : VISIBLE;
}

// Reports whether a character is a Hangul letter that modern syllables do not contain.
static bool is_old_hangul(int c)
{
	return (c >= 0x1113 && c <= 0x115E) || (c >= 0x1176 && c <= 0x11A7) || (c >= 0x11C3 && c <= 0x11FF) ||
		(c >= 0xA960 && c <= 0xA97C) || (c >= 0xD7B0 && c <= 0xD7FB);
}

// Records the characters of a line that have no glyph. For glyphs with an ActualText, its characters are recorded.
void lectern_record_missing_in_line(lectern_document *doc, const fz_stext_line *line)
{
	const fz_font *font = NULL;
	visibility visibility = VISIBLE;

	for (const fz_stext_char *ch = line->first_char; ch; ch = ch->next) {
		if (ch->font != font) {
			font = ch->font;
			visibility = visibility_of(doc->ctx, ch->font);
		}
		if (visibility == INVISIBLE || (visibility == UNJOINED && is_old_hangul(ch->c)))
			record_rune(doc, ch->c);
	}
}
