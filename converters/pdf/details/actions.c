// Finds actions that other viewers might run: scripts, starting programs, sending or importing form data.
#include "details/api.h"
#include "document/state.h"

#include <stdbool.h>
#include <string.h>

// Limits: actions in a chain, ancestors of a form field, and annotations.
#define MAX_NEXT 16
#define MAX_PARENTS 16
#define MAX_ANNOTATIONS 1000000

// Reports whether an action is a script, starts a program, or sends or imports form data (ISO 32000-1, 12.6.4).
static bool is_active_itself(fz_context *ctx, pdf_obj *action)
{
	static const char *const kinds[] = {"JavaScript", "Launch", "SubmitForm", "ImportData"};
	const char *kind = pdf_to_name(ctx, pdf_dict_gets(ctx, action, "S"));

	for (int i = 0; i < 4; i++)
		if (!strcmp(kind, kinds[i]))
			return true;
	return pdf_dict_gets(ctx, action, "JS") != NULL;
}

// Reports whether an action or one of its next actions is active. If an action has an array of next actions, the first
// MAX_NEXT of them are checked. The next actions of these are only checked for the first element of the array.
static bool is_active(fz_context *ctx, pdf_obj *action)
{
	for (int i = 0; i < MAX_NEXT && pdf_is_dict(ctx, action); i++) {
		pdf_obj *next = pdf_dict_gets(ctx, action, "Next");
		if (is_active_itself(ctx, action))
			return true;
		for (int k = 0; k < pdf_array_len(ctx, next) && k < MAX_NEXT; k++)
			if (is_active_itself(ctx, pdf_array_get(ctx, next, k)))
				return true;
		action = pdf_is_array(ctx, next) ? pdf_array_get(ctx, next, 0) : next;
	}
	return false;
}

// Reports whether an action of a dictionary of additional actions is active.
static bool has_active_action(fz_context *ctx, pdf_obj *events)
{
	for (int i = 0; i < pdf_dict_len(ctx, events); i++)
		if (is_active(ctx, pdf_dict_get_val(ctx, events, i)))
			return true;
	return false;
}

// Checks form fields that are not on a page, such as the parents of visible form fields.
static bool has_active_field(fz_context *ctx, pdf_obj *fields)
{
	for (int i = 0; i < pdf_array_len(ctx, fields) && i < MAX_ANNOTATIONS; i++)
		if (has_active_action(ctx, pdf_dict_gets(ctx, pdf_array_get(ctx, fields, i), "AA")))
			return true;
	return false;
}

static bool document_is_active(fz_context *ctx, pdf_obj *catalog)
{
	pdf_obj *names = pdf_dict_getp(ctx, catalog, "Names/JavaScript");

	return is_active(ctx, pdf_dict_gets(ctx, catalog, "OpenAction")) ||
		has_active_action(ctx, pdf_dict_gets(ctx, catalog, "AA")) ||
		has_active_field(ctx, pdf_dict_getp(ctx, catalog, "AcroForm/Fields")) ||
		pdf_array_len(ctx, pdf_dict_gets(ctx, names, "Names")) > 0 ||
		pdf_array_len(ctx, pdf_dict_gets(ctx, names, "Kids")) > 0;
}

// Reports whether an annotation has an active action. A form field may inherit actions from its ancestors.
static bool annotation_is_active(fz_context *ctx, pdf_obj *annotation)
{
	if (is_active(ctx, pdf_dict_gets(ctx, annotation, "A")))
		return true;
	for (int i = 0; i < MAX_PARENTS && pdf_is_dict(ctx, annotation); i++) {
		if (has_active_action(ctx, pdf_dict_gets(ctx, annotation, "AA")))
			return true;
		annotation = pdf_dict_gets(ctx, annotation, "Parent");
	}
	return false;
}

static bool page_is_active(fz_context *ctx, pdf_obj *page, int *remaining)
{
	pdf_obj *annotations = pdf_dict_gets(ctx, page, "Annots");

	if (has_active_action(ctx, pdf_dict_gets(ctx, page, "AA")))
		return true;
	for (int i = 0; i < pdf_array_len(ctx, annotations) && (*remaining)-- > 0; i++)
		if (annotation_is_active(ctx, pdf_array_get(ctx, annotations, i)))
			return true;
	return false;
}

// Reports whether a page (numbered from 0) has an active action. If page is -1, checks the document's own actions.
// Damaged objects are ignored.
static bool check_part(lectern_document *doc, int page, int *remaining)
{
	fz_context *ctx = doc->ctx;
	pdf_document *pdf = (pdf_document *)doc->fz;
	bool found = false;

	lectern_throw_if_aborted(doc);
	fz_var(found);
	fz_try(ctx)
		found = page < 0 ? document_is_active(ctx, pdf_dict_gets(ctx, pdf_trailer(ctx, pdf), "Root"))
						 : page_is_active(ctx, pdf_lookup_page_obj(ctx, pdf, page), remaining);
	fz_catch(ctx)
		fz_ignore_error(ctx);
	return found;
}

int lectern_find_actions(lectern_document *doc, int *found)
{
	fz_context *ctx = doc->ctx;
	int remaining = MAX_ANNOTATIONS;

	*found = 0;
	fz_try(ctx)
		for (int page = -1; page < doc->pages && !*found && remaining > 0; page++)
			*found = check_part(doc, page, &remaining);
	fz_catch(ctx)
		return lectern_store_error(doc);
	return LECTERN_OK;
}
