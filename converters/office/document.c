//go:build linux

#define _GNU_SOURCE
#include "document.h"

#include <dlfcn.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "lectern.h"
#include "folder.h"

#define LIBRARY_NAME "liblectern.so"

// Maximum size of a file: URL. Percent-encoding replaces a byte of the path by up to three bytes.
#define URL_SIZE (3 * PATH_MAX + 8)

// The functions of the extension, with the types that are declared in its header.
static struct {
	__typeof__(lectern_open) *open;
	__typeof__(lectern_parts) *parts;
	__typeof__(lectern_layout) *layout;
	__typeof__(lectern_layout_end) *layout_end;
	__typeof__(lectern_export) *export;
	__typeof__(lectern_error) *error;
	__typeof__(lectern_close) *close;
} library;

static const struct {
	const char *name;
	void *function;
} symbols[] = {
	{"lectern_open", &library.open},
	{"lectern_parts", &library.parts},
	{"lectern_layout", &library.layout},
	{"lectern_layout_end", &library.layout_end},
	{"lectern_export", &library.export},
	{"lectern_error", &library.error},
	{"lectern_close", &library.close},
};

enum family family_named(const char *name)
{
	if (strcmp(name, "text") == 0)
		return FAMILY_TEXT;
	if (strcmp(name, "sheet") == 0)
		return FAMILY_SHEET;
	if (strcmp(name, "slides") == 0)
		return FAMILY_SLIDES;
	return FAMILY_NONE;
}

bool document_load_library(const char *program)
{
	char path[PATH_MAX];
	void *loaded = path_join(path, sizeof path, program, LIBRARY_NAME) ? dlopen(path, RTLD_NOW) : NULL;
	for (size_t i = 0; loaded != NULL && i < sizeof symbols / sizeof symbols[0]; i++) {
		// ISO C has no conversion from void * to a function pointer. The manual of dlsym recommends this form.
		void **function = symbols[i].function;
		*function = dlsym(loaded, symbols[i].name);
		if (*function == NULL)
			loaded = NULL;
	}
	if (loaded == NULL)
		fprintf(stderr, "%s\n", dlerror());
	return loaded != NULL;
}

document *document_open(const char *path, const char *type, enum family family, const char *(*password)(void))
{
	static const enum lectern_family families[] = {
		[FAMILY_TEXT] = LECTERN_TEXT, [FAMILY_SHEET] = LECTERN_SHEET, [FAMILY_SLIDES] = LECTERN_SLIDES};
	char url[URL_SIZE];
	if (family == FAMILY_NONE || !path_url(url, sizeof url, path))
		return NULL;
	return library.open(url, type, families[family], password);
}

int document_parts(document *doc)
{
	return library.parts(doc);
}

void document_layout(document *doc, void (*fact)(const char *name, const char *value))
{
	library.layout(doc, fact);
}

void document_layout_end(document *doc, void (*fact)(const char *name, const char *value))
{
	library.layout_end(doc, fact);
}

bool document_export(document *doc, const char *path, enum pages pages)
{
	return library.export(doc, path, pages == PAGES_FIRST);
}

const char *document_error(void)
{
	return library.error();
}

void document_close(document *doc)
{
	library.close(doc);
}
