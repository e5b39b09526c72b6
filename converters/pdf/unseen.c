/* Characters that are shown as boxes, or not at all: no font has them that may be drawn. */
#include "document.h"

#include <string.h>

/* The end of the name of the font of last resort in a PDF that LibreOffice has made (libreoffice/unseen). */
#define LAST_RESORT "LecternUnseen"

/* Characters of a page that are noted. */
#define MAX_NOTED 65536

static void note(lectern_document *doc, int32_t rune)
{
	if (fz_buffer_storage(doc->ctx, doc->unseen, NULL) < MAX_NOTED * sizeof rune)
		fz_append_data(doc->ctx, doc->unseen, &rune, sizeof rune);
}

/* A substitute has glyph 0 for what it lacks. What else has it was so before it came here. */
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
	((lectern_document *)fz_user_context(ctx))->below.fill_text(ctx, device, text, ctm, space, color, alpha, params);
}

void lectern_note_unseen(lectern_document *doc, fz_device *device, fz_buffer *unseen)
{
	fz_set_user_context(doc->ctx, doc);
	doc->unseen = unseen;
	doc->below = *device;
	device->fill_text = fill_text;
}

static int is_last_resort(fz_context *ctx, fz_font *font)
{
	const char *name = fz_font_name(ctx, font);
	size_t length = strlen(name), end = strlen(LAST_RESORT);

	return length >= end && !strcmp(name + length - end, LAST_RESORT);
}

/* What one glyph stands for is told apart by the text that goes with it, which the device has read. */
void lectern_note_line(lectern_document *doc, const fz_stext_line *line)
{
	const fz_font *font = NULL;
	int unseen = 0;

	for (const fz_stext_char *ch = line->first_char; ch; ch = ch->next) {
		if (ch->font != font) {
			font = ch->font;
			unseen = is_last_resort(doc->ctx, ch->font);
		}
		if (unseen)
			note(doc, ch->c);
	}
}
