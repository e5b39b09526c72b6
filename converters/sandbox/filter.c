#define _GNU_SOURCE
#include "layers.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "syscalls.h"

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "the system calls of this architecture are not listed"
#endif

#define FILTER_MAX 1024

struct filter {
	struct sock_filter code[FILTER_MAX];
	unsigned short length;
};

// The filter looks at the lower half of an argument only, of which alone the
// kernel makes use in every call whose argument is looked at here: process ids,
// flags, commands and protections are ints, or have no meaning above.
#define ARGUMENT(n) (offsetof(struct seccomp_data, args) + 8 * (n))

#define ALLOW SECCOMP_RET_ALLOW
#define REFUSE(error) (SECCOMP_RET_ERRNO | ((error) & SECCOMP_RET_DATA))

static void add(struct filter *filter, struct sock_filter instruction)
{
	// The lists are constant and fit, which any run of any test shows.
	if (filter->length < FILTER_MAX)
		filter->code[filter->length++] = instruction;
}

static void load(struct filter *filter, size_t offset)
{
	add(filter, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned)offset));
}

static void answer(struct filter *filter, unsigned verdict)
{
	add(filter, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, verdict));
}

// answer_if gives the verdict where the loaded value is this one.
static void answer_if(struct filter *filter, unsigned value, unsigned verdict)
{
	add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1));
	answer(filter, verdict);
}

static void answer_all(struct filter *filter, const int *calls, unsigned verdict)
{
	for (; *calls >= 0; calls++)
		answer_if(filter, (unsigned)*calls, verdict);
}

// A check of one argument of a call: it is let through when the bits of mask are,
// as same says, the value or anything else.
struct check {
	int call, argument;
	unsigned mask, value;
	bool same;
	int error; // what it fails with otherwise
};

// add_check lets the calls of a check through if they pass it.
static void add_check(struct filter *filter, const struct check *check)
{
	add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)check->call, 0, 5));
	load(filter, ARGUMENT(check->argument));
	add(filter, (struct sock_filter)BPF_STMT(BPF_ALU | BPF_AND | BPF_K, check->mask));
	add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, check->value,
						 check->same ? 0 : 1, check->same ? 1 : 0));
	answer(filter, ALLOW);
	answer(filter, REFUSE(check->error));
}

// add_choice lets a call through if its argument is in the list.
static void add_choice(struct filter *filter, int call, int argument, const unsigned *choice)
{
	unsigned short start = filter->length;
	add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)call, 0, 0));
	load(filter, ARGUMENT(argument));
	for (; *choice != 0; choice++)
		answer_if(filter, *choice - 1, ALLOW);
	answer(filter, REFUSE(EPERM));
	filter->code[start].jf = (unsigned char)(filter->length - start - 1);
}

// add_start refuses the calls of other architectures, whose numbers mean others.
static void add_start(struct filter *filter)
{
	load(filter, offsetof(struct seccomp_data, arch));
	add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0));
	answer(filter, REFUSE(ENOSYS));
	load(filter, offsetof(struct seccomp_data, nr));
#ifdef __X32_SYSCALL_BIT
	add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, __X32_SYSCALL_BIT, 0, 1));
	answer(filter, REFUSE(ENOSYS));
#endif
}

// Threads may be made, processes not. What a namespace is made with is refused by
// the kernel together with CLONE_THREAD, or needs a capability, which there is not.
static const struct check of_all[] = {
	{__NR_clone, 0, CLONE_THREAD, CLONE_THREAD, true, EPERM},
	{__NR_prlimit64, 0, ~0U, 0, true, EPERM}, // its own limits only
	// A file that is opened to be read must not be cut by it: Landlock knows of
	// that since its third ABI only.
	{__NR_openat, 2, O_ACCMODE | O_TRUNC, O_TRUNC, false, EACCES},
#ifdef __NR_open
	{__NR_open, 1, O_ACCMODE | O_TRUNC, O_TRUNC, false, EACCES},
#endif
};

// A process without a folder opens nothing to write to it.
static const struct check without_files[] = {
	{__NR_openat, 2, O_ACCMODE | O_CREAT | O_TRUNC, 0, true, EACCES},
#ifdef __NR_open
	{__NR_open, 1, O_ACCMODE | O_CREAT | O_TRUNC, 0, true, EACCES},
#endif
};

static const struct check without_loading[] = {
	{__NR_mmap, 2, PROT_EXEC, 0, true, EPERM},
	{__NR_mprotect, 2, PROT_EXEC, 0, true, EPERM},
};

static void add_checks(struct filter *filter, const struct check *checks, size_t count)
{
	for (size_t i = 0; i < count; i++)
		add_check(filter, &checks[i]);
}

#define ADD_CHECKS(filter, checks) add_checks(filter, checks, sizeof(checks) / sizeof((checks)[0]))

// add_self lets signals through that go to this very process.
static void add_self(struct filter *filter)
{
	const unsigned self = (unsigned)getpid();
	const struct check checks[] = {
		{__NR_kill, 0, ~0U, self, true, EPERM},
		{__NR_tgkill, 0, ~0U, self, true, EPERM},
	};
	ADD_CHECKS(filter, checks);
}

// The first rule that speaks of a call decides, so that what is narrower for a
// kind of process comes before what is wider.
static void build(struct filter *filter, unsigned does)
{
	add_start(filter);
	answer_all(filter, calls_of_all, ALLOW);
	if (does & DOES_FILES)
		answer_all(filter, calls_for_files, ALLOW);
	else
		ADD_CHECKS(filter, without_files);
	if (does & DOES_MESSAGES)
		answer_all(filter, calls_for_messages, ALLOW);
	if (does & DOES_LOAD)
		answer_all(filter, calls_for_loading, ALLOW);
	else
		ADD_CHECKS(filter, without_loading);
	ADD_CHECKS(filter, of_all);
	add_self(filter);
	add_choice(filter, __NR_prctl, 0, prctl_choice);
	add_choice(filter, __NR_ioctl, 1, ioctl_choice);
	add_choice(filter, __NR_fcntl, 1, fcntl_choice);
	answer_all(filter, calls_refused, REFUSE(EPERM));
	// What is not known here is answered as by a kernel that does not have it,
	// so that a newer C library falls back to what is known.
	answer(filter, REFUSE(ENOSYS));
}

enum layer filter_system_calls(unsigned does)
{
	static struct filter filter;
	filter.length = 0;
	build(&filter, does);
	const struct sock_fprog program = {.len = filter.length, .filter = filter.code};
	if (prctl(PR_GET_SECCOMP, 0, 0, 0, 0) < 0)
		return LAYER_MISSING;
	if (syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0)
		return LAYER_HOLDS;
	// EINVAL: the kernel has no filters.
	return errno == ENOSYS || errno == EINVAL ? LAYER_MISSING : LAYER_FAILED;
}
