// Go's runtime ends a program that gets too little address space, often before any of its code runs, with the state of
// its threads.

#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

// The minimum in bytes. With less, the runtime ends programs at random during their start.
static const rlim_t least_to_start = 2000000000;

__attribute__((constructor)) static void check_address_space(void)
{
	struct rlimit limit;
	if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur >= least_to_start)
		return;
	dprintf(STDERR_FILENO,
		"lectern: only %llu MB of address space may be used, and Lectern needs 2.5 GB: raise the limit (ulimit -v, or LimitAS= in the service)\n",
		(unsigned long long)limit.rlim_cur / 1000000);
	_exit(1);
}
