//go:build linux

#define _GNU_SOURCE
#include "layers.h"
#include "sandbox.h"

#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define READS_MAX 64

size_t sandbox_command(char *buffer, size_t size)
{
	size_t length = 0;
	int fd = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return 0;
	for (ssize_t got; length < size && (got = read(fd, buffer + length, size - length)) > 0;)
		length += (size_t)got;
	close(fd);
	return length < size ? length : 0;
}

static const char *option_value(const char *word, const char *name)
{
	size_t length = strlen(name);
	return strncmp(word, name, length) == 0 && word[length] != '\0' ? word + length : NULL;
}

// Confines a process of this kind. The rest of the command line, between the pointers word and end, names the files
// that the process may read.
static const char *enter_sandbox(const char *kind, const char *word, const char *end)
{
	static const char *readable[READS_MAX + 1];
	size_t count = 0;
	for (; word < end && strcmp(word, "canary") != 0; word += strlen(word) + 1) {
		const char *path = option_value(word, "--read=");
		if (path == NULL)
			path = option_value(word, "--cjk-font=");
		if (path == NULL)
			path = option_value(word, "--korean-font=");
		if (path == NULL)
			continue;
		if (count == READS_MAX)
			return "there are too many folders to read";
		readable[count++] = path;
	}
	sandbox_leave_network();
	sandbox_forget_environment(kind);
	const struct sandbox_order order = {.kind = kind, .readable = readable};
	return sandbox_enter(&order);
}

// Runs before the Go runtime starts, while there is one thread, so that all threads of Go are confined. The command
// line is read from /proc, because not every C library passes it to constructors.
static void __attribute__((constructor)) enter_at_start(void)
{
	static char buffer[COMMAND_SIZE];
	size_t length = sandbox_command(buffer, sizeof buffer - 1);
	const char *end = buffer + length, *word = buffer + strlen(buffer) + 1;
	if (word < end && strcmp(word, "probe") == 0)
		word += strlen(word) + 1;
	if (word >= end)
		return;
	const struct sandbox_kind *kind = sandbox_kind_named(word);
	if (kind == NULL || !kind->at_start)
		return;
	const char *error = enter_sandbox(kind->name, word + strlen(word) + 1, end);
	if (error == NULL)
		return;
	dprintf(STDERR_FILENO, "lectern-converter: the sandbox cannot be entered: %s\n", error);
	_exit(STATUS_REFUSED);
}
