// Code that runs in a forked child process, which converts one document.
#ifndef LECTERN_OFFICE_CHILD_H
#define LECTERN_OFFICE_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

#include "config.h"

struct child_setup {
	const struct config *config;
	pid_t parent;
	const char *work; // the child's own folder
	int orders;       // where its one order is read: extension, family, password and speed
	int report;       // where it reports
	bool warm;        // whether it is a spare, to be warmed before the order
};

// child_run does the work and ends the process. Descriptors that the child must
// not have are closed before.
void child_run(const struct child_setup *setup) __attribute__((noreturn));

// child_probe confines this process as child_run does and makes the attempts of
// sandbox_probe, whose status it gives.
int child_probe(const struct child_setup *setup, int words, char **canaries);

#endif
