//go:build linux

#define _GNU_SOURCE
#include "memory.h"

#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// A process is short of memory when all but one part in so many of its address
// space was taken at some time.
#define SHORT_PART 8

// Enough for a handler, and apart, because a stack that has run out is one of
// the things that crash.
#define HANDLER_STACK (64 << 10)

static int status = -1;
static rlim_t watched_limit;
static void (*watched_told)(void);

void memory_open(void)
{
	status = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
}

// peak gives the most address space that this process has had, in bytes, or 0
// where that cannot be read. It calls only what a signal handler may call.
static rlim_t peak(void)
{
	static const char name[] = "VmPeak:";
	char text[4096];
	ssize_t length = pread(status, text, sizeof text - 1, 0);
	if (length <= 0)
		return 0;
	text[length] = '\0';
	const char *line = strstr(text, name);
	if (line == NULL)
		return 0;
	return (rlim_t)strtoul(line + sizeof name - 1, NULL, 10) * 1024;
}

bool memory_is_short(rlim_t limit)
{
	return peak() > limit - limit / SHORT_PART;
}

static void on_crash(int signal)
{
	if (memory_is_short(watched_limit))
		watched_told();
	// The handler is gone (SA_RESETHAND): this ends the process.
	raise(signal);
}

void memory_watch_crashes(rlim_t limit, void (*told)(void))
{
	static const int crashes[] = {SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE};
	const stack_t stack = {.ss_sp = malloc(HANDLER_STACK), .ss_size = HANDLER_STACK};
	const struct sigaction action = {
		.sa_handler = on_crash, .sa_flags = SA_ONSTACK | SA_RESETHAND | SA_NODEFER};
	watched_limit = limit;
	watched_told = told;
	if (stack.ss_sp == NULL || sigaltstack(&stack, NULL) != 0)
		return;
	for (size_t i = 0; i < sizeof crashes / sizeof crashes[0]; i++)
		sigaction(crashes[i], &action, NULL);
}
