// Loads and starts LibreOffice through LibreOfficeKit, once, in the parent process. document.h has the functions for
// documents.
#ifndef LECTERN_OFFICE_ENGINE_H
#define LECTERN_OFFICE_ENGINE_H

#include <stdbool.h>

typedef struct engine engine;

// Loads and starts LibreOffice. program is the folder that contains soffice.bin, and profile the URL of a folder for
// the user profile. It returns NULL if LibreOffice cannot be used, and prints the reason to standard error.
engine *engine_start(const char *program, const char *profile);

// Calls the function work with the argument data. The call happens inside LibreOffice's main loop, where documents can
// be opened. engine_run returns if the loop ends early.
void engine_run(engine *office, void (*work)(void *data), void *data);

// Ends LibreOffice's threads, which could hold locks that a forked child needs. It returns false if they do not end.
bool engine_join_threads(engine *office);

// Sets the function to call, at most once and on any thread, when an allocation fails. The C++ library is loaded with
// LibreOffice and not linked to this program. If it cannot be found, running out of memory looks like a crash.
void engine_watch_memory(void (*failed)(void));

#endif
