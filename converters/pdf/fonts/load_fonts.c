// Loads substitutes for fonts that a document does not embed. MuPDF has the 14 standard fonts built in, but no
// CJK font.
#include "document/state.h"
#include "fonts/api.h"

#include <stdlib.h>

// UCDN_SCRIPT_HANGUL of MuPDF's ucdn.h, which go-fitz does not ship.
#define SCRIPT_HANGUL 24

// Exported by index.go and cjk.go.
extern char *lectern_find_font(uintptr_t index, char *name, int bold, int italic, lectern_face *found);
extern char *lectern_find_cjk(uintptr_t index, char *name, int korean, lectern_face *found);

// Loads a face of a font file and frees the path. Returns NULL if path is NULL or the font cannot be loaded.
static fz_font *load(fz_context *ctx, char *path, lectern_face face)
{
	fz_font *font = NULL;

	if (!path)
		return NULL;
	fz_var(font);
	fz_try(ctx)
		font = fz_new_font_from_file(ctx, NULL, path, face.index, 0);
	fz_always(ctx)
		free(path);
	fz_catch(ctx) {
		fz_ignore_error(ctx); // MuPDF then uses a built-in font
		return NULL;
	}
	fz_font_flags(font)->fake_bold = face.fake_bold;
	fz_font_flags(font)->fake_italic = face.fake_italic;
	return font;
}

static fz_font *load_cjk(fz_context *ctx, const char *name, int ordering, int serif)
{
	lectern_document *doc = fz_user_context(ctx);
	lectern_face face = {0};
	char *path = lectern_find_cjk(doc->fonts, (char *)name, ordering == FZ_ADOBE_KOREA, &face);

	(void)serif;
	return load(ctx, path, face);
}

// Loads a font for characters for which a substitute font has no glyph.
static fz_font *load_fallback(fz_context *ctx, int script, int language, int serif, int bold, int italic)
{
	(void)language;
	(void)bold;
	(void)italic;
	return load_cjk(ctx, "", script == SCRIPT_HANGUL ? FZ_ADOBE_KOREA : FZ_ADOBE_GB, serif);
}

static fz_font *load_named(fz_context *ctx, const char *name, int bold, int italic, int needs_exact_metrics)
{
	lectern_document *doc = fz_user_context(ctx);
	lectern_face face = {0};
	char *path = lectern_find_font(doc->fonts, (char *)name, bold, italic, &face);

	(void)needs_exact_metrics;
	return load(ctx, path, face);
}

void lectern_use_fonts(lectern_document *doc, uintptr_t index)
{
	doc->fonts = index;
	fz_set_user_context(doc->ctx, doc);
	fz_install_load_system_font_funcs(doc->ctx, load_named, load_cjk, load_fallback);
}
