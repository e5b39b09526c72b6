/* Fonts for what a document uses and does not embed. MuPDF's library has the 14 standard ones, and no CJK. */
#include "document.h"

#include <stdlib.h>
#include <string.h>

static fz_font *load_cjk(fz_context *ctx, const char *name, int ordering, int serif)
{
	const char *path = fz_user_context(ctx);

	(void)name;
	(void)ordering;
	(void)serif;
	return path ? fz_new_font_from_file(ctx, NULL, path, 0, 0) : NULL;
}

/* Characters that a substitute font has no glyph for. */
static fz_font *load_fallback(fz_context *ctx, int script, int language, int serif, int bold, int italic)
{
	(void)script;
	(void)bold;
	(void)italic;
	return load_cjk(ctx, NULL, language, serif);
}

static fz_font *load_other(fz_context *ctx, const char *name, int bold, int italic, int needs_exact_metrics)
{
	(void)ctx;
	(void)name;
	(void)bold;
	(void)italic;
	(void)needs_exact_metrics;
	return NULL;
}

void lectern_use_cjk_font(lectern_document *doc, const char *path)
{
	free(doc->cjk);
	doc->cjk = strdup(path);
	fz_set_user_context(doc->ctx, doc->cjk);
	fz_install_load_system_font_funcs(doc->ctx, load_other, load_cjk, load_fallback);
}
