// Reports of a child process to its parent. The file descriptor is a global variable of report.c, because the callbacks
// of LibreOffice have no context argument, and a child converts only one document.
#ifndef LECTERN_OFFICE_REPORT_H
#define LECTERN_OFFICE_REPORT_H

#include <sys/resource.h>

// Sets the descriptor for reports. memory is the limit of the address space in bytes.
void report_begin(int fd, rlim_t memory);

// Reports a message that consists of one word.
void report_word(const char *word);

// Reports a property of the document that a reader may need to know.
void report_fact(const char *name, const char *value);

// Reports the end of a step. The step began at the previous report_step or report_start_clock.
void report_step(const char *name);

// Starts the clock for the first step.
void report_start_clock(void);

// Reports that memory ran out. The conversion may still succeed.
void report_out_of_memory(void);

// Reports that an allocation failed, because memory ran out or because the request was absurd, such as for a damaged
// length.
void report_failed_allocation(void);

// Reports why the document cannot be converted, and ends the child.
void report_failed(const char *reason, const char *detail) __attribute__((noreturn));

// Ends the child.
void report_end(void) __attribute__((noreturn));

#endif
