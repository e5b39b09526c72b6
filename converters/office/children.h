// The children of the office converter: starts them with fork, sends them orders, handles their reports, and cleans up
// after them.
#ifndef LECTERN_OFFICE_CHILDREN_H
#define LECTERN_OFFICE_CHILDREN_H

#include <limits.h>
#include <stdbool.h>
#include <sys/types.h>

#include "config.h"
#include "protocol.h"

// The maximum number of children. The server requests fewer at a time.
#define CHILDREN_MAX 64

// The maximum size of a job number, which is stored as the text that the server sent.
#define JOB_SIZE 24

enum child_state {
	CHILD_NONE,    // no process
	CHILD_WARMING, // a spare that is being warmed
	CHILD_WARM,    // a spare that waits for a document
	CHILD_BUSY,    // converts a document
	CHILD_DONE,    // has reported the outcome of its document and should exit
};

struct child {
	enum child_state state;
	pid_t pid;
	int orders;              // write end of the pipe for its order
	struct line_reader said; // its reports; fd is -1 after the pipe was closed
	char job[JOB_SIZE];
	bool short_of_memory;
	bool refused;        // an allocation failed although memory was left
	bool killed;         // by this process
	char work[PATH_MAX]; // its working folder
	char home[PATH_MAX]; // the job's folder, which belongs to the server
};

struct children {
	const struct config *config;
	int out;        // descriptor for messages to the server
	int foreign[2]; // more descriptors of the parent that a new child closes
	unsigned long made;
	int cold_spares; // number of consecutive spares that died while they were warmed
	struct child list[CHILDREN_MAX];
};

// A job as the server ordered it.
struct order {
	char *job;
	char *home; // folder that contains the input and receives the results
	char *extension;
	char *family;
	char *password; // in hexadecimal
	char *speed;
};

// children_count counts the children in a state.
int children_count(const struct children *all, enum child_state state);

// children_convert passes the order to a warm spare or to a new child. If neither is available, it reports the job as
// failed.
void children_convert(struct children *all, const struct order *order);

// children_add_spare forks a spare. It returns false if that fails.
bool children_add_spare(struct children *all);

// children_spare_wanted reports whether there are fewer spares than configured.
bool children_spare_wanted(const struct children *all);

// children_slow lowers the priority of the child of a job, if there still is one.
void children_slow(struct children *all, const char *job);

// children_kill kills the child of a job, if there still is one.
void children_kill(struct children *all, const char *job);

// children_read reads the reports of a child and forwards them to the server.
void children_read(struct children *all, struct child *child);

// children_reap clears away the children that have ended.
void children_reap(struct children *all);

// children_end kills all children and clears them away.
void children_end(struct children *all);

#endif
