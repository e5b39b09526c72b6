#define _GNU_SOURCE
#include "child.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "assets.h"
#include "engine.h"
#include "folder.h"
#include "memory.h"
#include "protocol.h"
#include "sandbox.h"

// How many folders the server may name that a child may read.
#define READS_MAX 64

// The engine calls back without a context of ours, so what is needed then is
// kept here; a child does one thing only.
static int report = -1;
static rlim_t memory;

static void end(void) __attribute__((noreturn));
static void end(void)
{
	// The engine is not taken down: that takes time, and the kernel does it.
	_exit(0);
}

static void fail(const char *reason, const char *detail) __attribute__((noreturn));
static void fail(const char *reason, const char *detail)
{
	if (memory_is_short(memory))
		line_write(report, "memory", NULL);
	line_write(report, "failed", reason, detail, NULL);
	end();
}

static void on_password(void)
{
	fail("protected", "the document asks for a password");
}

static void on_question(void)
{
	fail("damaged", "the document opens only after a question");
}

static void on_memory(void)
{
	// Not the end yet where the engine can do without.
	line_write(report, "memory", NULL);
}

// detach makes the child a group of its own, which dies with its parent, and
// takes from it what it shares with the parent.
static void detach(const struct child_setup *setup)
{
	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	// The parent may have died before the line above.
	if (getppid() != setup->parent)
		_exit(1);
	signal(SIGCHLD, SIG_DFL);
	int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		dup2(nothing, fd);
	close(nothing);
}

// confine puts the child into its sandbox, before it reads the first byte of a
// document and while it has only one thread. It gives NULL, or what went wrong.
static const char *confine(const struct child_setup *setup)
{
	const struct config *config = setup->config;
	const char *reads[READS_MAX + 6];
	char engine[PATH_MAX], profile[PATH_MAX];
	size_t count = 0;
	if (!path_join(engine, sizeof engine, config->program, "..") ||
	    !path_join(profile, sizeof profile, config->folder, "profile"))
		return "a path too long";
	const char *const own[] = {engine, profile, config->samples, getenv("FONTCONFIG_FILE"), getenv("XDG_CACHE_HOME")};
	for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
		if (own[i] != NULL)
			reads[count++] = own[i];
	for (const char *const *more = config->reads; *more != NULL && count < READS_MAX + 5; more++)
		reads[count++] = *more;
	reads[count] = NULL;
	memory_open();
	const struct sandbox_order order = {
		.kind = "office", .reads = reads, .work = setup->work,
		.memory = config->memory, .cpu = config->cpu};
	return sandbox_enter(&order);
}

// warm_with does with a sample what is done with a document, so that what the
// engine loads for its type is there when a document comes.
static bool warm_with(engine *office, const char *sample, const char *work)
{
	char path[PATH_MAX];
	document *doc = engine_open(office, sample, QUIET);
	if (doc == NULL || !path_join(path, sizeof path, work, FIRST_NAME))
		return false;
	bool done = document_export(doc, path, PAGES_FIRST) && document_export(doc, path, PAGES_ALL);
	unlink(path);
	document_close(doc);
	return done;
}

static void warm_up(engine *office, const struct child_setup *setup)
{
	for (const struct asset *sample = asset_samples; sample->name != NULL; sample++) {
		char path[PATH_MAX];
		if (!path_join(path, sizeof path, setup->config->samples, sample->name) ||
		    !warm_with(office, path, setup->work))
			fail("crashed", "the engine did not convert a sample");
	}
	line_write(report, "warm", NULL);
}

// await_order waits for the order. The parent is trusted; at its end so is ours.
static void await_order(int orders, char *extension, size_t size, enum family *family)
{
	static struct line_reader reader;
	char *line, *fields[FIELDS_MAX];
	reader.fd = orders;
	while ((line = line_next(&reader)) == NULL)
		if (!line_read(&reader))
			end();
	if (line_split(line, fields) != 2 || strlen(fields[0]) >= size)
		fail("crashed", "an order that is none");
	strcpy(extension, fields[0]);
	*family = family_named(fields[1]);
	close(orders);
}

// open_document opens the document and makes sure that it is what the server
// found it to be: the engine looks at the content again, with eyes of its own.
static document *open_document(engine *office, const char *path, enum family family)
{
	document *doc = engine_open(office, path, QUIET);
	// A quiet engine does not tell a document with a password from a damaged
	// one, so it is let ask.
	if (doc == NULL)
		doc = engine_open(office, path, ASKING);
	if (doc == NULL)
		fail("damaged", engine_error(office));
	if (document_family(doc) != family)
		fail("damaged", "it opened as a document of another kind");
	return doc;
}

// convert exports the first page, then the whole where that is more.
static void convert(engine *office, document *doc, const char *work)
{
	char first[PATH_MAX], whole[PATH_MAX];
	if (!path_join(first, sizeof first, work, FIRST_NAME) ||
	    !path_join(whole, sizeof whole, work, WHOLE_NAME))
		fail("crashed", "a path too long");
	// A presentation whose first slide is hidden has no page 1 to export alone.
	if (document_export(doc, first, PAGES_FIRST)) {
		if (document_single(doc)) {
			line_write(report, "single", NULL);
			return;
		}
		line_write(report, "first", NULL);
	}
	if (!document_export(doc, whole, PAGES_ALL))
		fail("empty", engine_error(office));
	line_write(report, "whole", NULL);
}

void child_run(const struct child_setup *setup)
{
	static const struct engine_events events = {on_password, on_question, on_memory};
	char extension[16], name[32], path[PATH_MAX];
	enum family family;

	report = setup->report;
	memory = setup->config->memory;
	detach(setup);
	setenv("TMPDIR", setup->work, 1);
	const char *wrong = confine(setup);
	if (wrong != NULL)
		fail("crashed", wrong);
	engine *office = engine_start(setup->config->program, setup->config->profile, &events);
	if (office == NULL)
		fail("crashed", "the engine did not start");
	memory_watch_crashes(memory, on_memory);
	if (setup->warm)
		warm_up(office, setup);
	await_order(setup->orders, extension, sizeof extension, &family);
	strcpy(name, INPUT_NAME ".");
	strcat(name, extension);
	if (!path_join(path, sizeof path, setup->work, name))
		fail("crashed", "a path too long");
	convert(office, open_document(office, path, family), setup->work);
	end();
}

int child_probe(const struct child_setup *setup, int words, char **canaries)
{
	const char *wrong = confine(setup);
	if (wrong == NULL)
		return sandbox_probe(words, canaries);
	dprintf(STDERR_FILENO, "the sandbox cannot be entered: %s\n", wrong);
	return 1;
}
