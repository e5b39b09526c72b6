// Targets of links and outline entries.
#ifndef LECTERN_DETAILS_ENTRY_H
#define LECTERN_DETAILS_ENTRY_H

#include "details/api.h"
#include "document/state.h"

// Removes the parts of the name tree that could make the look-up of a name take unbounded time. Must be called before
// the first look-up; later calls do nothing. Throws if the request was aborted.
void lectern_prune_names(lectern_document *doc);

// Appends an entry whose target is uri: a place in the document or an external address. uri may be NULL.
void lectern_append_entry(
	lectern_document *doc, fz_buffer *buffer, lectern_entry entry, const char *text, const char *uri);

#endif
