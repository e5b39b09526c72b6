//go:build linux

#define _GNU_SOURCE
#include "memory_shortage.h"

#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// A process is short of memory if its address space has ever exceeded its limit minus 1/SHORT_PART of the limit.
#define SHORT_PART 8

// A process whose resident memory never exceeded 1/USED_PART of its limit has not used up its memory. An allocation
// that failed was then a single absurd request, such as for a damaged length of 4 GB.
#define USED_PART 4

// The size of the stack of the signal handler in bytes. The handler needs a separate stack, because one of the crashes
// that it handles is a stack overflow.
#define HANDLER_STACK (64 << 10)

static int status_fd = -1;
static rlim_t watched_limit;
static void (*crash_callback)(void);

void memory_open(void)
{
	status_fd = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
}

// Returns a size from /proc/self/status in bytes, or 0 if it cannot be read. It is called in signal handlers and must
// be async-signal-safe.
static rlim_t status_bytes(const char *name)
{
	char text[4096];
	ssize_t length = pread(status_fd, text, sizeof text - 1, 0);
	if (length <= 0)
		return 0;
	text[length] = '\0';
	const char *line = strstr(text, name);
	if (line == NULL)
		return 0;
	return (rlim_t)strtoul(line + strlen(name), NULL, 10) * 1024;
}

bool memory_is_used(rlim_t limit)
{
	return status_bytes("VmHWM:") > limit / USED_PART;
}

bool memory_is_short(rlim_t limit)
{
	return status_bytes("VmPeak:") > limit - limit / SHORT_PART && memory_is_used(limit);
}

static void on_crash(int signal)
{
	if (memory_is_short(watched_limit))
		crash_callback();
	// The handler was removed (SA_RESETHAND), so this ends the process.
	raise(signal);
}

void memory_watch_crashes(rlim_t limit, void (*callback)(void))
{
	static const int crashes[] = {SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE};
	const stack_t stack = {.ss_sp = malloc(HANDLER_STACK), .ss_size = HANDLER_STACK};
	const struct sigaction action = {.sa_handler = on_crash, .sa_flags = SA_ONSTACK | SA_RESETHAND | SA_NODEFER};
	watched_limit = limit;
	crash_callback = callback;
	if (stack.ss_sp == NULL || sigaltstack(&stack, NULL) != 0)
		return;
	for (size_t i = 0; i < sizeof crashes / sizeof crashes[0]; i++)
		sigaction(crashes[i], &action, NULL);
}
