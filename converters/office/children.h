// The children of the office converter: made by fork, told what to do, listened
// to, and cleared away.
#ifndef LECTERN_OFFICE_CHILDREN_H
#define LECTERN_OFFICE_CHILDREN_H

#include <limits.h>
#include <stdbool.h>
#include <sys/types.h>

#include "config.h"
#include "protocol.h"

// How many children there may be at once. The server asks for fewer.
#define CHILDREN_MAX 64

// A job's number is the server's and kept as it was written.
#define JOB_SIZE 24

enum child_state {
	CHILD_NONE,    // no process
	CHILD_WARMING, // a spare that is being warmed
	CHILD_WARM,    // a spare that waits for a document
	CHILD_BUSY,    // at work on a document
	CHILD_DONE,    // has told how its document ended, and is on its way out
};

struct child {
	enum child_state state;
	pid_t pid;
	int orders;              // write end of the pipe that brings its order
	struct line_reader said; // what it reports; fd is -1 when it has closed it
	char job[JOB_SIZE];
	bool short_of_memory;
	bool refused;        // an allocation, though there was memory
	bool killed;         // by us, not by somebody else
	char work[PATH_MAX]; // its own folder
	char home[PATH_MAX]; // the job's folder, which is the server's
};

struct children {
	const struct config *config;
	int out;        // where the server reads
	int foreign[2]; // further descriptors of the parent that a child closes
	unsigned long made;
	int cold_spares; // spares in a row that died before they were warm
	struct child list[CHILDREN_MAX];
};

// A job as the server orders it.
struct order {
	char *job;
	char *home; // folder with the input, in which the results are put
	char *extension;
	char *family;
	char *password; // in hexadecimal
	char *speed;
};

// children_count counts the children in a state.
int children_count(const struct children *all, enum child_state state);

// children_convert passes the order to a warm spare or to a new child. When
// neither can be had it reports the job as failed.
void children_convert(struct children *all, const struct order *order);

// children_add_spare forks a spare. It returns false when there cannot be one.
bool children_add_spare(struct children *all);

// children_spare_wanted reports whether there are fewer spares than there should be.
bool children_spare_wanted(const struct children *all);

// children_slow lowers the priority of the child of a job, if there still is one.
void children_slow(struct children *all, const char *job);

// children_kill kills the child of a job, if there still is one.
void children_kill(struct children *all, const char *job);

// children_hear reads what a child reports and passes it on.
void children_hear(struct children *all, struct child *child);

// children_reap clears away the children that have ended.
void children_reap(struct children *all);

// children_end kills all children and clears them away.
void children_end(struct children *all);

#endif
