//go:build linux

#define _GNU_SOURCE
#include "temporary.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define CURRENT_FOLDER "/proc/self/cwd"

// The prefix of the folders that LibreOffice creates in its temporary folder.
#define ENGINE_PREFIX "lu"

bool temporary_begin(const char *folder)
{
	return chdir(folder) == 0 && setenv("TMPDIR", CURRENT_FOLDER, 1) == 0;
}

// Creates folders in work. They have the same names as the folders that LibreOffice created in the parent's temporary
// folder, because LibreOffice continues to use these names.
static bool copy_folders(const char *work)
{
	bool done = true;
	int there = -1;
	DIR *folder = opendir(".");
	if (folder == NULL)
		return false;
	for (struct dirent *entry; done && (entry = readdir(folder)) != NULL;) {
		// Some file systems do not report the type of an entry. Such an entry is treated as a folder, because an
		// unnecessary folder does no harm.
		if ((entry->d_type != DT_DIR && entry->d_type != DT_UNKNOWN) ||
			strncmp(entry->d_name, ENGINE_PREFIX, strlen(ENGINE_PREFIX)) != 0)
			continue;
		if (there < 0)
			there = open(work, O_PATH | O_DIRECTORY | O_CLOEXEC);
		done = there >= 0 && mkdirat(there, entry->d_name, 0700) == 0;
	}
	if (there >= 0)
		close(there);
	closedir(folder);
	return done;
}

bool temporary_enter(const char *work)
{
	return copy_folders(work) && chdir(work) == 0;
}
