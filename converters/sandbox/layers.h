// The single layers of the sandbox, for sandbox.c.
#ifndef LECTERN_SANDBOX_LAYERS_H
#define LECTERN_SANDBOX_LAYERS_H

#include <stdbool.h>
#include <sys/resource.h>

// This package has the definitions of sandbox.h, so that they are not weak.
// Its files include that after this one.
#define SANDBOX_API

// The bytes of a command line that are read at most.
#define COMMAND_SIZE 65536

// The process leaves with this status when it cannot be confined.
#define STATUS_REFUSED 70

// Operations that only some kinds of process need.
enum {
	DOES_FILES = 1 << 0,    // makes, renames and removes files in its folder
	DOES_MESSAGES = 1 << 1, // takes descriptors from the socket that it was given
	DOES_LOAD = 1 << 2,     // loads further libraries
};

// A kind of converter process.
struct sandbox_kind {
	const char *name;
	unsigned does;
	bool at_start;            // confined before Go starts, by its command line
	const char *const *keeps; // names of variables that it needs, ended by NULL
	const char *const *reads; // what each of its processes may read, ended by NULL
	rlim_t cpu, file, open;   // limits: seconds, bytes of a file, descriptors
};

// sandbox_kind_named returns a kind, or NULL.
const struct sandbox_kind *sandbox_kind_named(const char *name);

// State of a layer.
enum layer { LAYER_FAILED = -1, LAYER_MISSING = 0, LAYER_HOLDS = 1 };

// filter_system_calls lets through what a process needs that does such things.
enum layer filter_system_calls(unsigned does);

// restrict_files narrows the file system to these paths; those that are not there
// are passed over. It returns the ABI that holds, or one of enum layer.
int restrict_files(const char *const *const lists[], const char *work);

#endif
