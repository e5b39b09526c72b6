// LibreOffice through LibreOfficeKit: preloaded once in the parent, started in
// each child after the fork. A child opens one document, and with it ends.
#ifndef LECTERN_OFFICE_ENGINE_H
#define LECTERN_OFFICE_ENGINE_H

#include <stdbool.h>

// What a document turns out to be once it is open.
enum family { FAMILY_NONE, FAMILY_TEXT, FAMILY_SHEET, FAMILY_SLIDES };

// family_named gives the family that a message names, FAMILY_NONE for any other word.
enum family family_named(const char *name);

// engine_preload loads the engine's libraries and its configuration into this
// process, which must not open a document afterwards: what it would leave behind
// makes children hang. program is the folder that holds soffice.bin, profile the
// URL of a folder for the user profile. It gives false when there is no engine
// that can be loaded; the reason is then on standard error.
bool engine_preload(const char *program, const char *profile);

// What an engine tells while it works. The functions may be called on any thread.
struct engine_events {
	void (*password)(void); // the document asks for a password; must not return
	void (*question)(void); // the engine asks anything else; must not return
	void (*memory)(void);   // an allocation failed; called at most once
};

typedef struct engine engine;
typedef struct document document;

// engine_start makes the preloaded engine ready in this child. It gives NULL
// when that fails.
engine *engine_start(const char *program, const char *profile, const struct engine_events *events);

// How to load a document: QUIET refuses whatever the engine would ask, ASKING
// lets it ask, which ends in one of the events.
enum manner { QUIET, ASKING };

// engine_open loads a document, with macros off. It gives NULL when the document
// cannot be read.
document *engine_open(engine *office, const char *path, enum manner manner);

// engine_error gives what the engine said of its last failure, "" if nothing.
const char *engine_error(engine *office);

// document_family tells what the document is.
enum family document_family(document *doc);

// document_single says whether the document is known to have one page only. Of
// a sheet the number of pages is not known, so this is false. It is to be asked
// after an export: only that lays out the whole of a text.
bool document_single(document *doc);

// Which pages to export.
enum pages { PAGES_FIRST, PAGES_ALL };

// document_export writes pages as a PDF to path. It gives false when that fails.
bool document_export(document *doc, const char *path, enum pages pages);

// document_close frees the document. A child that ends needs not call it.
void document_close(document *doc);

#endif
