// Declarations of the functions of MuPDF 1.28's PDF part that Lectern calls:
// go-fitz ships the library with all of them, but of the headers only fitz/.
#ifndef LECTERN_MUPDFAPI_MUPDF_PDF_H
#define LECTERN_MUPDFAPI_MUPDF_PDF_H

#include <mupdf/fitz.h>

#if FZ_VERSION_MAJOR != 1 || FZ_VERSION_MINOR != 28
#error "mupdf_pdf.h declares functions of MuPDF 1.28: check them against the version at hand"
#endif

// A pdf_document begins with its fz_document.
typedef struct pdf_document pdf_document;
typedef struct pdf_obj pdf_obj;

// Objects. Those that come out of another one are borrowed; NULL stands for what is not there, and
// every function takes it. Indirect ones are followed.
pdf_obj *pdf_trailer(fz_context *ctx, pdf_document *doc);
pdf_obj *pdf_keep_obj(fz_context *ctx, pdf_obj *obj);
void pdf_drop_obj(fz_context *ctx, pdf_obj *obj);
pdf_obj *pdf_load_object(fz_context *ctx, pdf_document *doc, int number); // the caller's; throws what is wrong with it
int pdf_is_stream(fz_context *ctx, pdf_obj *obj);
fz_stream *pdf_open_raw_stream(fz_context *ctx, pdf_obj *obj); // without its encryption, and as it is packed
int pdf_is_dict(fz_context *ctx, pdf_obj *obj);
int pdf_is_array(fz_context *ctx, pdf_obj *obj);
int pdf_is_indirect(fz_context *ctx, pdf_obj *obj);
int pdf_to_num(fz_context *ctx, pdf_obj *obj);
int pdf_to_bool(fz_context *ctx, pdf_obj *obj);
int pdf_to_int(fz_context *ctx, pdf_obj *obj);
const char *pdf_to_name(fz_context *ctx, pdf_obj *obj);
const char *pdf_to_text_string(fz_context *ctx, pdf_obj *obj);
int pdf_array_len(fz_context *ctx, pdf_obj *array);
pdf_obj *pdf_array_get(fz_context *ctx, pdf_obj *array, int i);
int pdf_dict_len(fz_context *ctx, pdf_obj *dict);
pdf_obj *pdf_dict_get_val(fz_context *ctx, pdf_obj *dict, int i);
pdf_obj *pdf_dict_gets(fz_context *ctx, pdf_obj *dict, const char *key);
pdf_obj *pdf_dict_getp(fz_context *ctx, pdf_obj *dict, const char *path);
pdf_obj *pdf_dict_getp_inheritable(fz_context *ctx, pdf_obj *dict, const char *path);

// The rectangle of four numbers, the smaller ones first; an empty one of what is none.
fz_rect pdf_to_rect(fz_context *ctx, pdf_obj *array);

// Making objects, and putting them into others, which keep them; the _drop takes the caller's.
pdf_obj *pdf_new_array(fz_context *ctx, pdf_document *doc, int capacity);
pdf_obj *pdf_new_int(fz_context *ctx, int64_t value);
void pdf_array_push(fz_context *ctx, pdf_obj *array, pdf_obj *item);
void pdf_dict_puts(fz_context *ctx, pdf_obj *dict, const char *key, pdf_obj *value);
void pdf_dict_dels(fz_context *ctx, pdf_obj *dict, const char *key);
void pdf_dict_puts_drop(fz_context *ctx, pdf_obj *dict, const char *key, pdf_obj *value);

// The picture of an object, which is the caller's: one that was stored for it, or else one that is loaded and stored.
fz_image *pdf_load_image(fz_context *ctx, pdf_document *doc, pdf_obj *obj);
void pdf_store_item(fz_context *ctx, pdf_obj *key, void *item, size_t size);

// Marks on indirect objects: setting one reports whether it was already set.
typedef struct pdf_mark_bits pdf_mark_bits;
pdf_mark_bits *pdf_new_mark_bits(fz_context *ctx, pdf_document *doc);
int pdf_mark_bits_set(fz_context *ctx, pdf_mark_bits *marks, pdf_obj *obj);
void pdf_drop_mark_bits(fz_context *ctx, pdf_mark_bits *marks);

// How many objects there may be: no number is above.
int pdf_xref_len(fz_context *ctx, pdf_document *doc);

// What a /Dest and an /A say as a URI, to be freed; NULL where it is nothing. Pages count from 0;
// page is the one that the action is on, -1 for none.
char *pdf_parse_link_dest(fz_context *ctx, pdf_document *doc, pdf_obj *dest);
char *pdf_parse_link_action(fz_context *ctx, pdf_document *doc, pdf_obj *action, int page);

// Writing. The options have no layout here, because it changes from version to version:
// pdf_parse_write_options clears them and sets what is named in a list such as "decrypt".
typedef struct pdf_write_options pdf_write_options;
pdf_write_options *pdf_parse_write_options(fz_context *ctx, pdf_write_options *options, const char *list);
void pdf_write_document(fz_context *ctx, pdf_document *doc, fz_output *out, const pdf_write_options *options);

// Copying pages of one document into another one, at a place or, for -1, at the end. The map knows
// what was copied, which is copied once.
typedef struct pdf_graft_map pdf_graft_map;
pdf_graft_map *pdf_new_graft_map(fz_context *ctx, pdf_document *into);
void pdf_graft_mapped_page(fz_context *ctx, pdf_graft_map *map, int at, pdf_document *from, int page);
void pdf_drop_graft_map(fz_context *ctx, pdf_graft_map *map);

pdf_document *pdf_open_document_with_stream(fz_context *ctx, fz_stream *stream);

// 1 when the file's cross-references had to be rebuilt from what was found in it.
int pdf_was_repaired(fz_context *ctx, pdf_document *doc);

// A borrowed reference to the page's dictionary. The first call reads the whole tree, and keeps what
// it has found until the other one.
pdf_obj *pdf_lookup_page_obj(fz_context *ctx, pdf_document *doc, int page);
void pdf_drop_page_tree_internal(fz_context *ctx, pdf_document *doc);

// The crop box, and the matrix that brings it to fitz's space: rotated, in points, y down.
void pdf_page_obj_transform(fz_context *ctx, pdf_obj *page, fz_rect *box, fz_matrix *ctm);

// Unicode's bidirectional classes, of which these are the letters and numbers.
enum {
	UCDN_BIDI_CLASS_L = 0,
	UCDN_BIDI_CLASS_R = 3,
	UCDN_BIDI_CLASS_AL = 4,
	UCDN_BIDI_CLASS_EN = 8,
	UCDN_BIDI_CLASS_AN = 11
};
int ucdn_get_bidi_class(uint32_t rune);

#endif
