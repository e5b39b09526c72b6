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

// Cgo links each package of C by itself before it links all of them, so that
// those who call these functions may only know them weakly.
#ifndef SANDBOX_API
#define SANDBOX_API __attribute__((weak))
#endif

// The layers that hold a process.
struct sandbox_layers {
	bool entered;      // this process has gone inside; false for all others
	bool system_calls; // a seccomp filter
	int files;         // the ABI of Landlock, 0 where there is none
	bool network;      // a network namespace of its own
	bool privileges;   // no capabilities, no new privileges
	bool limits;       // of resources
};

// Settings of one process, in addition to those of its kind.
struct sandbox_order {
	const char *kind;         // a name of the table in kinds.c
	const char *const *reads; // files and folders that may be read, ended by NULL
	const char *work;         // the folder that may be written to, NULL for none
	rlim_t memory;            // address space in bytes, 0 to leave it for later
	rlim_t cpu;               // processor time in seconds, 0 for the kind's own
};

// sandbox_leave_network puts this process and all that it forks afterwards into a
// network namespace without an interface. It needs to be called with one thread
// only, and does nothing where the kernel does not let an ordinary user do so.
SANDBOX_API void sandbox_leave_network(void);

// sandbox_forget_environment removes all variables but those that the kind needs,
// and wipes their memory.
SANDBOX_API void sandbox_forget_environment(const char *kind);

// sandbox_enter confines the calling thread, which must be the only one. It returns
// NULL, or what went wrong, after which nothing may be read.
SANDBOX_API const char *sandbox_enter(const struct sandbox_order *order);

// sandbox_command reads this process's command line into buffer: words, each ended by
// a zero byte. It returns its length, 0 when it cannot be had whole.
SANDBOX_API size_t sandbox_command(char *buffer, size_t size);

// sandbox_in_force returns the layers that hold this process.
SANDBOX_API struct sandbox_layers sandbox_in_force(void);

// sandbox_mapped returns the address space that this process has mapped, in bytes,
// once, and -1 where it cannot be told.
SANDBOX_API long sandbox_mapped(void);

// sandbox_limit_memory bounds the address space of this process, in bytes. It
// returns false where that fails.
SANDBOX_API bool sandbox_limit_memory(rlim_t bytes);

// sandbox_probe tries to do what the sandbox forbids, as the words after the word
// "canary" say, and prints the layers and what became of each attempt. It returns
// the exit status of the process: 0 if all were denied, 3 if not.
SANDBOX_API int sandbox_probe(int count, char **words);

#endif
