// Characters that are shown as boxes, or not at all: no font has them that may be drawn.
#include "text/device.h"

#include <string.h>

// The name of the font of last resort in a PDF that LibreOffice has made (libreoffice/unseen), behind the tag
// of a subset.
#define LAST_RESORT "LecternUnseen"

// Characters of a page that are noted.
#define MAX_NOTED 65536

static void note(lectern_document *doc, int32_t rune)
{
	if (fz_buffer_storage(doc->ctx, doc->missing_glyphs, NULL) < MAX_NOTED * sizeof rune)
		fz_append_data(doc->ctx, doc->missing_glyphs, &rune, sizeof rune);
}

// A substitute has glyph 0 for what it lacks. What else has it was so before it came here.
static void note_text(fz_context *ctx, const fz_text *text)
{
	for (const fz_text_span *span = text->head; span; span = span->next) {
		if (!fz_font_flags(span->font)->ft_substitute)
			continue;
		for (int i = 0; i < span->len; i++)
			if (span->items[i].gid == 0)
				note(fz_user_context(ctx), span->items[i].ucs);
	}
}

static void fill_text(fz_context *ctx, fz_device *device, const fz_text *text, fz_matrix ctm, fz_colorspace *space,
	const float *color, float alpha, fz_color_params params)
{
	note_text(ctx, text);
	((lectern_document *)fz_user_context(ctx))
		->before_missing.fill_text(ctx, device, text, ctm, space, color, alpha, params);
}

void lectern_record_missing(lectern_document *doc, fz_device *device, fz_buffer *missing_glyphs)
{
	fz_set_user_context(doc->ctx, doc);
	doc->missing_glyphs = missing_glyphs;
	doc->before_missing = *device;
	device->fill_text = fill_text;
}

// Whether a font of an Office document's PDF shows its characters.
typedef enum { SEEN, UNSEEN, UNJOINED } sight;

// The bundle's faces for the Far East have some of the letters of old Hangul, and cannot join them to syllables.
static sight sight_of(fz_context *ctx, fz_font *font)
{
	const char *name = fz_font_name(ctx, font), *tag = strchr(name, '+');

	if (!tag)
		return SEEN;
	if (!strcmp(tag + 1, LAST_RESORT))
		return UNSEEN;
	return !strncmp(tag + 1, "NanumGothic", 11) || !strncmp(tag + 1, "DroidSansFallback", 17) ? UNJOINED : SEEN;
}

// Letters that are in no syllable of today: those of the blocks for Hangul Jamo beyond the ones that are.
static int is_old_hangul(int c)
{
	return (c >= 0x1113 && c <= 0x115E) || (c >= 0x1176 && c <= 0x11A7) || (c >= 0x11C3 && c <= 0x11FF) ||
		(c >= 0xA960 && c <= 0xA97C) || (c >= 0xD7B0 && c <= 0xD7FB);
}

// Glyphs that stand for several characters have an ActualText, which the device has read.
void lectern_record_missing_in_line(lectern_document *doc, const fz_stext_line *line)
{
	const fz_font *font = NULL;
	sight sight = SEEN;

	for (const fz_stext_char *ch = line->first_char; ch; ch = ch->next) {
		if (ch->font != font) {
			font = ch->font;
			sight = sight_of(doc->ctx, ch->font);
		}
		if (sight == UNSEEN || (sight == UNJOINED && is_old_hangul(ch->c)))
			note(doc, ch->c);
	}
}
