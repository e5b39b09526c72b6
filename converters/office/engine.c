// getParts belongs to the part of the interface that LibreOffice calls unstable;
// it has been where it is since 2015.
#define LOK_USE_UNSTABLE_API
#define _GNU_SOURCE
#include "engine.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include <LibreOfficeKit/LibreOfficeKit.h>
#include <LibreOfficeKit/LibreOfficeKitInit.h>

#include "folder.h"

// From LibreOfficeKitEnums.h, which cannot be included: its one function is C++.
enum { DOCTYPE_TEXT = 0, DOCTYPE_SPREADSHEET = 1, DOCTYPE_PRESENTATION = 2 };
enum { CALLBACK_DOCUMENT_PASSWORD = 20, CALLBACK_JSDIALOG = 46 };
enum { FEATURE_DOCUMENT_PASSWORD = 1 };

// Room for a file: URL, each byte of whose path may take three.
#define URL_SIZE (3 * PATH_MAX + 8)

// Batch answers every question of the engine with no. Without the option
// EnableMacrosExecution no macro runs, whatever the configuration says.
#define LOAD_QUIET "Batch=true"
#define LOAD_ASKING ""

// NoFileSync: the server syncs what it keeps; a working copy needs no fsync.
#define EXPORT_FIRST "{\"PageRange\":{\"type\":\"string\",\"value\":\"1\"}},NoFileSync"
#define EXPORT_ALL "NoFileSync"

typedef void (*new_handler)(void);
typedef new_handler (*set_new_handler)(new_handler);

static const struct engine_events *events;
static set_new_handler set_handler;

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

bool engine_preload(const char *program, const char *profile)
{
	// The configuration is read before lok_preinit looks at its profile, from
	// where this variable, or else the home folder, says.
	setenv("UserInstallation", profile, 1);
	return lok_preinit(program, profile) >= 0;
}

static void on_event(int type, const char *payload, void *data)
{
	(void)payload;
	(void)data;
	if (type == CALLBACK_DOCUMENT_PASSWORD)
		events->password();
	if (type == CALLBACK_JSDIALOG)
		events->question();
}

// on_no_memory is C++'s new-handler. It takes itself away, so that the engine
// goes on as it would have: a damaged file often asks for an absurd amount, is
// refused, and still opens.
static void on_no_memory(void)
{
	set_handler(NULL);
	events->memory();
}

// watch_memory hears of failed allocations. The C++ library comes with the
// engine and is not linked to this program, so its function is looked up; where
// that fails, a document that needs too much looks like one that crashes.
static void watch_memory(void)
{
	void *library = dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_NOLOAD);
	if (library == NULL)
		return;
	// The mangled name of std::set_new_handler(void (*)()).
	set_handler = (set_new_handler)dlsym(library, "_ZSt15set_new_handlerPFvvE");
	if (set_handler != NULL)
		set_handler(on_no_memory);
}

engine *engine_start(const char *program, const char *profile, const struct engine_events *told)
{
	events = told;
	LibreOfficeKit *kit = lok_init_2(program, profile);
	if (kit == NULL)
		return NULL;
	// Only a client that says that it will answer is told of a password that
	// is wanted; for others the engine tries an empty one.
	kit->pClass->registerCallback(kit, on_event, NULL);
	kit->pClass->setOptionalFeatures(kit, FEATURE_DOCUMENT_PASSWORD);
	watch_memory();
	return (engine *)kit;
}

document *engine_open(engine *office, const char *path, enum manner manner)
{
	LibreOfficeKit *kit = (LibreOfficeKit *)office;
	const char *options = manner == QUIET ? LOAD_QUIET : LOAD_ASKING;
	char url[URL_SIZE];
	if (!path_url(url, sizeof url, path))
		return NULL;
	return (document *)kit->pClass->documentLoadWithOptions(kit, url, options);
}

const char *engine_error(engine *office)
{
	LibreOfficeKit *kit = (LibreOfficeKit *)office;
	const char *message = kit->pClass->getError(kit);
	return message == NULL ? "" : message;
}

enum family document_family(document *doc)
{
	LibreOfficeKitDocument *kit = (LibreOfficeKitDocument *)doc;
	switch (kit->pClass->getDocumentType(kit)) {
	case DOCTYPE_TEXT:
		return FAMILY_TEXT;
	case DOCTYPE_SPREADSHEET:
		return FAMILY_SHEET;
	case DOCTYPE_PRESENTATION:
		return FAMILY_SLIDES;
	}
	return FAMILY_NONE;
}

bool document_single(document *doc)
{
	LibreOfficeKitDocument *kit = (LibreOfficeKitDocument *)doc;
	enum family family = document_family(doc);
	// A sheet's parts are its tables, each of any number of pages.
	return (family == FAMILY_TEXT || family == FAMILY_SLIDES) && kit->pClass->getParts(kit) == 1;
}

bool document_export(document *doc, const char *path, enum pages pages)
{
	LibreOfficeKitDocument *kit = (LibreOfficeKitDocument *)doc;
	char url[URL_SIZE];
	if (!path_url(url, sizeof url, path))
		return false;
	const char *options = pages == PAGES_FIRST ? EXPORT_FIRST : EXPORT_ALL;
	return kit->pClass->saveAs(kit, url, "pdf", options) != 0;
}

void document_close(document *doc)
{
	LibreOfficeKitDocument *kit = (LibreOfficeKitDocument *)doc;
	kit->pClass->destroy(kit);
}
