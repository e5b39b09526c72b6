// The function that Go calls to prepare a process for its first document.
#ifndef LECTERN_WARM_UP_H
#define LECTERN_WARM_UP_H

#include "document/api.h"

// Draws the given PDF, before a document is opened, so that code and fonts are in memory for the first page.
void lectern_warm_up(lectern_document *doc, const unsigned char *pdf, size_t size);

#endif
