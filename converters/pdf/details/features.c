// Counts features that the drawn pages do not show: embedded files, signatures, comments, media and blocked
// links.
#include "details/api.h"
#include "document/state.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

// Limits: depth of trees, visited objects, names of files, and bytes of a name.
#define MAX_DEPTH 64
#define MAX_VISITS 1000000
#define MAX_NAMES 100
#define MAX_NAME 256

typedef struct {
	lectern_document *doc;
	lectern_features *found;
	fz_buffer *names;
	pdf_mark_bits *seen; // visited objects
	int visits;
} search;

// Reports whether an object is visited for the first time, and within the limit of visits.
static bool is_unvisited(search *s, pdf_obj *obj)
{
	fz_context *ctx = s->doc->ctx;

	lectern_throw_if_aborted(s->doc);
	return s->visits++ < MAX_VISITS && pdf_is_dict(ctx, obj) &&
		!(pdf_is_indirect(ctx, obj) && pdf_mark_bits_set(ctx, s->seen, obj));
}

// Adds a file specification (ISO 32000-1, 7.11.3) if it has the stream of an embedded file.
static void add_file(search *s, pdf_obj *file)
{
	fz_context *ctx = s->doc->ctx;
	static const char *const keys[] = {"UF", "F", "Desc"};
	const char *name = "";

	if (!is_unvisited(s, file) || !pdf_is_dict(ctx, pdf_dict_gets(ctx, file, "EF")))
		return;
	for (int i = 0; i < 3 && !name[0]; i++)
		name = pdf_to_text_string(ctx, pdf_dict_gets(ctx, file, keys[i]));
	if (s->found->files++ < MAX_NAMES) {
		fz_append_data(ctx, s->names, name, strnlen(name, MAX_NAME));
		fz_append_byte(ctx, s->names, 0);
	}
}

static void visit_names(search *s, pdf_obj *branch, int depth)
{
	fz_context *ctx = s->doc->ctx;
	pdf_obj *kids = pdf_dict_gets(ctx, branch, "Kids"), *names = pdf_dict_gets(ctx, branch, "Names");

	if (depth > MAX_DEPTH || !is_unvisited(s, branch))
		return;
	for (int i = 0; i < pdf_array_len(ctx, kids) && s->visits < MAX_VISITS; i++)
		visit_names(s, pdf_array_get(ctx, kids, i), depth + 1);
	for (int i = 1; i < pdf_array_len(ctx, names) && s->visits < MAX_VISITS; i += 2)
		add_file(s, pdf_array_get(ctx, names, i));
}

// Counts signed signature fields, which have a value.
static void visit_fields(search *s, pdf_obj *fields, int depth)
{
	fz_context *ctx = s->doc->ctx;

	for (int i = 0; i < pdf_array_len(ctx, fields) && s->visits < MAX_VISITS && depth < MAX_DEPTH; i++) {
		pdf_obj *field = pdf_array_get(ctx, fields, i);
		if (!is_unvisited(s, field))
			continue;
		if (!strcmp(pdf_to_name(ctx, pdf_dict_gets(ctx, field, "FT")), "Sig") &&
			pdf_is_dict(ctx, pdf_dict_gets(ctx, field, "V")))
			s->found->signatures++;
		visit_fields(s, pdf_dict_gets(ctx, field, "Kids"), depth + 1);
	}
}

static bool is_one_of(const char *name, const char *const *names)
{
	while (*names && strcmp(name, *names))
		names++;
	return *names != NULL;
}

// Reports whether an address has one of the schemes that a browser may open, see entries.go.
static bool is_web_address(const char *uri)
{
	static const char *const kinds[] = {"http:", "https:", "mailto:"};

	for (int i = 0; i < 3; i++)
		if (!strncasecmp(uri, kinds[i], strlen(kinds[i])))
			return true;
	return false;
}

// Reports whether an action opens a web address. MuPDF turns a relative address into a file next to the
// document.
static bool opens_web_address(search *s, pdf_obj *action)
{
	fz_context *ctx = s->doc->ctx;
	char *uri = pdf_parse_link_action(ctx, (pdf_document *)s->doc->fz, action, -1);
	bool opens_web = uri && is_web_address(uri + strspn(uri, " \t\r\n"));

	fz_free(ctx, uri);
	return opens_web;
}

