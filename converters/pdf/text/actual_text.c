// Reads ActualText: the runes that a sequence of glyphs stands for.
//
// MuPDF's device for text assumes that each glyph is one rune. If only the last runes of an ActualText are equal to
// those of the glyphs, it duplicates runes outside of ASCII. LibreOffice writes an ActualText for each cluster of
// glyphs, such as a letter with its vowel. Here MuPDF gets such a cluster as one glyph with all its runes. The runes of
// other ActualTexts replace the characters after they were read.
#include "text/device.h"
#include "text/text.h"

#include <stdbool.h>
#include <string.h>

// Limit of the runes of an ActualText, and of the runes on a page that are added to the glyphs' own runes.
#define MAX_RUNES 65536

// The state of reading the ActualTexts of a page.
typedef struct lectern_actual {
	fz_device original_device; // the original functions of MuPDF's device for text
	lectern_page_text text;
	int depth;         // nesting depth of marked content with an ActualText or another text
	int start_depth;   // depth of the marked content with the current ActualText; 0 without one
	int left_to_mupdf; // the ActualText is left to MuPDF
	int *runes;
	int count, capacity;
	lectern_position start;  // position where the ActualText began
	const fz_text *original; // a text and its corrected form, cached because a filled and stroked text is drawn twice
	fz_text *corrected;
} lectern_actual;

static lectern_actual *actual_of(fz_context *ctx)
{
	return ((lectern_document *)fz_user_context(ctx))->actual;
}

// Reads the runes of a text. Reports whether the text is short enough.
static bool read_runes(fz_context *ctx, lectern_actual *a, const char *text)
{
	size_t size = strnlen(text, 4 * MAX_RUNES);

	if (size == 4 * MAX_RUNES)
		return false;
	if ((int)size > a->capacity) { // a rune has at least one byte
		a->runes = fz_realloc_array(ctx, a->runes, size, int);
		a->capacity = size;
	}
	for (a->count = 0; *text; a->count++)
		text += fz_chartorune(&a->runes[a->count], text);
	return a->count <= MAX_RUNES;
}

static void replace_characters(fz_context *ctx, lectern_actual *a)
{
	lectern_document *doc = fz_user_context(ctx);

	lectern_begin_replacing(doc);
	lectern_replace_with_actual(ctx, &a->text, &a->start, (lectern_runes){a->runes, a->count});
	lectern_end_replacing(doc);
}

// Begins an ActualText. One that is nested in another is ignored.
static void begin_metatext(fz_context *ctx, fz_device *device, fz_metatext kind, const char *text)
{
	lectern_actual *a = actual_of(ctx);

	(void)device;
	a->depth++;
	if (kind != FZ_METATEXT_ACTUALTEXT || !text || a->start_depth || !read_runes(ctx, a, text))
		return;
	a->start_depth = a->depth;
	a->left_to_mupdf = 0;
	a->start = lectern_end_position(a->text.page);
}

static void end_metatext(fz_context *ctx, fz_device *device)
{
	lectern_actual *a = actual_of(ctx);

	if (a->depth == 0 || a->depth-- != a->start_depth)
		return;
	a->start_depth = 0;
	if (a->left_to_mupdf)
		a->original_device.end_metatext(ctx, device);
	else
		replace_characters(ctx, a);
}

// Leaves the ActualText of an image to MuPDF, which puts it where the image is, because there are no characters
// to replace.
static void leave_to_mupdf(fz_context *ctx, fz_device *device)
{
	lectern_actual *a = actual_of(ctx);
	fz_buffer *text = NULL;

	if (!a->start_depth || a->left_to_mupdf || a->count > a->text.budget || lectern_has_grown(a->text.page, &a->start))
		return;
	a->text.budget -= a->count;
	a->left_to_mupdf = 1;
	fz_var(text);
	fz_try(ctx) {
		text = fz_new_buffer(ctx, a->count + 1);
		for (int i = 0; i < a->count; i++)
			fz_append_rune(ctx, text, a->runes[i]);
		a->original_device.begin_metatext(ctx, device, FZ_METATEXT_ACTUALTEXT, fz_string_from_buffer(ctx, text));
	}
	fz_always(ctx)
		fz_drop_buffer(ctx, text);
	fz_catch(ctx)
		fz_rethrow(ctx);
}

static void fill_image(
	fz_context *ctx, fz_device *device, fz_image *image, fz_matrix ctm, float alpha, fz_color_params params)
{
	leave_to_mupdf(ctx, device);
	actual_of(ctx)->original_device.fill_image(ctx, device, image, ctm, alpha, params);
}

