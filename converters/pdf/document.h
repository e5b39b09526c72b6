/* What the C files of this package share. */
#ifndef LECTERN_DOCUMENT_H
#define LECTERN_DOCUMENT_H

#include <stdio.h>

#include "lectern_pdf.h"
#include "mupdf_pdf.h"

struct lectern_document {
	fz_context *ctx;
	fz_document *fz;
	FILE *file;
	char *cjk; /* path of the font, may be NULL */
	int pages;
	fz_cookie cookie;
	char message[256];
};

/* Within fz_catch: keeps the message and gives the LECTERN_ code. */
int lectern_caught(lectern_document *doc);

#endif
