// Checks the data of images. MuPDF only reports most faults as warnings.
#include "images/images.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

// Larger images are decompressed but not decoded to pixels.
#define MAX_PIXELS 50e6
// Bytes that are decompressed at a time.
#define CHUNK (1 << 20)
// Only every eighth pixel of every eighth row is created, which saves memory, and time for a JPEG. All data is
// read.
#define SUBSAMPLE 3
// Limit of cached results.
#define MAX_CACHED 100000

// The cache key of an image. It has no padding, so that it can be compared as bytes.
typedef struct {
	uint64_t data_hash, params, size;
	int32_t width, height, components, depth;
} fingerprint;

// Returns the 64-bit FNV-1a hash.
static uint64_t hash_of(const unsigned char *data, size_t size)
{
	uint64_t hash = 0xcbf29ce484222325;

	for (size_t i = 0; i < size; i++)
		hash = (hash ^ data[i]) * 0x100000001b3;
	return hash;
}

// Returns the hash of an image's compression parameters, with the content of data that JBIG2 images share.
static uint64_t hash_of_params(fz_context *ctx, fz_compression_params params)
{
	unsigned char *bytes;
	uint64_t shared = 0;

	if (params.type == FZ_IMAGE_JBIG2 && params.u.jbig2.globals) {
		size_t size = fz_buffer_storage(ctx, fz_jbig2_globals_data(ctx, params.u.jbig2.globals), &bytes);
		shared = hash_of(bytes, size);
		params.u.jbig2.globals = NULL;
	}
	return hash_of((unsigned char *)&params, sizeof params) ^ shared;
}

static fingerprint fingerprint_of(fz_context *ctx, fz_image *image, fz_compressed_buffer *data)
{
	unsigned char *bytes;
	size_t size = fz_buffer_storage(ctx, data->buffer, &bytes);

	return (fingerprint){
		hash_of(bytes, size), hash_of_params(ctx, data->params), size, image->w, image->h, image->n, image->bpc};
}

// Recognizes MuPDF's warnings that an image has too little data or wrong data.
static void on_warning(void *user, const char *message)
{
	static const char *const fault_prefixes[] = {
		"padding truncated image", "premature end of file in jpeg", "ignoring zlib error"};
	bool *broken = user;

	for (size_t i = 0; i < sizeof fault_prefixes / sizeof fault_prefixes[0]; i++)
		if (!strncmp(message, fault_prefixes[i], strlen(fault_prefixes[i])))
			*broken = true;
}

// Decompresses an image and reports whether it has all data. For a JPEG, it only reports whether there is any data: if
// data is missing, the decoder of MuPDF issues a warning, see on_warning.
static bool has_all_data(lectern_document *doc, fz_image *image, fz_compressed_buffer *data)
{
	fz_context *ctx = doc->ctx;
	double needed = ceil((double)image->w * image->n * image->bpc / 8) * image->h, received = 0;
	int subsample = SUBSAMPLE;
	size_t n = 1;
	fz_stream *stream = fz_open_image_decomp_stream_from_buffer(ctx, data, &subsample);

	fz_var(received);
	fz_try(ctx)
		for (; n > 0 && received < needed; received += n) {
			lectern_throw_if_aborted(doc);
			n = fz_skip(ctx, stream, CHUNK);
		}
	fz_always(ctx)
		fz_drop_stream(ctx, stream);
	fz_catch(ctx)
		fz_rethrow(ctx);
	return data->params.type == FZ_IMAGE_JPEG ? received > 0 : received >= needed;
}

static void make_pixels(lectern_document *doc, fz_image *image)
{
	int subsample = SUBSAMPLE;

	// Bypasses MuPDF's store, which would return a cached image without a warning.
	fz_drop_pixmap(doc->ctx, image->get_pixmap(doc->ctx, image, NULL, image->w, image->h, &subsample));
}

// Decompresses data if it is not NULL, and otherwise decodes the image. Reports whether there was no error or warning.
// Throws if the request was aborted or the system lacks a resource.
static bool is_readable(lectern_document *doc, fz_image *image, fz_compressed_buffer *data)
{
	fz_context *ctx = doc->ctx;
	void *user;
	fz_warning_cb *before = fz_warning_callback(ctx, &user);
	bool broken = false;

	fz_flush_warnings(ctx); // otherwise MuPDF suppresses a warning that repeats the last one
	fz_set_warning_callback(ctx, on_warning, &broken);
	fz_var(broken);
	fz_try(ctx) {
		if (!data)
			make_pixels(doc, image);
		else if (!has_all_data(doc, image, data))
			broken = true;
	}
	fz_always(ctx)
		fz_set_warning_callback(ctx, before, user);
	fz_catch(ctx) {
		lectern_throw_if_aborted(doc);
		fz_rethrow_if(ctx, FZ_ERROR_SYSTEM); // such as lack of memory
		fz_ignore_error(ctx);
		return false;
	}
	return !broken;
}

// Returns the data of an image if it can be decompressed without decoding the image, else NULL.
static fz_compressed_buffer *compressed_data(fz_context *ctx, fz_image *image)
{
	fz_compressed_buffer *data = fz_compressed_image_buffer(ctx, image);

	return data && data->buffer && data->params.type != FZ_IMAGE_JPX ? data : NULL;
}

bool lectern_image_decompresses(lectern_document *doc, fz_image *image)
{
	fz_compressed_buffer *data = compressed_data(doc->ctx, image);
	bool intact = false;

	if (!data)
		return true;
	fz_var(intact);
	fz_try(doc->ctx)
		intact = is_readable(doc, image, data);
	fz_catch(doc->ctx) {
		lectern_throw_if_aborted(doc);
		fz_ignore_error(doc->ctx); // the data is damaged: decompressing intact data needs hardly any memory
	}
	return intact;
}

// Reports whether an image decodes. A large image is only decompressed, because decoding takes seconds and
// cannot be aborted.
static bool can_decode(lectern_document *doc, fz_image *image)
{
	fz_context *ctx = doc->ctx;
	bool intact = false, no_memory = false;

	if ((double)image->w * image->h > MAX_PIXELS && compressed_data(ctx, image))
		return lectern_image_decompresses(doc, image);
	fz_var(intact);
	fz_var(no_memory);
	fz_try(ctx)
		intact = is_readable(doc, image, NULL);
	fz_catch(ctx) {
		lectern_throw_if_aborted(doc);
		fz_ignore_error(ctx);
		no_memory = true;
	}
	return no_memory ? lectern_image_decompresses(doc, image) : intact;
}

bool lectern_image_is_intact(lectern_document *doc, fz_image *image)
{
	static char yes, no;
	fz_context *ctx = doc->ctx;
	fz_compressed_buffer *compressed = fz_compressed_image_buffer(ctx, image);

	if (!compressed || !compressed->buffer)
		return can_decode(doc, image);
	if (!doc->checked_images)
		doc->checked_images = fz_new_hash_table(ctx, 64, sizeof(fingerprint), -1, NULL);
	fingerprint key = fingerprint_of(ctx, image, compressed);
	char *known = fz_hash_find(ctx, doc->checked_images, &key);
	if (!known) {
		known = can_decode(doc, image) ? &yes : &no;
		if (doc->checked_count++ < MAX_CACHED)
			fz_hash_insert(ctx, doc->checked_images, &key, known);
	}
	return known == &yes;
}
