// Writes a document without encryption.
#include "document/state.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

// Memory for MuPDF's write options. Their type is incomplete here, so the memory is larger than the type is in any
// version. pdf_parse_write_options clears the bytes that the options need.
typedef union {
	max_align_t align;
	char room[4096];
} options_storage;

typedef struct {
	int fd;
	int64_t position;
} sink;

static void write_sink(fz_context *ctx, void *state, const void *data, size_t size)
{
	sink *s = state;
	const char *bytes = data;

	while (size > 0) {
		ssize_t n = write(s->fd, bytes, size);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			fz_throw(ctx, FZ_ERROR_SYSTEM, "write: %s", strerror(errno));
		bytes += n;
		size -= n;
		s->position += n;
	}
}

static int64_t sink_position(fz_context *ctx, void *state)
{
	(void)ctx;
	return ((sink *)state)->position;
}

int lectern_decrypt(lectern_document *doc, int fd)
{
	fz_context *ctx = doc->ctx;
	options_storage options;
	sink s = {.fd = fd};
	fz_output *out = NULL;

	fz_var(out);
	fz_try(ctx) {
		// Streams keep their compression: this is fast, and the file does not grow.
		pdf_parse_write_options(ctx, (pdf_write_options *)&options, "decrypt,garbage");
		out = fz_new_output(ctx, 64 << 10, &s, write_sink, NULL, NULL);
		out->tell = sink_position;
		pdf_write_document(ctx, (pdf_document *)doc->fz, out, (pdf_write_options *)&options);
		fz_close_output(ctx, out);
	}
	fz_always(ctx) {
		fz_drop_output(ctx, out);
		close(fd);
	}
	fz_catch(ctx)
		return lectern_store_error(doc);
	return LECTERN_OK;
}
