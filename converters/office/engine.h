// LibreOffice through LibreOfficeKit: loaded, started and warmed once in the
// parent. A child opens one document, and with it ends.
#ifndef LECTERN_OFFICE_ENGINE_H
#define LECTERN_OFFICE_ENGINE_H

#include <stdbool.h>

// What a document turns out to be once it is open.
enum family { FAMILY_NONE, FAMILY_TEXT, FAMILY_SHEET, FAMILY_SLIDES };

// family_named gives the family that a message names, FAMILY_NONE for any other word.
enum family family_named(const char *name);

typedef struct engine engine;
typedef struct document document;

// engine_start loads and starts the engine. program is the folder that holds
// soffice.bin, profile the URL of a folder for the user profile. It gives NULL
// when there is no engine that can be used; the reason is then on standard error.
engine *engine_start(const char *program, const char *profile);

// engine_run calls work with data from within the engine's main loop, which is
// where documents can be opened. It returns if the loop ends before.
void engine_run(engine *office, void (*work)(void *data), void *data);

// engine_join_threads ends the threads that could hold what a child needs, so
// that children can be forked. It gives false when they do not end.
bool engine_join_threads(engine *office);

// What an engine tells while it works. The functions may be called on any thread.
struct engine_events {
	// the document asks for a password; gives it, or does not return
	const char *(*password)(void);
	void (*question)(void); // the engine asks anything else; must not return
	void (*memory)(void); // an allocation failed; called at most once
};

// engine_listen has a child told of events from now on.
void engine_listen(engine *office, const struct engine_events *events);

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

// document_parts gives the number of a text's pages, of slides, or of sheets, each
// of which has any number of pages.
int document_parts(document *doc);

// document_arrange lays the one open document out for readers, as far as it does not
// say how itself: wide sheets are fitted, slides named by their titles. It tells
// what readers might want to know, in UTF-8. Without the engine's extension
// (converters/libreoffice/layout) it does nothing.
void document_arrange(void (*fact)(const char *name, const char *value));

// document_arranged tells what there is to tell when the document was exported.
void document_arranged(void (*fact)(const char *name, const char *value));

// Which pages to export.
enum pages { PAGES_FIRST, PAGES_ALL };

// document_export writes pages as a PDF to path. It gives false when that fails.
bool document_export(document *doc, const char *path, enum pages pages);

// document_close frees the document. A child that ends needs not call it.
void document_close(document *doc);

#endif
