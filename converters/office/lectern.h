/* What the bundled LibreOffice's extension does for the office converter: it opens,
   lays out and exports a document in LibreOffice's own terms (UNO), which
   LibreOfficeKit hides. It loads the document alone, without the window, the tool bars and
   the status line that LibreOfficeKit makes for one. To be called where LibreOfficeKit could be. */
#ifndef LECTERN_H
#define LECTERN_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef struct lectern_document lectern_document;

/* What a document is. */
enum lectern_family { LECTERN_TEXT = 1, LECTERN_SHEET, LECTERN_SLIDES };

/* Gives the password, which a document asks for; "" is one like others. */
typedef const char *(*lectern_password)(void);

/* Takes something that is to be reported of a document, in UTF-8. */
typedef void (*lectern_fact)(const char *name, const char *value);

/* lectern_open opens the file at a URL, with macros off and links as they were saved. Its
   type is the usual extension of its name, "" where that must be found out because the file
   is encrypted. It gives NULL where the file cannot be opened as a document of the family. */
lectern_document *lectern_open(const char *url, const char *type, enum lectern_family family, lectern_password password);

/* lectern_parts gives the number of a text's pages, of slides, or of sheets, each of which
   has any number of pages. It is 0 where it cannot be found out. */
int lectern_parts(lectern_document *document);

/* lectern_layout arranges a document for readers, as far as it does not say so itself,
   and lectern_layout_end is called when it was exported. They tell fact what readers
   might want to know of it:

     all-hidden                  "sheets" or "slides": none of them is to be shown
     hidden-sheet, hidden-slide  its name; it will not be in the PDF
     hidden-cells                the name of a sheet of which rows or columns with content are hidden
     print-area                  the name of a sheet that has content outside of its print areas
     fitted-sheet                its name; it was made to fit its page's width
     gathered-sheet              its name; long stretches without content are left out
     wide-sheet                  its name; its columns go on on further pages, as none is wide enough
     cut-text                    the name of a sheet of which long texts end at the edge of the page
     empty-area                  the name of a sheet of which nothing is in the print areas; all of it is printed
     asked-font                  a family that the document's text is set in
     missing-font                such a family that is not there, '|', and what is taken instead
     layout-failed               why */
void lectern_layout(lectern_document *document, lectern_fact fact);
void lectern_layout_end(lectern_document *document, lectern_fact fact);

/* lectern_export writes a document, or its first page alone, as a PDF to a path.
   Pictures keep their pixels: to make them smaller takes a third of the time of an export
   and spares a fortieth of its size. */
bool lectern_export(lectern_document *document, const char *path, bool first);

/* lectern_error says what went wrong last; "" if nothing did. */
const char *lectern_error(void);

/* lectern_close closes a document and frees what it has. */
void lectern_close(lectern_document *document);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