static void fill_image_mask(fz_context *ctx, fz_device *device, fz_image *image, fz_matrix ctm, fz_colorspace *space,
	const float *color, float alpha, fz_color_params params)
{
	leave_to_mupdf(ctx, device);
	actual_of(ctx)->original_device.fill_image_mask(ctx, device, image, ctm, space, color, alpha, params);
}

static void fill_shade(
	fz_context *ctx, fz_device *device, fz_shade *shade, fz_matrix ctm, float alpha, fz_color_params params)
{
	leave_to_mupdf(ctx, device);
	actual_of(ctx)->original_device.fill_shade(ctx, device, shade, ctm, alpha, params);
}

// Returns the runes of the current ActualText if no characters were read for it yet.
static lectern_runes pending_runes(const lectern_actual *a)
{
	if (!a->start_depth || a->left_to_mupdf || lectern_has_grown(a->text.page, &a->start))
		return (lectern_runes){NULL, 0};
	return (lectern_runes){a->runes, a->count};
}

static const fz_text *text_to_draw(fz_context *ctx, const fz_text *text)
{
	lectern_actual *a = actual_of(ctx);

	if (text == a->original)
		return a->corrected;
	fz_text *other = lectern_corrected_text(ctx, pending_runes(a), text);
	if (!other)
		return text;
	a->text.has_joined = true;
	fz_drop_text(ctx, a->original);
	fz_drop_text(ctx, a->corrected);
	a->original = fz_keep_text(ctx, text);
	return a->corrected = other;
}

static void fill_text(fz_context *ctx, fz_device *device, const fz_text *text, fz_matrix ctm, fz_colorspace *space,
	const float *color, float alpha, fz_color_params params)
{
	actual_of(ctx)->original_device.fill_text(ctx, device, text_to_draw(ctx, text), ctm, space, color, alpha, params);
}

static void stroke_text(fz_context *ctx, fz_device *device, const fz_text *text, const fz_stroke_state *stroke,
	fz_matrix ctm, fz_colorspace *space, const float *color, float alpha, fz_color_params params)
{
	actual_of(ctx)->original_device.stroke_text(
		ctx, device, text_to_draw(ctx, text), stroke, ctm, space, color, alpha, params);
}

static void clip_text(fz_context *ctx, fz_device *device, const fz_text *text, fz_matrix ctm, fz_rect scissor)
{
	actual_of(ctx)->original_device.clip_text(ctx, device, text_to_draw(ctx, text), ctm, scissor);
}

static void clip_stroke_text(fz_context *ctx, fz_device *device, const fz_text *text, const fz_stroke_state *stroke,
	fz_matrix ctm, fz_rect scissor)
{
	actual_of(ctx)->original_device.clip_stroke_text(ctx, device, text_to_draw(ctx, text), stroke, ctm, scissor);
}

static void ignore_text(fz_context *ctx, fz_device *device, const fz_text *text, fz_matrix ctm)
{
	actual_of(ctx)->original_device.ignore_text(ctx, device, text_to_draw(ctx, text), ctm);
}

// Restores the reading order before MuPDF reverses right-to-left lines, which it does when the device is
// closed.
static void close_device(fz_context *ctx, fz_device *device)
{
	lectern_actual *a = actual_of(ctx);

	lectern_restore_reading_order(ctx, a->text.page);
	a->original_device.close_device(ctx, device);
}

void lectern_read_actual_text(lectern_document *doc, fz_device *device, fz_stext_page *page)
{
	fz_set_user_context(doc->ctx, doc);
	doc->actual = fz_malloc_struct(doc->ctx, lectern_actual);
	doc->actual->original_device = *device;
	doc->actual->text = (lectern_page_text){.page = page, .budget = MAX_RUNES};
	device->close_device = close_device;
	device->begin_metatext = begin_metatext;
	device->end_metatext = end_metatext;
	device->fill_image = fill_image;
	device->fill_image_mask = fill_image_mask;
	device->fill_shade = fill_shade;
	device->fill_text = fill_text;
	device->stroke_text = stroke_text;
	device->clip_text = clip_text;
	device->clip_stroke_text = clip_stroke_text;
	device->ignore_text = ignore_text;
}

void lectern_forget_actual_text(lectern_document *doc)
{
	lectern_actual *a = doc->actual;

	if (!a)
		return;
	fz_free(doc->ctx, a->runes);
	fz_drop_text(doc->ctx, a->original);
	fz_drop_text(doc->ctx, a->corrected);
	fz_free(doc->ctx, a);
	doc->actual = NULL;
}

bool lectern_has_joined(const lectern_document *doc)
{
	return doc->actual->text.has_joined;
}
