// Walks through the objects of a PDF: its page tree and the resources of its pages.
#ifndef LECTERN_DOCUMENT_OBJECTS_H
#define LECTERN_DOCUMENT_OBJECTS_H

#include "document/state.h"

// Returns the number of pages. If there are more than the limit, the result is some number above the limit. Repairs a
// page tree that declares more pages than it has, or an impossible number. Throws if it fails.
int lectern_count_pages(lectern_document *doc);

// A walk through the resources of pages. The caller sets the fields from doc to user. The two functions may be NULL and
// may throw. Each is called once for every object that has a number.
typedef struct {
	lectern_document *doc;
	int max_visits; // of dictionaries, fonts, drawings and graphics states
	void (*on_font)(void *user, pdf_obj *font);
	void (*on_image)(void *user, pdf_obj *image);
	void *user;
	unsigned char *seen; // by object number
	int objects;
	int visits, annotations;
	pdf_obj **stack; // resource dictionaries to visit, owned
	int depth, capacity;
} lectern_walk;

// Begins a walk. The caller must call lectern_end_walk, even if this throws.
void lectern_begin_walk(lectern_walk *walk);
// Walks through the resources of a page (numbered from 0). Throws if it fails.
void lectern_walk_page(lectern_walk *walk, int number);
void lectern_end_walk(lectern_walk *walk);

#endif
