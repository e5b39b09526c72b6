/* Pictures that cannot be drawn, or not whole. Who reads the text of a page does not decode them, and who draws it goes on
 * without. MuPDF tells of most by a warning alone. */
#include "document.h"

#include <string.h>

/* A larger one is left alone: it may take seconds, in which it cannot be ended. */
#define MAX_PIXELS 50e6
/* Each eighth pixel of each eighth line is made, which takes less memory, and less time where it is a JPEG. All data is read. */
#define SUBSAMPLE 3
/* Pictures that are known by their data. */
#define MAX_KNOWN 100000

/* What is told apart. There are no gaps in it, so that it can be compared as bytes. */
typedef struct {
	uint64_t sum, size;
	int32_t width, height, components, depth;
} fingerprint;

/* A device that draws nothing. */
typedef struct {
	fz_device super;
	lectern_document *doc;
	int broken;
} looker;

/* FNV-1a, with 64 bits. */
static uint64_t sum_of(const unsigned char *data, size_t size)
{
	uint64_t sum = 0xcbf29ce484222325;

	for (size_t i = 0; i < size; i++)
		sum = (sum ^ data[i]) * 0x100000001b3;
	return sum;
}

static fingerprint fingerprint_of(fz_context *ctx, fz_image *image, fz_buffer *data)
{
	unsigned char *bytes;
	size_t size = fz_buffer_storage(ctx, data, &bytes);

	return (fingerprint){sum_of(bytes, size), size, image->w, image->h, image->n, image->bpc};
}

/* MuPDF's warnings that a picture has less data than it should, or wrong data. */
static void hear(void *user, const char *message)
{
	static const char *const signs[] = {"padding truncated image", "premature end of file in jpeg", "ignoring zlib error"};
	int *broken = user;

	for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
		if (!strncmp(message, signs[i], strlen(signs[i])))
			*broken = 1;
}

/* Past the store of MuPDF, from which a picture comes without a warning. */
static int decodes(fz_context *ctx, fz_image *image)
{
	void *user;
	fz_warning_cb *before = fz_warning_callback(ctx, &user);
	fz_pixmap *pixmap = NULL;
	int broken = 0, subsample = SUBSAMPLE;

	fz_flush_warnings(ctx); /* else one that was told last is not told again */
	fz_set_warning_callback(ctx, hear, &broken);
	fz_var(pixmap);
	fz_var(broken);
	fz_try(ctx)
		pixmap = image->get_pixmap(ctx, image, NULL, image->w, image->h, &subsample);
	fz_always(ctx) {
		fz_drop_pixmap(ctx, pixmap);
		fz_set_warning_callback(ctx, before, user);
	}
	fz_catch(ctx) {
		fz_rethrow_if(ctx, FZ_ERROR_SYSTEM); /* such as no memory */
		fz_ignore_error(ctx);
		return 0;
	}
	return !broken;
}

/* Whether a picture is one that decodes; one that comes again is known. */
static int is_whole(lectern_document *doc, fz_image *image)
{
	static char yes, no;
	fz_context *ctx = doc->ctx;
	fz_compressed_buffer *compressed = fz_compressed_image_buffer(ctx, image);

	if ((double)image->w * image->h > MAX_PIXELS)
		return 1;
	if (!compressed || !compressed->buffer)
		return decodes(ctx, image);
	if (!doc->pictures)
		doc->pictures = fz_new_hash_table(ctx, 64, sizeof(fingerprint), -1, NULL);
	fingerprint key = fingerprint_of(ctx, image, compressed->buffer);
	char *known = fz_hash_find(ctx, doc->pictures, &key);
	if (!known) {
		known = decodes(ctx, image) ? &yes : &no;
		if (doc->pictures_known++ < MAX_KNOWN)
			fz_hash_insert(ctx, doc->pictures, &key, known);
	}
	return known == &yes;
}

static void look(fz_device *device, fz_image *image)
{
	looker *l = (looker *)device;

	lectern_throw_if_aborted(l->doc);
	if (!l->broken)
		l->broken = !is_whole(l->doc, image);
}

static void fill_image(fz_context *ctx, fz_device *device, fz_image *image, fz_matrix ctm, float alpha, fz_color_params params)
{
	(void)ctx, (void)ctm, (void)alpha, (void)params;
	look(device, image);
}

static void fill_image_mask(fz_context *ctx, fz_device *device, fz_image *image, fz_matrix ctm, fz_colorspace *space,
	const float *color, float alpha, fz_color_params params)
{
	(void)ctx, (void)ctm, (void)space, (void)color, (void)alpha, (void)params;
	look(device, image);
}

static void clip_image_mask(fz_context *ctx, fz_device *device, fz_image *image, fz_matrix ctm, fz_rect scissor)
{
	(void)ctx, (void)ctm, (void)scissor;
	look(device, image);
}

/* Runs the page, with hints, and says whether a picture was broken that was begun to be drawn. *mistakes is how many
 * things could not be begun at all. */
static int run(lectern_document *doc, fz_page *page, int hints, int *mistakes)
{
	fz_context *ctx = doc->ctx;
	looker *device = fz_new_derived_device(ctx, looker);
	int broken = 0;

	device->doc = doc;
	device->super.fill_image = fill_image;
	device->super.fill_image_mask = fill_image_mask;
	device->super.clip_image_mask = clip_image_mask;
	fz_enable_device_hints(ctx, &device->super, hints);
	*mistakes = -doc->cookie.errors;
	fz_var(broken);
	fz_try(ctx) {
		fz_run_page(ctx, page, &device->super, fz_identity, &doc->cookie);
		lectern_throw_if_aborted(doc);
		fz_close_device(ctx, &device->super);
		broken = device->broken;
	}
	fz_always(ctx)
		fz_drop_device(ctx, &device->super);
	fz_catch(ctx)
		fz_rethrow(ctx);
	*mistakes += doc->cookie.errors;
	return broken;
}

/* A picture that cannot even be begun is a mistake among others: those are met without pictures, too. */
static int has_broken(lectern_document *doc, fz_page *page)
{
	int mistakes, others;

	if (run(doc, page, 0, &mistakes))
		return 1;
	if (mistakes == 0)
		return 0;
	run(doc, page, FZ_DONT_DECODE_IMAGES, &others);
	return mistakes > others;
}

int lectern_look_at_pictures(lectern_document *doc, int number, int *broken)
{
	fz_context *ctx = doc->ctx;
	fz_page *page = NULL;

	if (number < 0 || number >= doc->pages)
		return LECTERN_NO_PAGE;
	*broken = 0;
	fz_var(page);
	fz_try(ctx) {
		page = fz_load_page(ctx, doc->fz, number);
		*broken = has_broken(doc, page);
	}
	fz_always(ctx)
		fz_drop_page(ctx, page);
	fz_catch(ctx)
		return lectern_caught(doc);
	return LECTERN_OK;
}