// Reports whether a link opens a file or has an action that is blocked.
static bool is_blocked(search *s, pdf_obj *link)
{
	fz_context *ctx = s->doc->ctx;
	static const char *const kinds[] = {"Launch", "GoToR", "GoToE", "JavaScript", "SubmitForm", "ImportData", NULL};
	pdf_obj *action = pdf_dict_gets(ctx, link, "A");
	const char *kind = pdf_to_name(ctx, pdf_dict_gets(ctx, action, "S"));

	if (pdf_dict_gets(ctx, link, "Dest")) // takes precedence over an action
		return false;
	return is_one_of(kind, kinds) || (!strcmp(kind, "URI") && !opens_web_address(s, action));
}

static void visit_annotation(search *s, pdf_obj *annotation)
{
	fz_context *ctx = s->doc->ctx;
	// Kinds of annotations whose text is drawn, or that are not comments.
	static const char *const ignored_types[] = {
		"FreeText", "Widget", "Popup", "FileAttachment", "PrinterMark", "TrapNet", "Watermark", NULL};
	static const char *const media[] = {"Movie", "Sound", "Screen", "RichMedia", "3D", NULL};
	const char *type = pdf_to_name(ctx, pdf_dict_gets(ctx, annotation, "Subtype"));

	if (!strcmp(type, "FileAttachment"))
		add_file(s, pdf_dict_gets(ctx, annotation, "FS"));
	if (!strcmp(type, "Link"))
		s->found->links += is_blocked(s, annotation);
	else if (is_one_of(type, media))
		s->found->media++;
	else if (!is_one_of(type, ignored_types) && pdf_to_text_string(ctx, pdf_dict_gets(ctx, annotation, "Contents"))[0])
		s->found->comments++;
}

static void visit_page(search *s, pdf_obj *page)
{
	fz_context *ctx = s->doc->ctx;
	pdf_obj *annotations = pdf_dict_gets(ctx, page, "Annots");

	for (int i = 0; i < pdf_array_len(ctx, annotations) && s->visits < MAX_VISITS; i++) {
		pdf_obj *annotation = pdf_array_get(ctx, annotations, i);
		if (is_unvisited(s, annotation))
			visit_annotation(s, annotation);
	}
}

static void visit_catalog(search *s, pdf_obj *catalog)
{
	fz_context *ctx = s->doc->ctx;
	pdf_obj *files = pdf_dict_gets(ctx, catalog, "AF"), *form = pdf_dict_gets(ctx, catalog, "AcroForm");
	pdf_obj *xfa = pdf_dict_gets(ctx, form, "XFA");

	s->found->xfa = pdf_array_len(ctx, xfa) > 0 || pdf_is_stream(ctx, xfa);
	s->found->needs_rendering = s->found->xfa && pdf_to_bool(ctx, pdf_dict_gets(ctx, catalog, "NeedsRendering"));
	s->found->portfolio = pdf_is_dict(ctx, pdf_dict_gets(ctx, catalog, "Collection"));
	visit_names(s, pdf_dict_getp(ctx, catalog, "Names/EmbeddedFiles"), 0);
	for (int i = 0; i < pdf_array_len(ctx, files) && s->visits < MAX_VISITS; i++)
		add_file(s, pdf_array_get(ctx, files, i));
	visit_fields(s, pdf_dict_gets(ctx, form, "Fields"), 0);
}

// Visits a page (numbered from 0) or the document if page is -1. Damaged objects are ignored.
static void visit_part(search *s, int page)
{
	fz_context *ctx = s->doc->ctx;
	pdf_document *pdf = (pdf_document *)s->doc->fz;

	fz_try(ctx) {
		if (page < 0)
			visit_catalog(s, pdf_dict_gets(ctx, pdf_trailer(ctx, pdf), "Root"));
		else
			visit_page(s, pdf_lookup_page_obj(ctx, pdf, page));
	}
	fz_catch(ctx) {
		lectern_throw_if_aborted(s->doc);
		fz_ignore_error(ctx);
	}
}

int lectern_find_features(lectern_document *doc, lectern_features *found, lectern_bytes *names)
{
	fz_context *ctx = doc->ctx;
	search s = {.doc = doc, .found = found};

	fz_var(s);
	fz_try(ctx) {
		s.names = fz_new_buffer(ctx, 1 << 10);
		s.seen = pdf_new_mark_bits(ctx, (pdf_document *)doc->fz);
		for (int page = -1; page < doc->pages && s.visits < MAX_VISITS; page++)
			visit_part(&s, page);
		lectern_keep_bytes(doc, s.names, names);
	}
	fz_always(ctx) {
		pdf_drop_mark_bits(ctx, s.seen);
		fz_drop_buffer(ctx, s.names);
	}
	fz_catch(ctx)
		return lectern_store_error(doc);
	return LECTERN_OK;
}
