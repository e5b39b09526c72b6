// LibreOffice through LibreOfficeKit: loaded, started and warmed once in the
// parent. Its documents are document.h's.
#ifndef LECTERN_OFFICE_ENGINE_H
#define LECTERN_OFFICE_ENGINE_H

#include <stdbool.h>

typedef struct engine engine;

// engine_start loads and starts the engine. program is the folder that holds
// soffice.bin, profile the URL of a folder for the user profile. It returns NULL
// when there is no engine that can be used; the reason is then on standard error.
engine *engine_start(const char *program, const char *profile);

// engine_run calls work with data from within the engine's main loop, which is
// where documents can be opened. It returns if the loop ends before.
void engine_run(engine *office, void (*work)(void *data), void *data);

// engine_join_threads ends the threads that could hold what a child needs, so
// that children can be forked. It returns false when they do not end.
bool engine_join_threads(engine *office);

// engine_watch_memory has failed called, once at most and on any thread, when an
// allocation fails. The C++ library comes with the engine and is not linked to this
// program; where it cannot be found, a document that needs too much looks like one that
// crashes.
void engine_watch_memory(void (*failed)(void));

#endif
