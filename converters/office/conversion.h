// Converts one document to PDF.
#ifndef LECTERN_OFFICE_CONVERSION_H
#define LECTERN_OFFICE_CONVERSION_H

#include "document.h"

// A document to convert.
struct conversion {
	const char *work;      // folder with the document, which also receives the results
	const char *extension; // of the document's type; the file is named INPUT_NAME, a dot and this
	const char *password;  // in UTF-8; "" if unknown
	bool wants_first_page; // page 1 is wanted before the whole document
	enum family family;    // the family that the document must have
};

// Converts the document and reports the results. If the conversion fails, it reports that and ends the process.
void conversion_run(const struct conversion *job);

#endif
