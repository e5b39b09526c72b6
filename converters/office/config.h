// Configuration that the server passes to the converter at its start, in the arguments
//
//	lectern-converter office PROGRAM FOLDER MEMORY CPU SPARES [READ…]
#ifndef LECTERN_OFFICE_CONFIG_H
#define LECTERN_OFFICE_CONFIG_H

#include <limits.h>
#include <stdbool.h>
#include <sys/resource.h>

struct config {
	const char *program;         // LibreOffice's folder with soffice.bin
	const char *folder;          // a private folder for the files of this process
	rlim_t memory;               // address space of a child, in bytes
	rlim_t cpu;                  // processor time of a child, in seconds
	int spares;                  // warm children to keep ready
	const char *const *readable; // further folders that children may read, ended by NULL
	char profile[3 * PATH_MAX];  // URL of LibreOffice's user profile, below folder
	char samples[PATH_MAX];      // folder with the documents that warm a spare
};

// Fills config from the arguments after "office", which end with NULL. It returns false if they are invalid.
bool config_read(struct config *config, int count, char **arguments);

// Creates the profile and the samples in config's folder.
bool config_prepare(const struct config *config);

#endif
