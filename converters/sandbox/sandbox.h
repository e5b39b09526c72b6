// Sandbox of a converter process. A process enters the sandbox before it reads the first byte of a document, while it
// has one thread, and never leaves it.
//
// The sandbox has several layers, each of which is effective even if the kernel lacks another: a list of the allowed
// system calls (seccomp), the accessible files (Landlock), an empty network namespace, no capabilities and no way to
// gain any, resource limits, and no environment. sandbox_in_force returns the layers that are active. If the kernel has
// a layer but entering it fails, the result is an error, not a weaker sandbox.
#ifndef LECTERN_SANDBOX_H
#define LECTERN_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/resource.h>

// Cgo first links the C code of each package by itself and then all of it together. Other packages must therefore
// declare these functions as weak.
#ifndef SANDBOX_API
#define SANDBOX_API __attribute__((weak))
#endif

// The layers that are in force for a process.
struct sandbox_layers {
	bool entered;      // this process has entered the sandbox
	bool system_calls; // a seccomp filter
	int files;         // the ABI of Landlock; 0 if there is none
	bool network;      // an empty network namespace
	bool privileges;   // no capabilities, and no way to gain privileges
	bool limits;       // resource limits
};

// Settings of one process, in addition to those of its kind.
struct sandbox_order {
	const char *kind;            // a name in the table of kinds.c
	const char *const *readable; // files and folders that may be read, ended by NULL
	const char *work;            // folder that may be written to, NULL for none
	rlim_t memory;               // address space in bytes; 0 if sandbox_limit_memory will set the limit
	rlim_t cpu;                  // processor time in seconds; 0 for the default of the kind
};

// Moves this process, and all processes that it forks afterwards, into a network namespace without an interface. The
// process must have only one thread. The function has no effect if the kernel does not let ordinary users create
// namespaces.
SANDBOX_API void sandbox_leave_network(void);

// Overwrites all environment variables that the kind does not need.
SANDBOX_API void sandbox_forget_environment(const char *kind);

// Confines the calling thread, which must be the only one. It returns NULL, or an error message; after an error the
// process must not read a document.
SANDBOX_API const char *sandbox_enter(const struct sandbox_order *order);

// Reads the command line of this process into buffer, as words that each end with a zero byte. It returns the length,
// or 0 if the command line cannot be read completely.
SANDBOX_API size_t sandbox_command(char *buffer, size_t size);

// Returns the layers that are in force for this process.
SANDBOX_API struct sandbox_layers sandbox_in_force(void);

// Returns the size of the address space that this process has mapped, in bytes, or -1 if it is unknown. Only the first
// call can succeed, because it closes the file that it reads.
SANDBOX_API long sandbox_mapped_bytes(void);

// Limits the address space of this process, in bytes. It returns false if that fails.
SANDBOX_API bool sandbox_limit_memory(rlim_t bytes);

// Tries forbidden operations on the canaries whose names and values are in words, and prints the layers and the result
// of each attempt. It returns the exit status of the process: 0 if all attempts were denied, 3 if any was allowed.
SANDBOX_API int sandbox_probe(int count, char **words);

#endif
