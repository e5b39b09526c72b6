// The objects of a PDF: its trees, what they lead to, and what is mended in them.
#ifndef LECTERN_OBJECTS_H
#define LECTERN_OBJECTS_H

#include "document.h"

// Returns the number of pages; above the limit, it may be any number above. Mends a tree of pages that claims more than
// it has, or an impossible number. Throws.
int lectern_count_pages(lectern_document *doc);

// Removes what would make a look-up of names take unbounded time. Called before the first look-up; later calls do
// nothing. Throws if the request was aborted.
void lectern_prune_names(lectern_document *doc);

// A walk through what the resources of pages lead to. The caller sets the first fields; the functions may be NULL, and
// get each object that has a number once. They may throw.
typedef struct {
	lectern_document *doc;
	int most; // dictionaries, fonts, drawings and states that are looked at
	void (*on_font)(void *user, pdf_obj *font);
	void (*on_picture)(void *user, pdf_obj *picture);
	void *user;
	unsigned char *seen; // by object number
	int objects;
	int visits, annotations;
	pdf_obj **stack; // resource dictionaries, kept, to look at
	int depth, room;
} lectern_walk;

// Begins a walk. lectern_end_walk ends it, even if this throws.
void lectern_begin_walk(lectern_walk *walk);
// Walks through a page, which counts from 0. Throws.
void lectern_walk_page(lectern_walk *walk, int number);
void lectern_end_walk(lectern_walk *walk);

// Appends an entry that leads to uri, a place in the document or an address. uri may be NULL.
void lectern_append_entry(
	lectern_document *doc, fz_buffer *buffer, lectern_entry entry, const char *text, const char *uri);

// Reports whether to draw a page again that failed with code, because pictures of it were replaced.
int lectern_draws_again(lectern_document *doc, int number, int code);

#endif
