//go:build linux

#define _GNU_SOURCE
#include "layers.h"
#include "sandbox.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// The number is the same on every architecture; older headers lack it.
#ifndef SYS_close_range
#define SYS_close_range 436
#endif

// The descriptor of the pipe that closes when an office converter and all its children have ended.
#define LIFE_FILENO (STDERR_FILENO + 1)

// Closes the descriptors that /proc lists, except those with a number below first. It is for kernels before 5.9, which
// lack close_range. It returns false if the list cannot be read.
static bool close_listed(int first)
{
	DIR *list = opendir("/proc/self/fd");
	if (list == NULL)
		return false;
	for (const struct dirent *entry; (entry = readdir(list)) != NULL;) {
		int fd = atoi(entry->d_name);
		if (fd >= first && fd != dirfd(list))
			close(fd);
	}
	return closedir(list) == 0;
}

static bool close_from(int first)
{
	return syscall(SYS_close_range, first, ~0U, 0) == 0 || close_listed(first);
}

static bool is_pipe(int fd)
{
	struct stat info;
	return fstat(fd, &info) == 0 && S_ISFIFO(info.st_mode);
}

static bool is_one_of(const char *word, const char *const *words)
{
	for (; *words != NULL; words++)
		if (strcmp(word, *words) == 0)
			return true;
	return false;
}

// Runs before all other constructors of this program and closes inherited descriptors that the process does not need.
// The server may itself have inherited descriptors without FD_CLOEXEC, which no other layer of the sandbox covers.
// Standard input, output and error stay open, and so does the pipe LIFE_FILENO of office converters. Programs that are
// not converters, such as tests, keep their descriptors.
static void __attribute__((constructor(101))) close_inherited(void)
{
	static const char *const converters[] = {"office", "soffice", "pdf", "ooxml", "template", "version", NULL};
	static const char *const offices[] = {"office", "soffice", NULL};
	static char buffer[COMMAND_SIZE];
	size_t length = sandbox_command(buffer, sizeof buffer - 1);
	const char *end = buffer + length, *word = buffer + strlen(buffer) + 1;
	if (word < end && strcmp(word, "probe") == 0)
		word += strlen(word) + 1;
	if (word >= end || !is_one_of(word, converters))
		return;
	bool has_life = is_one_of(word, offices) && is_pipe(LIFE_FILENO);
	if (close_from(has_life ? LIFE_FILENO + 1 : LIFE_FILENO))
		return;
	dprintf(STDERR_FILENO, "lectern-converter: inherited descriptors cannot be closed\n");
	_exit(STATUS_REFUSED);
}
