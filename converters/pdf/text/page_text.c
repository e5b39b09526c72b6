// Reads the characters of a page.
#include "draw/gray.h"
#include "text/api.h"
#include "text/device.h"
#include "text/text.h"

#include <stdbool.h>
#include <string.h>

void lectern_drop_text(lectern_document *doc, lectern_text *text)
{
	lectern_drop_bytes(doc, &text->chars);
	lectern_drop_bytes(doc, &text->elements);
	lectern_drop_bytes(doc, &text->missing_glyphs);
}

// Reports whether a font name has the style Medi, which is bold in TeX's fonts, unlike Medium.
static bool is_medi(const char *name)
{
	static const char medi[] = "-Medi";
	const char *style = strstr(name, medi);

	return style && (!style[strlen(medi)] || !strncmp(style + strlen(medi), "Ital", 4));
}

// Reports whether a font is bold. Often only the name of a subset font states that it is bold, and the names of TeX's
// fonts have their own terms for bold.
static bool is_bold(fz_context *ctx, fz_font *font)
{
	static const char *const words[] = {"Bold", "bold", "BOLD", "Black", "Heavy", "Demi", "CMBX"};
	const char *name = fz_font_name(ctx, font);

	if (fz_font_is_bold(ctx, font) || is_medi(name))
		return true;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strstr(name, words[i]))
			return true;
	return false;
}

// The output buffer for characters, and the font of the last character.
typedef struct {
	lectern_document *doc;
	fz_buffer *buffer;
	fz_font *font;
	int bold, block, line;
} char_sink;

static void append_line(char_sink *sink, const fz_stext_line *line)
{
	fz_context *ctx = sink->doc->ctx;

	for (const fz_stext_char *ch = line->first_char; ch; ch = ch->next) {
		fz_rect box = fz_rect_from_quad(ch->quad);
		if (ch->font != sink->font) {
			sink->font = ch->font;
			sink->bold = is_bold(ctx, ch->font);
		}
		lectern_char out = {ch->c, sink->block, sink->line, lectern_element_of(sink->doc, ch),
			sink->bold || (ch->flags & FZ_STEXT_BOLD), ch->size, box.x0, box.y0, box.x1, box.y1};
		fz_append_data(ctx, sink->buffer, &out, sizeof out);
	}
}

static void append_chars(char_sink *sink, fz_stext_page *page, int missing)
{
	lectern_document *doc = sink->doc;

	for (fz_stext_block *block = page->first_block; block; block = block->next) {
		if (block->type != FZ_STEXT_BLOCK_TEXT)
			continue;
		for (fz_stext_line *line = block->u.t.first_line; line; line = line->next, sink->line++) {
			if (lectern_has_joined(doc))
				lectern_unmark_joined(line);
			if (missing)
				lectern_record_missing_in_line(doc, line);
			append_line(sink, line);
		}
		sink->block++;
	}
}

int lectern_chars(lectern_document *doc, int number, int want_missing, lectern_text *out)
{
	fz_context *ctx = doc->ctx;
	fz_stext_options options;
	fz_page *page = NULL;
	fz_stext_page *text = NULL;
	fz_device *device = NULL;
	fz_buffer *buffer = NULL, *missing = NULL;

	if (number < 0 || number >= doc->pages)
		return LECTERN_NO_PAGE;
	fz_init_stext_options(ctx, &options);
	options.flags = FZ_STEXT_CLIP;
	lectern_warning_receiver before = lectern_count_warnings(doc);
	fz_var(page);
	fz_var(text);
	fz_var(device);
	fz_var(buffer);
	fz_var(missing);
	fz_try(ctx) {
		page = fz_load_page(ctx, doc->fz, number);
		lectern_view view = lectern_view_of(doc, fz_bound_page(ctx, page));
		out->width = view.width;
		out->height = view.height;
		text = fz_new_stext_page(ctx, fz_make_rect(0, 0, view.width, view.height));
		device = fz_new_stext_device(ctx, text, &options);
		lectern_read_actual_text(doc, device, text);
		lectern_read_structure(doc, device, text);
		lectern_convert_gray(doc, device);
		if (want_missing) {
			missing = fz_new_buffer(ctx, 0);
			lectern_record_missing(doc, device, missing);
		}
		fz_run_page(ctx, page, device, view.ctm, &doc->cookie);
		lectern_throw_if_aborted(doc);
		fz_close_device(ctx, device);
		lectern_count_truncated(doc, number);
		buffer = fz_new_buffer(ctx, 16 << 10);
		append_chars(&(char_sink){.doc = doc, .buffer = buffer}, text, want_missing);
		if (want_missing)
			lectern_keep_bytes(doc, missing, &out->missing_glyphs);
		lectern_keep_bytes(doc, lectern_elements(doc), &out->elements);
		lectern_keep_bytes(doc, buffer, &out->chars);
	}
	fz_always(ctx) {
		fz_drop_buffer(ctx, buffer);
		fz_drop_buffer(ctx, missing);
		fz_drop_device(ctx, device);
		lectern_forget_actual_text(doc);
		lectern_forget_structure(doc);
		fz_drop_stext_page(ctx, text);
		fz_drop_page(ctx, page);
		lectern_restore_warnings(doc, before);
	}
	fz_catch(ctx)
		return lectern_store_error(doc);
	return LECTERN_OK;
}
