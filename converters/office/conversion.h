// One document from its file to its PDF.
#ifndef LECTERN_OFFICE_CONVERSION_H
#define LECTERN_OFFICE_CONVERSION_H

#include "document.h"

// A document to convert.
struct conversion {
	const char *work;      // folder of the document and of what comes of it
	const char *extension; // of the document's type: its name is INPUT_NAME, a dot and this
	const char *password;  // in UTF-8; empty where none is known
	bool hurry;            // whether page 1 is wanted before the whole
	enum family family;    // what the document must turn out to be
};

// conversion_run converts the document and reports what it does. It returns when all
// is done, and otherwise ends the process.
void conversion_run(const struct conversion *job);

#endif
