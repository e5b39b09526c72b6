//go:build linux

#define _GNU_SOURCE
#include "report.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "memory_shortage.h"
#include "protocol.h"

static int report_fd = -1;
static rlim_t limit;
static struct timespec step_begin;

void report_begin(int fd, rlim_t memory)
{
	report_fd = fd;
	limit = memory;
}

void report_word(const char *word)
{
	line_write(report_fd, word, NULL);
}

void report_fact(const char *name, const char *value)
{
	line_write(report_fd, "fact", name, value, NULL);
}

void report_start_clock(void)
{
	clock_gettime(CLOCK_MONOTONIC, &step_begin);
}

void report_step(const char *name)
{
	char took[24], memory[24];
	struct timespec begin = step_begin;
	struct rusage usage = {0};
	report_start_clock();
	getrusage(RUSAGE_SELF, &usage);
	snprintf(took, sizeof took, "%lld",
		(step_begin.tv_sec - begin.tv_sec) * 1000000LL + (step_begin.tv_nsec - begin.tv_nsec) / 1000);
	snprintf(memory, sizeof memory, "%ld", usage.ru_maxrss);
	line_write(report_fd, "step", name, took, memory, NULL);
}

void report_out_of_memory(void)
{
	report_word("memory");
}

void report_failed_allocation(void)
{
	report_word(memory_is_used(limit) ? "memory" : "refused");
}

void report_failed(const char *reason, const char *detail)
{
	if (memory_is_short(limit))
		report_out_of_memory();
	line_write(report_fd, "failed", reason, detail, NULL);
	report_end();
}

void report_end(void)
{
	// LibreOffice is not shut down. That would take time, and the kernel frees everything.
	_exit(0);
}
