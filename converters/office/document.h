// A document that LibreOffice has open, by the functions of the extension that the
// bundle has of it (converters/libreoffice/extension).
#ifndef LECTERN_OFFICE_DOCUMENT_H
#define LECTERN_OFFICE_DOCUMENT_H

#include <stdbool.h>

// Kinds of documents.
enum family { FAMILY_NONE, FAMILY_TEXT, FAMILY_SHEET, FAMILY_SLIDES };

// family_named returns the family that a message names, FAMILY_NONE for any other word.
enum family family_named(const char *name);

// document_library loads the extension from the folder that holds soffice.bin. It
// returns false where it is not there or not of this LibreOffice; the reason is then on
// standard error.
bool document_library(const char *program);

typedef struct lectern_document document;

// document_open loads a document, with macros off. Its type is the usual extension of its
// name, "" where the engine must find it out because the file is encrypted. password gives
// the password that it asks for, or does not return. NULL when it cannot be read as a
// document of the family.
document *document_open(const char *path, const char *type, enum family family, const char *(*password)(void));

// document_parts returns the number of a text's pages, of slides, or of sheets, each of
// which has any number of pages, 0 when that fails.
int document_parts(document *doc);

// document_arrange prepares the layout of the document for readers, except for what the document specifies itself:
// wide sheets are fitted to the page, and slides are named after their titles. It calls fact with information that
// readers may need, in UTF-8.
void document_arrange(document *doc, void (*fact)(const char *name, const char *value));

// document_arranged reports the facts that are known once the document was exported.
void document_arranged(document *doc, void (*fact)(const char *name, const char *value));

// Which pages to export.
enum pages { PAGES_FIRST, PAGES_ALL };

// document_export writes pages as a PDF to path. It returns false when that fails.
bool document_export(document *doc, const char *path, enum pages pages);

// document_error returns the message of the last failure, or "".
const char *document_error(void);

// document_close frees the document. A child that ends needs not call it.
void document_close(document *doc);

#endif
