// Functions of the bundled LibreOffice's extension (converters/libreoffice/extension) for the office converter. They
// open, lay out and export a document through UNO, which LibreOfficeKit does not expose. They load the document without
// the window, the tool bars and the status line that LibreOfficeKit creates. They may be called wherever LibreOfficeKit
// may be called.
#ifndef LECTERN_H
#define LECTERN_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef struct lectern_document lectern_document;

// The kind of a document.
enum lectern_family { LECTERN_TEXT = 1, LECTERN_SHEET, LECTERN_SLIDES };

// Returns the password of a document. It is only called for a document that needs one. "" is a valid password.
typedef const char *(*lectern_password)(void);

// Receives a fact about a document, in UTF-8.
typedef void (*lectern_fact)(const char *name, const char *value);

// Opens the file at a URL, with macros disabled and without updating links. The type is the usual extension of its
// type, or "" if the file is encrypted and its type must be detected. It returns NULL if the file cannot be opened as a
// document of the family.
lectern_document *lectern_open(
	const char *url, const char *type, enum lectern_family family, lectern_password password);

// Returns the number of pages of a text, of slides, or of sheets, which may have any number of pages. It returns 0 if
// that fails.
int lectern_parts(lectern_document *document);

// Changes the layout of a document for readers, except where the document specifies it. lectern_layout_end must be
// called after the export. Both pass the following facts to the function fact:
//
//   all-hidden                  "sheets" or "slides": all of them are hidden
//   hidden-sheet, hidden-slide  the name of a sheet or slide that is omitted from the PDF
//   hidden-cells                the name of a sheet with content in hidden rows or columns
//   print-area                  the name of a sheet with content outside of its print areas
//   fitted-sheet                the name of a sheet that was fitted to the width of its page
//   gathered-sheet              the name of a sheet that is printed without its large empty areas
//   wide-sheet                  the name of a sheet that is too wide for one page and continues on pages side by side
//   cut-text                    the name of a sheet with long texts that are cut off at the edge of the page
//   empty-area                  the name of a sheet with empty print areas, which is printed as a whole
//   asked-font                  a font family that the document requests
//   missing-font                a requested family that is missing, '|', and the family that replaces it
//   layout-failed               the reason why the layout could not be changed
void lectern_layout(lectern_document *document, lectern_fact fact);
void lectern_layout_end(lectern_document *document, lectern_fact fact);

// Writes a document, or only its first page, as a PDF to a path. It returns false if that fails. It keeps the
// resolution of pictures: reducing it would take a third of the export time and save only 2.5 % of the size.
bool lectern_export(lectern_document *document, const char *path, bool first);

// Returns the message of the last failure, or "".
const char *lectern_error(void);

// Closes a document and frees it.
void lectern_close(lectern_document *document);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
