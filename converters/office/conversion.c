//go:build linux

#define _GNU_SOURCE
#include "conversion.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "document.h"
#include "engine.h"
#include "folder.h"
#include "report.h"

// A document with at most this many pages, slides or sheets is short. The file of a short workbook must also have at
// most SHORT_SHEET_SIZE bytes.
#define SHORT_TEXT 4
#define SHORT_SLIDES 2
#define SHORT_SHEETS 3
#define SHORT_SHEET_SIZE (64 << 10)

// The password, in a variable because LibreOffice's callback has no context argument.
static const char *password;

// Returns the password the first time. LibreOffice calls it again if the password is wrong.
static const char *on_password(void)
{
	static int asked;
	if (password[0] == '\0')
		report_failed("protected", "the document asks for a password");
	if (asked++ > 0)
		report_failed("password", "the document asks for another password");
	return password;
}

// Derives the reason why LibreOffice did not open a document from its error message. For old formats, LibreOffice does
// not ask for the password again, but reports an error code (LibreOffice, include/svx/svxerr.hxx): the password is
// wrong, or the encryption is not supported, as with PowerPoint. The message about sheets comes from our extension.
static const char *failure_reason(const char *message)
{
	static const struct {
		const char *number, *reason;
	} known[] = {
		{"the sheets need too much memory", "memory"},
		{"(Error Area:Svx Class:NONE Code:15)", "password"},   // ERRCODE_SVX_WRONGPASS
		{"(Error Area:Svx Class:Read Code:16)", "encryption"}, // ERRCODE_SVX_READ_FILTER_CRYPT
		{"(Error Area:Svx Class:Read Code:17)", "encryption"}, // ERRCODE_SVX_READ_FILTER_PPOINT
	};
	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
		if (strstr(message, known[i].number) != NULL)
			return known[i].reason;
	return "damaged";
}

// Reports a property of the layout. If everything is hidden, it fails the conversion, because LibreOffice would export
// other content instead.
static void on_fact(const char *name, const char *value)
{
	if (strcmp(name, "all-hidden") != 0)
		report_fact(name, value);
	else if (strcmp(value, "slides") == 0)
		report_failed("hidden-slides", "every slide is hidden");
	else
		report_failed("hidden-sheets", "every sheet is hidden");
}

// Reports whether exporting page 1 alone would hardly be faster than exporting the whole document. The content of a
// sheet is not known before its export, so the size of the file is used instead.
static bool is_short(document *doc, const char *path, enum family family)
{
	struct stat info;
	int parts = document_parts(doc);
	switch (family) {
	case FAMILY_TEXT:
		return parts <= SHORT_TEXT;
	case FAMILY_SLIDES:
		return parts <= SHORT_SLIDES;
	case FAMILY_SHEET:
		return parts <= SHORT_SHEETS && stat(path, &info) == 0 && info.st_size <= SHORT_SHEET_SIZE;
	case FAMILY_NONE:
		break;
	}
	return false;
}

// Exports pages to a file in the folder work. It returns false if that fails.
static bool export_pages(document *doc, const char *work, const char *name, enum pages pages)
{
	char path[PATH_MAX];
	return path_join(path, sizeof path, work, name) && document_export(doc, path, pages);
}

void conversion_run(const struct conversion *job)
{
	char name[32], path[PATH_MAX];
	password = job->password;
	snprintf(name, sizeof name, INPUT_NAME ".%s", job->extension);
	if (!path_join(path, sizeof path, job->work, name))
		report_failed("crashed", "a path too long");
	report_start_clock();
	engine_watch_memory(report_failed_allocation);
	// If there is a password, the file is encrypted, and its extension is only a guess of the server. Therefore
	// LibreOffice must detect the type.
	const char *type = password[0] == '\0' ? job->extension : "";
	document *doc = document_open(path, type, job->family, on_password);
	if (doc == NULL)
		report_failed(failure_reason(document_error()), document_error());
	document_layout(doc, on_fact);
	report_step("load");
	// The export of page 1 fails for a presentation whose first slide is hidden. Then only the whole document is
	// exported.
	if (job->wants_first_page && !is_short(doc, path, job->family) &&
		export_pages(doc, job->work, FIRST_NAME, PAGES_FIRST)) {
		report_step("first");
		report_word("first");
	}
	if (!export_pages(doc, job->work, WHOLE_NAME, PAGES_ALL))
		report_failed("empty", document_error());
	report_step("whole");
	document_layout_end(doc, report_fact);
	report_word("whole");
}
