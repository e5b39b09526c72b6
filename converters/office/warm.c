//go:build linux

#define _GNU_SOURCE
#include "warm.h"

#include <limits.h>
#include <unistd.h>

#include "assets.h"
#include "document.h"
#include "folder.h"

#define RESULT_NAME "warm.pdf"

static void ignore(const char *name, const char *value)
{
	(void)name;
	(void)value;
}

static const char *no_password(void)
{
	return "";
}

// Performs the steps of a conversion with a sample.
static bool warm_with(const struct asset *sample, const char *path, const char *result)
{
	document *doc = document_open(path, sample->type, family_named(sample->family), no_password);
	if (doc == NULL)
		return false;
	document_layout(doc, ignore);
	bool done = document_export(doc, result, PAGES_FIRST) && document_export(doc, result, PAGES_ALL);
	document_layout_end(doc, ignore);
	unlink(result);
	document_close(doc);
	return done;
}

bool warm_up(const struct config *config, const char *work)
{
	char result[PATH_MAX];
	if (!path_join(result, sizeof result, work, RESULT_NAME))
		return false;
	for (const struct asset *sample = asset_samples; sample->name != NULL; sample++) {
		char path[PATH_MAX];
		if (!path_join(path, sizeof path, config->samples, sample->name) || !warm_with(sample, path, result))
			return false;
	}
	return true;
}
