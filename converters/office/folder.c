//go:build linux

// nftw and its FTW_PHYS are XSI extensions.
#define _GNU_SOURCE
#include "folder.h"

#include <ctype.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// The maximum number of descriptors that a removal uses at a time.
#define REMOVE_DESCRIPTORS 16

bool path_join(char *path, size_t size, const char *folder, const char *name)
{
	int length = snprintf(path, size, "%s/%s", folder, name);
	return length > 0 && (size_t)length < size;
}

bool path_url(char *url, size_t size, const char *path)
{
	size_t length = (size_t)snprintf(url, size, "file://");
	for (; *path != '\0'; path++) {
		unsigned char c = (unsigned char)*path;
		if (length + 4 > size)
			return false;
		bool plain = isalnum(c) || strchr("/-._~", c) != NULL;
		length += (size_t)snprintf(url + length, size - length, plain ? "%c" : "%%%02X", c);
	}
	return length < size;
}

static int remove_entry(const char *path, const struct stat *info, int kind, struct FTW *where)
{
	(void)info;
	(void)kind;
	(void)where;
	// Entries that cannot be removed are left to the server, which removes the whole folder of this process when the
	// process has ended.
	remove(path);
	return 0;
}

void folder_remove(const char *path)
{
	nftw(path, remove_entry, REMOVE_DESCRIPTORS, FTW_DEPTH | FTW_PHYS);
}

bool file_write(const char *path, const unsigned char *bytes, size_t length)
{
	FILE *file = fopen(path, "wxe");
	if (file == NULL)
		return false;
	bool whole = fwrite(bytes, 1, length, file) == length;
	return fclose(file) == 0 && whole;
}
