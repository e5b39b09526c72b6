// The pool of child processes of the office converter: starts children, sends them orders, handles their reports, and
// cleans up after them.
#ifndef LECTERN_OFFICE_CHILD_POOL_H
#define LECTERN_OFFICE_CHILD_POOL_H

#include <stdbool.h>

#include "process.h"

// A job as the server ordered it.
struct order {
	char *job;
	char *home; // folder that contains the input and receives the results
	char *extension;
	char *family;
	char *password; // in hexadecimal
	char *speed;
};

// Counts the children in a state.
int children_count(const struct children *all, enum child_state state);

// Passes the order to a warm spare or to a new child. If neither is available, it reports the job as failed.
void children_convert(struct children *all, const struct order *order);

// Forks a spare. It returns false if that fails.
bool children_add_spare(struct children *all);

// Reports whether there are fewer spares than configured.
bool children_spare_wanted(const struct children *all);

// Lowers the priority of the child of a job, if there still is one.
void children_slow(struct children *all, const char *job);

// Kills the child of a job, if there still is one.
void children_kill(struct children *all, const char *job);

// Reads the reports of a child and forwards them to the server.
void children_read(struct children *all, struct child *child);

// Clears away the children that have ended.
void children_reap(struct children *all);

// Kills all children and clears them away.
void children_end(struct children *all);

#endif
