// getParts belongs to the part of the interface that LibreOffice calls unstable;
// it has been where it is since 2015.
#define LOK_USE_UNSTABLE_API
#define _GNU_SOURCE
#include "engine.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

// Pictures keep their pixels: to make them smaller takes a third of the time of an
// export and spares a fortieth of its size. NoFileSync: the server syncs what it
// keeps; a working copy needs no fsync.
#define EXPORT_PICTURES "\"ReduceImageResolution\":{\"type\":\"boolean\",\"value\":\"false\"}"
#define EXPORT_FIRST "{" EXPORT_PICTURES ",\"PageRange\":{\"type\":\"string\",\"value\":\"1\"}},NoFileSync"
#define EXPORT_ALL "{" EXPORT_PICTURES "},NoFileSync"

// What LibreOfficeKit has had since 24.8, behind what Debian 12's headers know.
struct later_class {
	LibreOfficeKitClass known;
	void (*dump_state)(void);
	void (*extract_request)(void);
	void (*trim_memory)(void);
	void (*start_urp)(void);
	void (*stop_urp)(void);
	int (*join_threads)(LibreOfficeKit *kit);
};

// How often and for how long the end of threads is waited for.
#define JOIN_TRIES 100
#define JOIN_PAUSE_US 10000

// The engine's extension, which the bundle has in its program folder.
#define EXTENSION "liblectern.so"

// The longest that a turn of the main loop sleeps within a document's conversion.
#define TURN_US 500

typedef void (*new_handler)(void);
typedef new_handler (*set_new_handler)(new_handler);

typedef int (*arrange_function)(void (*fact)(const char *name, const char *value));

static const struct engine_events *events;
static arrange_function arrange, arranged;
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

// on_event is called by the engine. It asks for a password with the document's
// address as payload, and goes on when it has one.
static void on_event(int type, const char *payload, void *data)
{
	LibreOfficeKit *kit = data;
	if (type == CALLBACK_DOCUMENT_PASSWORD)
		kit->pClass->setDocumentPassword(kit, payload, events->password());
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

// load_extension finds the functions that lay documents out, if there is one.
static void load_extension(const char *program)
{
	char path[PATH_MAX];
	void *library = path_join(path, sizeof path, program, EXTENSION) ? dlopen(path, RTLD_NOW) : NULL;
	if (library == NULL)
		return;
	arrange = (arrange_function)dlsym(library, "lectern_layout");
	arranged = (arrange_function)dlsym(library, "lectern_layout_end");
}

engine *engine_start(const char *program, const char *profile)
{
	// The configuration is read before lok_preinit looks at its profile, from
	// where this variable, or else the home folder, says.
	setenv("UserInstallation", profile, 1);
	// One thread runs the main loop and all else: another one for the loop would
	// be missing in forked children.
	setenv("SAL_LOK_OPTIONS", "unipoll", 1);
	if (lok_preinit(program, profile) < 0)
		return NULL;
	LibreOfficeKit *kit = lok_init_2(program, profile);
	if (kit == NULL || kit->pClass->nSize < sizeof(struct later_class))
		return NULL;
	load_extension(program);
	return (engine *)kit;
}

// What is done in the main loop.
struct loop {
	void (*work)(void *data);
	void *data;
	bool begun;
};

// on_turn is called whenever the loop has nothing to do: at first to do the work,
// and then within that, where the engine waits for a timer.
static int on_turn(void *data, int timeout_us)
{
	struct loop *loop = data;
	if (loop->begun) {
		if (timeout_us > 0)
			usleep((useconds_t)(timeout_us < TURN_US ? timeout_us : TURN_US));
		return 0;
	}
	loop->begun = true;
	loop->work(loop->data);
	return -1; // ends the loop
}

static void on_wake(void *data)
{
	(void)data;
}

void engine_run(engine *office, void (*work)(void *data), void *data)
{
	LibreOfficeKit *kit = (LibreOfficeKit *)office;
	struct loop loop = {.work = work, .data = data};
	kit->pClass->runLoop(kit, on_turn, on_wake, &loop);
}

bool engine_join_threads(engine *office)
{
	LibreOfficeKit *kit = (LibreOfficeKit *)office;
	struct later_class *later = (struct later_class *)kit->pClass;
	for (int i = 0; i < JOIN_TRIES; i++) {
		if (later->join_threads(kit) != 0)
			return true;
		usleep(JOIN_PAUSE_US);
	}
	return false;
}

void engine_listen(engine *office, const struct engine_events *told)
{
	LibreOfficeKit *kit = (LibreOfficeKit *)office;
	events = told;
	// Only a client that says that it will answer is told of a password that
	// is wanted; for others the engine tries an empty one.
	kit->pClass->registerCallback(kit, on_event, kit);
	kit->pClass->setOptionalFeatures(kit, FEATURE_DOCUMENT_PASSWORD);
	watch_memory();
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

int document_parts(document *doc)
{
	LibreOfficeKitDocument *kit = (LibreOfficeKitDocument *)doc;
	return kit->pClass->getParts(kit);
}

void document_arrange(void (*fact)(const char *name, const char *value))
{
	if (arrange != NULL)
		arrange(fact);
}

void document_arranged(void (*fact)(const char *name, const char *value))
{
	if (arranged != NULL)
		arranged(fact);
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
