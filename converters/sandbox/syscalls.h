// The lists of system calls for the filter. They were found by tracing (strace) conversions and pages of every document
// type, and contain other calls that the C library and Go's runtime may make. Each list of calls ends with -1.
#ifndef LECTERN_SANDBOX_SYSCALLS_H
#define LECTERN_SANDBOX_SYSCALLS_H

// Calls that every converter may make, with any arguments.
extern const int calls_for_all[];
// Calls that create, rename and remove files.
extern const int calls_for_files[];
// Calls that receive messages from the socket.
extern const int calls_for_messages[];
// Calls that map libraries.
extern const int calls_for_loading[];
// Calls that fail with EPERM instead of ENOSYS. Libraries try some of them and continue without them, and EPERM makes
// forbidden attempts of a document easier to recognize.
extern const int calls_refused[];

// Calls that flush files to the disk. They are skipped but reported as successful: a converter only writes working
// copies, which the server stores later, so waiting for the disk here would be useless.
extern const int calls_pretended[];

// The commands that are allowed for prctl, ioctl and fcntl. Each element is the command plus 1, because the lists end
// with 0.
extern const unsigned prctl_allowed[], ioctl_allowed[], fcntl_allowed[];

#endif
