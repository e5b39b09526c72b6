// Detects that a child fails for want of memory: the engine does not report it, it crashes
// or says that a document cannot be read.
#ifndef LECTERN_OFFICE_MEMORY_H
#define LECTERN_OFFICE_MEMORY_H

#include <stdbool.h>
#include <sys/resource.h>

// memory_open makes ready to look at this process's memory, which needs a file
// that cannot be opened once the process is confined.
void memory_open(void);

// memory_is_used reports whether this process has had so much resident that an allocation
// that fails is for want of memory, and not absurd in itself; limit is that of its address
// space, in bytes.
bool memory_is_used(rlim_t limit);

// memory_is_short reports whether this process has come close to a limit of its
// address space, in bytes, with memory that it used.
bool memory_is_short(rlim_t limit);

// memory_watch_crashes lets a crash that comes of want of memory be told: told is
// called, in a signal handler, before the process dies of its signal. It is to be
// called when the engine has started, which sets handlers of its own.
void memory_watch_crashes(rlim_t limit, void (*told)(void));

#endif
