// The lists of the filter: which system calls the processes make. Found by
// tracing conversions and pages of every type (strace), and by what the C library
// and Go's runtime may call besides. Each list ends with -1.
#ifndef LECTERN_SANDBOX_SYSCALLS_H
#define LECTERN_SANDBOX_SYSCALLS_H

// Calls that every converter may make, whatever their arguments are.
extern const int calls_of_all[];
// Calls that make, rename and remove files.
extern const int calls_for_files[];
// Calls that take messages from the socket.
extern const int calls_for_messages[];
// Calls that map libraries.
extern const int calls_for_loading[];
// Calls that are refused as not permitted, not as unknown: libraries try some of
// them and go on without, and what a document tries is easier to tell.
extern const int calls_refused[];

// Calls that bring files to the disk. What a converter writes is a working copy, which
// the server stores: to wait for the disk twice in each document is of no use.
extern const int calls_pretended[];

// The commands that these calls may be made with, each one more than it is, for
// the list ends with 0.
extern const unsigned prctl_choice[], ioctl_choice[], fcntl_choice[];

#endif
