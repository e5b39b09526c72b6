/* Mistakes of which MuPDF tells by a warning alone, after which it goes on as if there were no more to draw. */
#include "document.h"

#include <string.h>

/* That a stream cannot be decoded further, and that what is to draw a page is none. Those of which nothing need be
 * missing, such as that the mark of an end is, are not among them. */
static void hear(void *user, const char *message)
{
	static const char *const signs[] = {
		"read error; treating as end of file", "content stream is not a stream", "cannot load content stream part"};
	lectern_document *doc = user;

	for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
		if (!strncmp(message, signs[i], strlen(signs[i])))
			doc->cookie.errors++;
}

lectern_hearing lectern_hear_mistakes(lectern_document *doc)
{
	lectern_hearing before;

	fz_flush_warnings(doc->ctx); /* else one that was told last is not told again */
	before.callback = fz_warning_callback(doc->ctx, &before.user);
	fz_set_warning_callback(doc->ctx, hear, doc);
	return before;
}

void lectern_stop_hearing(lectern_document *doc, lectern_hearing before)
{
	fz_set_warning_callback(doc->ctx, before.callback, before.user);
}
