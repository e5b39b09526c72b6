/* Fonts for what a document uses and does not embed. MuPDF's library has the 14 standard ones, and no CJK. */
#include "document.h"

#include <stdlib.h>
#include <string.h>

/* In fonts.go. */
extern char *lectern_find_font(uintptr_t index, char *name, int bold, int italic, lectern_face *found);

static fz_font *load_cjk(fz_context *ctx, const char *name, int ordering, int serif)
{
	lectern_document *doc = fz_user_context(ctx);

	(void)name;
	(void)ordering;
	(void)serif;
	return doc->cjk[0] ? fz_new_font_from_file(ctx, NULL, doc->cjk, 0, 0) : NULL;
}

/* Characters that a substitute font has no glyph for. */
static fz_font *load_fallback(fz_context *ctx, int script, int language, int serif, int bold, int italic)
{
	(void)script;
	(void)bold;
	(void)italic;
	return load_cjk(ctx, NULL, language, serif);
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

void lectern_use_fonts(lectern_document *doc, uintptr_t index, const char *cjk)
{
	free(doc->cjk);
	doc->cjk = strdup(cjk);
	if (!doc->cjk)
		return;
	doc->index = index;
	fz_set_user_context(doc->ctx, doc);
	fz_install_load_system_font_funcs(doc->ctx, load_named, load_cjk, load_fallback);
}
