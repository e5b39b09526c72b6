// Temporary files: each process has a folder of its own for them, although the
// engine asks where they go only once, in the parent. It is told the current folder,
// by a name that means another one in every process.
#ifndef LECTERN_OFFICE_TEMPORARY_H
#define LECTERN_OFFICE_TEMPORARY_H

#include <stdbool.h>

// temporary_begin makes folder the parent's; before the engine is loaded.
bool temporary_begin(const char *folder);

// temporary_enter makes work, a folder within the parent's, that of a new child.
bool temporary_enter(const char *work);

#endif
