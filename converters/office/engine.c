//go:build linux

#define _GNU_SOURCE
#include "engine.h"

#include <dlfcn.h>
#include <limits.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <LibreOfficeKit/LibreOfficeKit.h>
#include <LibreOfficeKit/LibreOfficeKitInit.h>

#include "document.h"
#include "folder.h"

// The class of LibreOfficeKit since 24.8. The functions after the member base are missing from the headers of Debian
// 12.
struct kit_class {
	LibreOfficeKitClass base;
	void (*dump_state)(void);
	void (*extract_request)(void);
	void (*trim_memory)(void);
	void (*start_urp)(void);
	void (*stop_urp)(void);
	int (*join_threads)(LibreOfficeKit *kit);
};

// The number of attempts to end the threads, and the pause between two attempts in microseconds.
#define JOIN_TRIES 100
#define JOIN_PAUSE_US 10000

// The longest sleep in one turn of the main loop during a conversion, in microseconds.
#define TURN_US 500

typedef void (*new_handler)(void);
typedef new_handler (*set_new_handler)(new_handler);

static void (*memory_callback)(void);
static set_new_handler set_handler;

// Removes itself as the new-handler of C++, so that the failed allocation throws an exception, as without a handler.
// LibreOffice catches many of these exceptions and can still open the document: damaged files often request absurd
// amounts of memory.
static void on_no_memory(void)
{
	set_handler(NULL);
	memory_callback();
}

// Makes liblangtag, which LibreOffice uses for language tags, read the lists of the bundle. The system's lists may be
// missing, and are ten times as large.
static bool use_bundled_languages(const char *program)
{
	char lists[PATH_MAX];
	void *library = dlopen("liblangtag.so.1", RTLD_NOW | RTLD_GLOBAL);
	if (library == NULL || !path_join(lists, sizeof lists, program, "../lean/languages"))
		return false;
	void (*set_folder)(const char *) = (void (*)(const char *))dlsym(library, "lt_db_set_datadir");
	if (set_folder != NULL)
		set_folder(lists);
	return set_folder != NULL;
}

engine *engine_start(const char *program, const char *profile)
{
	// All threads use one arena. LibreOffice reads sheets in separate threads, and memory that they free in arenas of
	// their own could not be reused by the rest of the conversion.
	mallopt(M_ARENA_MAX, 1);
	if (!use_bundled_languages(program))
		return NULL;
	// The configuration is read before lok_init gets the profile as its argument. Its location comes from this
	// variable, or else from the home folder.
	setenv("UserInstallation", profile, 1);
	// With unipoll, one thread runs the main loop and everything else. A separate thread for the loop would not exist
	// in forked children.
	setenv("SAL_LOK_OPTIONS", "unipoll", 1);
	LibreOfficeKit *kit = lok_init_2(program, profile);
	if (kit == NULL || kit->pClass->nSize < sizeof(struct kit_class))
		return NULL;
	return document_load_library(program) ? (engine *)kit : NULL;
}

// Work to do in the main loop.
struct loop {
	void (*work)(void *data);
	void *data;
	bool begun;
};

// Runs the work at the first call. LibreOffice calls this whenever the loop is idle. While the work waits for a timer
// of LibreOffice, LibreOffice makes nested calls, which only sleep.
static int on_idle(void *data, int timeout_us)
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
	kit->pClass->runLoop(kit, on_idle, on_wake, &loop);
}

bool engine_join_threads(engine *office)
{
	LibreOfficeKit *kit = (LibreOfficeKit *)office;
	struct kit_class *class = (struct kit_class *)kit->pClass;
	for (int i = 0; i < JOIN_TRIES; i++) {
		if (class->join_threads(kit) != 0)
			return true;
		usleep(JOIN_PAUSE_US);
	}
	return false;
}

void engine_watch_memory(void (*failed)(void))
{
	void *library = dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_NOLOAD);
	if (library == NULL)
		return;
	// The mangled name of std::set_new_handler(void (*)()).
	set_handler = (set_new_handler)dlsym(library, "_ZSt15set_new_handlerPFvvE");
	memory_callback = failed;
	if (set_handler != NULL)
		set_handler(on_no_memory);
}
