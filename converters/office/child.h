// Code that runs in a forked child process, which converts one document.
#ifndef LECTERN_OFFICE_CHILD_H
#define LECTERN_OFFICE_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

#include "config.h"

struct child_setup {
	const struct config *config;
	pid_t parent;
	const char *work; // working folder of the child
	int orders;       // descriptor from which the child reads its order: extension, family, password and speed
	int report;       // descriptor to which the child writes its reports
	bool warm;        // the child is a spare: it converts the samples before it waits for its order
};

// Converts one document and exits. The caller must have closed the descriptors that the child must not have.
void child_run(const struct child_setup *setup) __attribute__((noreturn));

// Confines this process as child_run does, calls sandbox_probe, and returns the exit status that sandbox_probe returns.
int child_probe(const struct child_setup *setup, int canary_count, char **canaries);

#endif
