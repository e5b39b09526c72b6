// Temporary files. Each process has a folder of its own for them, although LibreOffice determines its temporary folder
// only once, in the parent. LibreOffice gets the path /proc/self/cwd, which leads to another folder in every process.
#ifndef LECTERN_OFFICE_TEMPORARY_H
#define LECTERN_OFFICE_TEMPORARY_H

#include <stdbool.h>

// Sets the temporary folder of the parent. It must be called before LibreOffice is loaded.
bool temporary_begin(const char *folder);

// Sets the temporary folder of a new child to work, a folder inside the parent's folder.
bool temporary_enter(const char *work);

#endif
