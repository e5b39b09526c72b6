// The targets of links and outline entries.
#include "details/entry.h"

#include <math.h>
#include <string.h>

// Limit of texts and addresses in bytes.
#define MAX_TEXT 4096

// Sets the page and the position of a destination. Some kinds of destinations lack a coordinate: FitH (fit the width),
// for example, has only a vertical position.
static void set_position(fz_link_dest dest, lectern_entry *entry)
{
	entry->page = dest.loc.page + 1;
	switch (dest.type) {
	case FZ_LINK_DEST_FIT_H:
	case FZ_LINK_DEST_FIT_BH:
		entry->top = dest.y;
		break;
	case FZ_LINK_DEST_FIT_V:
	case FZ_LINK_DEST_FIT_BV:
		entry->left = dest.x;
		break;
	case FZ_LINK_DEST_FIT_R:
	case FZ_LINK_DEST_XYZ:
		entry->left = dest.x;
		entry->top = dest.y;
		break;
	default:
		break;
	}
}

// Multiplies the position in an entry by the scale of its page.
static void scale_position(lectern_document *doc, lectern_entry *entry)
{
	float scale = lectern_page_scale(doc, entry->page - 1);

	entry->left *= scale;
	entry->top *= scale;
}

// Resolves a target within the document. A damaged target is left out.
static void resolve_target(lectern_document *doc, const char *uri, lectern_entry *entry)
{
	fz_context *ctx = doc->ctx;
	fz_link_dest dest = {0};

	lectern_prune_names(doc);
	dest.loc.page = -1;
	fz_try(ctx)
		dest = fz_resolve_link_dest(ctx, doc->fz, uri);
	fz_catch(ctx)
		fz_ignore_error(ctx);
	if (dest.loc.page < 0 || dest.loc.page >= doc->pages)
		return;
	set_position(dest, entry);
	scale_position(doc, entry);
}

void lectern_append_entry(
	lectern_document *doc, fz_buffer *buffer, lectern_entry entry, const char *text, const char *uri)
{
	fz_context *ctx = doc->ctx;
	int is_external = uri && fz_is_external_link(ctx, uri);

	entry.page = 0;
	entry.left = entry.top = NAN;
	if (uri && !is_external)
		resolve_target(doc, uri, &entry);
	entry.text_size = text ? strnlen(text, MAX_TEXT) : 0;
	entry.uri_size = is_external ? strlen(uri) : 0;
	if (entry.uri_size > MAX_TEXT)
		entry.uri_size = 0; // a truncated address would have another target
	fz_append_data(ctx, buffer, &entry, sizeof entry);
	lectern_append_padded(ctx, buffer, text, entry.text_size);
	lectern_append_padded(ctx, buffer, uri, entry.uri_size);
}

static void append_links(lectern_document *doc, fz_page *page, fz_buffer *buffer)
{
	fz_context *ctx = doc->ctx;
	lectern_view view = lectern_view_of(doc, fz_bound_page(ctx, page));
	fz_link *links = fz_load_links(ctx, page);

	fz_try(ctx)
		for (fz_link *link = links; link; link = link->next) {
			fz_rect box = fz_transform_rect(link->rect, view.ctm);
			lectern_entry entry = {.x0 = box.x0, .y0 = box.y0, .x1 = box.x1, .y1 = box.y1};
			lectern_throw_if_aborted(doc);
			lectern_append_entry(doc, buffer, entry, NULL, link->uri);
		}
	fz_always(ctx)
		fz_drop_link(ctx, links);
	fz_catch(ctx)
		fz_rethrow(ctx);
}

int lectern_links(lectern_document *doc, int number, lectern_bytes *out)
{
	fz_context *ctx = doc->ctx;
	fz_page *page = NULL;
	fz_buffer *buffer = NULL;

	if (number < 0 || number >= doc->pages)
		return LECTERN_NO_PAGE;
	fz_var(page);
	fz_var(buffer);
	fz_try(ctx) {
		page = fz_load_page(ctx, doc->fz, number);
		buffer = fz_new_buffer(ctx, 1 << 10);
		append_links(doc, page, buffer);
		lectern_keep_bytes(doc, buffer, out);
	}
	fz_always(ctx) {
		fz_drop_buffer(ctx, buffer);
		fz_drop_page(ctx, page);
	}
	fz_catch(ctx)
		return lectern_store_error(doc);
	return LECTERN_OK;
}
