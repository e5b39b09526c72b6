// The layers of the sandbox. sandbox.c combines them.
#ifndef LECTERN_SANDBOX_LAYERS_H
#define LECTERN_SANDBOX_LAYERS_H

#include <stdbool.h>
#include <sys/resource.h>

// In this package the functions of sandbox.h must not be declared weak, because it defines them. Its files include
// sandbox.h after this file.
#define SANDBOX_API

// The maximum size of a command line that is read, in bytes.
#define COMMAND_SIZE 65536

// The exit status of a process that cannot be confined.
#define STATUS_REFUSED 70

// Operations that only some kinds of process need.
enum {
	ALLOW_FILES = 1 << 0,    // creates, renames and removes files in its folder
	ALLOW_MESSAGES = 1 << 1, // receives descriptors over its socket
	ALLOW_LOADING = 1 << 2,  // loads more libraries
};

// A kind of converter process.
struct sandbox_kind {
	const char *name;
	unsigned operations;
	bool at_start;                     // confined before Go starts, with the paths in its command line
	const char *const *kept_variables; // names of environment variables to keep, ended by NULL
	const char *const *readable;       // files and folders that each of its processes may read, ended by NULL
	rlim_t cpu, file, open;            // limits: seconds, bytes of a file, descriptors
};

// Returns the kind of process that has this name, or NULL if there is none.
const struct sandbox_kind *sandbox_kind_named(const char *name);

// State of a layer.
enum layer { LAYER_FAILED = -1, LAYER_MISSING = 0, LAYER_ACTIVE = 1 };

// Installs the filter. operations is a combination of ALLOW_ flags: the operations to allow.
enum layer filter_system_calls(unsigned operations);

// Restricts file access to these paths. Missing paths are skipped. It returns the ABI of Landlock that is in force, or
// a value of enum layer.
int restrict_files(const char *const *const lists[], const char *work);

#endif
