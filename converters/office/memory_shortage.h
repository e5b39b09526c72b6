// Detects that a child fails because memory ran out. LibreOffice does not report that: it crashes, or reports that the
// document cannot be read.
#ifndef LECTERN_OFFICE_MEMORY_SHORTAGE_H
#define LECTERN_OFFICE_MEMORY_SHORTAGE_H

#include <stdbool.h>
#include <sys/resource.h>

// Opens the file with the memory usage of this process. It must be called before the process is confined.
void memory_open(void);

// Reports whether this process has used so much resident memory that a failed allocation means that memory ran out,
// rather than that the request was absurd. limit is the limit of the address space in bytes.
bool memory_is_used(rlim_t limit);

// Reports whether this process has come close to the limit of its address space, in bytes, and has actually used
// memory.
bool memory_is_short(rlim_t limit);

// Sets the function that is called, in a signal handler, before this process dies of a crash while it is short of
// memory. It must be called after LibreOffice has started, because LibreOffice sets signal handlers too.
void memory_watch_crashes(rlim_t limit, void (*callback)(void));

#endif
