//go:build linux

#define _GNU_SOURCE
#include "child.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "conversion.h"
#include "folder.h"
#include "memory_shortage.h"
#include "protocol.h"
#include "report.h"
#include "sandbox.h"
#include "temporary.h"
#include "warm.h"

// The maximum number of additional folders that a child may read.
#define READS_MAX 64

// Puts the child in a process group of its own, has the kernel kill it when its parent dies, and replaces the standard
// streams that it shares with the parent.
static void detach(const struct child_setup *setup)
{
	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	// If the parent died before prctl was called, the kernel does not kill this process.
	if (getppid() != setup->parent)
		_exit(1);
	signal(SIGCHLD, SIG_DFL);
	int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		dup2(nothing, fd);
	close(nothing);
}

// Puts the child into its sandbox, before it reads the first byte of a document and while it has only one thread. It
// returns NULL, or an error message.
static const char *confine(const struct child_setup *setup)
{
	const struct config *config = setup->config;
	const char *readable[READS_MAX + 6];
	char engine[PATH_MAX], profile[PATH_MAX];
	size_t count = 0;
	if (!path_join(engine, sizeof engine, config->program, "..") ||
		!path_join(profile, sizeof profile, config->folder, "profile"))
		return "a path too long";
	const char *const own[] = {engine, profile, config->samples, getenv("FONTCONFIG_FILE"), getenv("XDG_CACHE_HOME")};
	for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
		if (own[i] != NULL)
			readable[count++] = own[i];
	for (const char *const *more = config->readable; *more != NULL && count < READS_MAX + 5; more++)
		readable[count++] = *more;
	readable[count] = NULL;
	memory_open();
	const struct sandbox_order order = {
		.kind = "office", .readable = readable, .work = setup->work, .memory = config->memory, .cpu = config->cpu};
	return sandbox_enter(&order);
}

static void warm(const struct child_setup *setup)
{
	if (!warm_up(setup->config, setup->work))
		report_failed("crashed", "the engine did not convert a sample");
	report_word("warm");
}

// Decodes pairs of hexadecimal digits in place.
static bool decode_hex(char *text)
{
	char *out = text;
	for (const char *in = text; *in != '\0'; in += 2) {
		const char digits[3] = {in[0], in[1], '\0'};
		char *end;
		*out++ = (char)strtoul(digits, &end, 16);
		if (end != digits + 2)
			return false;
	}
	*out = '\0';
	return true;
}

// Waits for the parent's order to convert a document. The parent is trusted. If it exits, this process exits too.
static void await_order(int orders, struct conversion *job)
{
	static struct line_reader reader;
	char *line, *fields[FIELDS_MAX];
	reader.fd = orders;
	while ((line = line_next(&reader)) == NULL)
		if (!line_read(&reader))
			report_end();
	if (line_split(line, fields) != 4 || !decode_hex(fields[2]))
		report_failed("crashed", "an order that is none");
	job->extension = fields[0];
	job->family = family_named(fields[1]);
	job->password = fields[2];
	job->wants_first_page = strcmp(fields[3], "hurry") == 0;
	close(orders);
}

void child_run(const struct child_setup *setup)
{
	struct conversion job = {.work = setup->work};
	rlim_t memory = setup->config->memory;

	report_begin(setup->report, memory);
	detach(setup);
	if (!temporary_enter(setup->work))
		report_failed("crashed", "the working folder cannot be used");
	const char *error = confine(setup);
	if (error != NULL)
		report_failed("crashed", error);
	memory_watch_crashes(memory, report_out_of_memory);
	if (setup->warm)
		warm(setup);
	await_order(setup->orders, &job);
	conversion_run(&job);
	report_end();
}

int child_probe(const struct child_setup *setup, int canary_count, char **canaries)
{
	const char *error = confine(setup);
	if (error == NULL)
		return sandbox_probe(canary_count, canaries);
	dprintf(STDERR_FILENO, "the sandbox cannot be entered: %s\n", error);
	return 1;
}
