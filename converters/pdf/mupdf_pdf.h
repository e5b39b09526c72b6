/*
 * Declarations of the functions of MuPDF 1.28's PDF part that Lectern calls:
 * go-fitz ships the library with all of them, but of the headers only fitz/.
 */
#ifndef LECTERN_MUPDF_PDF_H
#define LECTERN_MUPDF_PDF_H

#include <mupdf/fitz.h>

#if FZ_VERSION_MAJOR != 1 || FZ_VERSION_MINOR != 28
#error "mupdf_pdf.h declares functions of MuPDF 1.28: check them against the version at hand"
#endif

/* A pdf_document begins with its fz_document. */
typedef struct pdf_document pdf_document;
typedef struct pdf_obj pdf_obj;

pdf_document *pdf_open_document_with_stream(fz_context *ctx, fz_stream *stream);

/* 1 when the file's cross-references had to be rebuilt from what was found in it. */
int pdf_was_repaired(fz_context *ctx, pdf_document *doc);

/* Reads the page tree at once, so that looking up a page does not walk it again. */
void pdf_load_page_tree(fz_context *ctx, pdf_document *doc);

/* A borrowed reference to the page's dictionary. */
pdf_obj *pdf_lookup_page_obj(fz_context *ctx, pdf_document *doc, int page);

/* The crop box, and the matrix that brings it to fitz's space: rotated, in points, y down. */
void pdf_page_obj_transform(fz_context *ctx, pdf_obj *page, fz_rect *box, fz_matrix *ctm);

#endif
