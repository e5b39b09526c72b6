// Go's runtime crashes with a long dump of its threads if it gets too little address space, often before any of the
// program's own code has run. Therefore this check in C runs before the runtime starts, and prints a short message.

#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

// The minimum address space in bytes. With less address space, the runtime crashes at random during its start. The
// message asks for the larger limit minAddressSpace in limits.go, because a server refuses to start with less.
static const rlim_t min_address_space = 2000000000;

__attribute__((constructor)) static void check_address_space(void)
{
	struct rlimit limit;
	if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur >= min_address_space)
		return;
	dprintf(STDERR_FILENO,
		"lectern: only %llu MB of address space may be used, and Lectern needs 2.5 GB: raise the limit (ulimit -v, or LimitAS= in the service)\n",
		(unsigned long long)limit.rlim_cur / 1000000);
	_exit(1);
}
