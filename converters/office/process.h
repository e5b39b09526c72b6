// The processes of the children of the office converter, and the function that forks a child.
#ifndef LECTERN_OFFICE_PROCESS_H
#define LECTERN_OFFICE_PROCESS_H

#include <limits.h>
#include <stdbool.h>
#include <sys/types.h>

#include "config.h"
#include "protocol.h"

// The maximum number of children. The server never requests so many at a time.
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
	int orders;                 // write end of the pipe for its order
	struct line_reader reports; // read end of the pipe for its reports; fd is -1 after it was closed
	char job[JOB_SIZE];
	bool short_of_memory;
	bool refused;        // an allocation failed although memory was left
	bool killed;         // by this process
	char work[PATH_MAX]; // its working folder
	char home[PATH_MAX]; // the job's folder, which belongs to the server
};

struct children {
	const struct config *config;
	int out;           // descriptor for messages to the server
	int parent_fds[2]; // more descriptors of the parent that a new child closes
	unsigned long created_count;
	int failed_spares; // number of consecutive spares that died while they were warmed
	struct child list[CHILDREN_MAX];
};

// Forks the process of a child in state CHILD_NONE, with two pipes and a new working folder. If warm is set, the child
// first converts the samples to warm up, and then waits for its order. If that fails, it removes what it created, sets
// errno and returns false.
bool process_start(struct children *all, struct child *child, bool warm);

// Closes a descriptor, unless it is -1, and sets it to -1.
void descriptor_close(int *fd);

#endif
