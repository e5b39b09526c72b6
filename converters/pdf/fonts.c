/* Fonts for what a document uses and does not embed. MuPDF's library has the 14 standard ones, and no CJK. */
#include "document.h"

#include <stdlib.h>
#include <string.h>

/* UCDN_SCRIPT_HANGUL of MuPDF's ucdn.h, which go-fitz does not ship. */
#define SCRIPT_HANGUL 24

/* In fonts.go. */
extern char *lectern_find_font(uintptr_t index, char *name, int bold, int italic, lectern_face *found);

static fz_font *load_cjk(fz_context *ctx, const char *name, int ordering, int serif)
{
	lectern_document *doc = fz_user_context(ctx);

	const char *path = ordering == FZ_ADOBE_KOREA && doc->korean[0] ? doc->korean : doc->cjk;

	(void)name;
	(void)serif;
	return path[0] ? fz_new_font_from_file(ctx, NULL, path, 0, 0) : NULL;
}

/* Characters that a substitute font has no glyph for. */
static fz_font *load_fallback(fz_context *ctx, int script, int language, int serif, int bold, int italic)
{
	(void)language;
	(void)bold;
	(void)italic;
	return load_cjk(ctx, NULL, script == SCRIPT_HANGUL ? FZ_ADOBE_KOREA : FZ_ADOBE_GB, serif);
}

/* What of the style the face does not have is made of it. */
static void complete_style(fz_font *font, lectern_face face, int bold, int italic)
{
	fz_font_flags_t *flags = fz_font_flags(font);

	flags->fake_bold = bold && !face.bold;
	flags->fake_italic = italic && !face.italic;
}

static fz_font *load_named(fz_context *ctx, const char *name, int bold, int italic, int needs_exact_metrics)
{
	lectern_document *doc = fz_user_context(ctx);
	lectern_face face = {0};
	fz_font *font = NULL;
	char *path = lectern_find_font(doc->index, (char *)name, bold, italic, &face);

	(void)needs_exact_metrics;
	if (!path)
		return NULL;
	fz_var(font);
	fz_try(ctx)
		font = fz_new_font_from_file(ctx, NULL, path, face.index, 0);
	fz_always(ctx)
		free(path);
	fz_catch(ctx) {
		fz_ignore_error(ctx); /* MuPDF's own, then */
		return NULL;
	}
	complete_style(font, face, bold, italic);
	return font;
}

void lectern_use_fonts(lectern_document *doc, uintptr_t index, const char *cjk, const char *korean)
{
	free(doc->cjk);
	free(doc->korean);
	doc->cjk = strdup(cjk);
	doc->korean = strdup(korean);
	if (!doc->cjk || !doc->korean)
		return;
	doc->index = index;
	fz_set_user_context(doc->ctx, doc);
	fz_install_load_system_font_funcs(doc->ctx, load_named, load_cjk, load_fallback);
}
