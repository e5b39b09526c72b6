// Declarations of functions of MuPDF 1.28's PDF part. go-fitz ships the whole library, but only the headers in
// fitz/.
#ifndef LECTERN_MUPDFAPI_MUPDF_PDF_H
#define LECTERN_MUPDFAPI_MUPDF_PDF_H

#include <mupdf/fitz.h>

#if FZ_VERSION_MAJOR != 1 || FZ_VERSION_MINOR != 28
#error "mupdf_pdf.h declares functions of MuPDF 1.28: check them against the version at hand"
#endif

// A pdf_document begins with its fz_document.
typedef struct pdf_document pdf_document;
typedef struct pdf_obj pdf_obj;

// Functions for objects. An object that is returned from inside another object is borrowed. NULL is a missing object,
// which every function accepts. Indirect references are resolved.
pdf_obj *pdf_trailer(fz_context *ctx, pdf_document *doc);
pdf_obj *pdf_keep_obj(fz_context *ctx, pdf_obj *obj);
void pdf_drop_obj(fz_context *ctx, pdf_obj *obj);
pdf_obj *pdf_load_object(fz_context *ctx, pdf_document *doc, int number); // the caller owns it; throws if it is damaged
int pdf_is_stream(fz_context *ctx, pdf_obj *obj);
fz_stream *pdf_open_raw_stream(fz_context *ctx, pdf_obj *obj); // decrypted, but still compressed
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

// Returns the normalized rectangle for an array of four numbers, or an empty rectangle for any other object.
fz_rect pdf_to_rect(fz_context *ctx, pdf_obj *array);

// Functions that create objects, and functions that store an object in another one. Storing an object adds a reference
// to it. The variant with _drop takes over the caller's reference.
pdf_obj *pdf_new_array(fz_context *ctx, pdf_document *doc, int capacity);
pdf_obj *pdf_new_int(fz_context *ctx, int64_t value);
void pdf_array_push(fz_context *ctx, pdf_obj *array, pdf_obj *item);
void pdf_dict_puts(fz_context *ctx, pdf_obj *dict, const char *key, pdf_obj *value);
void pdf_dict_dels(fz_context *ctx, pdf_obj *dict, const char *key);
void pdf_dict_puts_drop(fz_context *ctx, pdf_obj *dict, const char *key, pdf_obj *value);

// Returns the image of an object from MuPDF's store, or loads and stores it. The caller owns the reference.
fz_image *pdf_load_image(fz_context *ctx, pdf_document *doc, pdf_obj *obj);
void pdf_store_item(fz_context *ctx, pdf_obj *key, void *item, size_t size);

// Marks on indirect objects. pdf_mark_bits_set reports whether the mark was already set.
typedef struct pdf_mark_bits pdf_mark_bits;
pdf_mark_bits *pdf_new_mark_bits(fz_context *ctx, pdf_document *doc);
int pdf_mark_bits_set(fz_context *ctx, pdf_mark_bits *marks, pdf_obj *obj);
void pdf_drop_mark_bits(fz_context *ctx, pdf_mark_bits *marks);

// Returns the number of objects: all object numbers are smaller.
int pdf_xref_len(fz_context *ctx, pdf_document *doc);

// Return a /Dest or an /A as a URI, which the caller frees, or NULL. page is the page of the action, which
// counts from 0, or -1.
char *pdf_parse_link_dest(fz_context *ctx, pdf_document *doc, pdf_obj *dest);
char *pdf_parse_link_action(fz_context *ctx, pdf_document *doc, pdf_obj *action, int page);

// Writing. The layout of the options is not declared, because it changes from version to version.
// pdf_parse_write_options clears the options and sets the ones that are named in a list such as "decrypt,garbage".
typedef struct pdf_write_options pdf_write_options;
pdf_write_options *pdf_parse_write_options(fz_context *ctx, pdf_write_options *options, const char *list);
void pdf_write_document(fz_context *ctx, pdf_document *doc, fz_output *out, const pdf_write_options *options);

// Copies pages into another document, at an index or, for -1, at the end. The map ensures that each object is
// copied once.
typedef struct pdf_graft_map pdf_graft_map;
pdf_graft_map *pdf_new_graft_map(fz_context *ctx, pdf_document *into);
void pdf_graft_mapped_page(fz_context *ctx, pdf_graft_map *map, int at, pdf_document *from, int page);
void pdf_drop_graft_map(fz_context *ctx, pdf_graft_map *map);

pdf_document *pdf_open_document_with_stream(fz_context *ctx, fz_stream *stream);

// Returns 1 if the cross-reference table of the file was damaged and had to be rebuilt.
int pdf_was_repaired(fz_context *ctx, pdf_document *doc);

// Returns a borrowed reference to the page's dictionary. The first call reads the whole page tree and caches it until
// pdf_drop_page_tree_internal.
pdf_obj *pdf_lookup_page_obj(fz_context *ctx, pdf_document *doc, int page);
void pdf_drop_page_tree_internal(fz_context *ctx, pdf_document *doc);

// Sets *box to the crop box, and *ctm to the matrix that transforms it to fitz's coordinates: rotated, in
// points, y down.
void pdf_page_obj_transform(fz_context *ctx, pdf_obj *page, fz_rect *box, fz_matrix *ctm);

// Bidirectional classes of Unicode for letters and numbers.
enum {
	UCDN_BIDI_CLASS_L = 0,
	UCDN_BIDI_CLASS_R = 3,
	UCDN_BIDI_CLASS_AL = 4,
	UCDN_BIDI_CLASS_EN = 8,
	UCDN_BIDI_CLASS_AN = 11
};
int ucdn_get_bidi_class(uint32_t rune);

#endif
