// Reports of a child process to its parent. The file descriptor is a global variable of report.c, because the callbacks
// of the engine have no context argument, and a child converts only one document.
#ifndef LECTERN_OFFICE_REPORT_H
#define LECTERN_OFFICE_REPORT_H

#include <sys/resource.h>

// report_begin sets where to report; memory is the limit of the address space.
void report_begin(int fd, rlim_t memory);

// report_line reports a message that is one word.
void report_line(const char *word);

// report_fact reports something that a reader might want to know.
void report_fact(const char *name, const char *value);

// report_step reports that a step is done, which began with the last report of a
// step or with report_clock.
void report_step(const char *name);

// report_clock begins the first step.
void report_clock(void);

// report_memory reports that the memory is used up. It is not the end where the
// engine can do without more.
void report_memory(void);

// report_refused reports that an allocation failed: for want of memory, or because it was
// absurd, as that of a damaged length is.
void report_refused(void);

// report_failed reports why the document cannot be converted, and ends the child.
void report_failed(const char *reason, const char *detail) __attribute__((noreturn));

// report_end ends the child.
void report_end(void) __attribute__((noreturn));

#endif
