// A document that is open in LibreOffice. It is accessed through the extension in the bundle
// (converters/libreoffice/extension).
#ifndef LECTERN_OFFICE_DOCUMENT_H
#define LECTERN_OFFICE_DOCUMENT_H

#include <stdbool.h>

// Kinds of documents.
enum family { FAMILY_NONE, FAMILY_TEXT, FAMILY_SHEET, FAMILY_SLIDES };

// Returns the family for its name in messages, or FAMILY_NONE for any other word.
enum family family_named(const char *name);

// Loads the extension from the folder that contains soffice.bin. It returns false, and prints the reason to standard
// error, if the extension is missing or does not match this LibreOffice.
bool document_load_library(const char *program);

typedef struct lectern_document document;

// Loads a document with macros disabled. type is the usual extension of its type, or "" if LibreOffice must detect the
// type because the file is encrypted. password is called when a password is needed; it may end the process instead of
// returning. document_open returns NULL if the file cannot be read as a document of the family.
document *document_open(const char *path, const char *type, enum family family, const char *(*password)(void));

// Returns the number of pages of a text, slides of a presentation, or sheets of a workbook, or 0 if that fails. Each
// sheet may have any number of pages.
int document_parts(document *doc);

// Changes the layout for readers, except where the document specifies it: wide sheets are fitted to the page, and
// slides are named after their titles. It calls the function fact with properties of the layout that readers may need
// to know, in UTF-8, such as the name of a hidden sheet.
void document_layout(document *doc, void (*fact)(const char *name, const char *value));

// Calls the function fact with the properties that are only known after the document was exported.
void document_layout_end(document *doc, void (*fact)(const char *name, const char *value));

// Which pages to export.
enum pages { PAGES_FIRST, PAGES_ALL };

// Writes pages as a PDF to path. It returns false if that fails.
bool document_export(document *doc, const char *path, enum pages pages);

// Returns the message of the last failure, or "".
const char *document_error(void);

// Frees the document. A child that is about to exit need not call it.
void document_close(document *doc);

#endif
