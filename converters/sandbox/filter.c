//go:build linux

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

// One more than the highest number of a system call in the lists.
#define CALLS 512
#define FILTER_MAX 2048

#define ALLOW SECCOMP_RET_ALLOW
#define REFUSE(error) (SECCOMP_RET_ERRNO | (SECCOMP_RET_DATA & (error)))
// The verdict on a call that is skipped but reported as successful.
#define PRETEND REFUSE(0)

// A check of one argument of a call. If allowed is not NULL, the call is allowed if the argument is in allowed.
// Otherwise, the bits in mask are compared with value: if same is true, the call is allowed if they are equal; if same
// is false, it is allowed if they differ.
struct check {
	int call, argument;
	unsigned mask, value;
	bool same;
	int error; // the error that a refused call returns
	const unsigned *allowed;
};

// The treatment of a call: a check if there is one, otherwise a verdict.
struct rule {
	unsigned verdict;
	const struct check *check;
};

struct filter {
	struct rule rules[CALLS]; // by call number
	int starts[CALLS];        // first calls of runs of equal rules
	int runs;
	struct sock_filter code[FILTER_MAX];
	unsigned short length;
};

// The filter only checks the lower half of an argument. The kernel only uses that half in all calls with a check:
// process ids, flags, commands and protections are ints, or their upper half has no meaning.
#define ARGUMENT(n) (offsetof(struct seccomp_data, args) + 8 * (n))

static void add_instruction(struct filter *filter, struct sock_filter instruction)
{
	// No error is reported if the filter is full, because the lists of calls are constant and fit. If they did not fit,
	// every test of the sandbox would fail.
	if (filter->length < FILTER_MAX)
		filter->code[filter->length++] = instruction;
}

static void add_load(struct filter *filter, size_t offset)
{
	add_instruction(filter, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned)offset));
}

static void add_verdict(struct filter *filter, unsigned verdict)
{
	add_instruction(filter, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, verdict));
}

static void add_verdict_if(struct filter *filter, unsigned value, unsigned verdict)
{
	add_instruction(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1));
	add_verdict(filter, verdict);
}

static void add_check(struct filter *filter, const struct check *check)
{
	add_load(filter, ARGUMENT(check->argument));
	if (check->allowed != NULL) {
		for (const unsigned *one = check->allowed; *one != 0; one++)
			add_verdict_if(filter, *one - 1, ALLOW);
		add_verdict(filter, REFUSE(check->error));
		return;
	}
	add_instruction(filter, (struct sock_filter)BPF_STMT(BPF_ALU | BPF_AND | BPF_K, check->mask));
	add_verdict_if(filter, check->value, check->same ? ALLOW : REFUSE(check->error));
	add_verdict(filter, check->same ? REFUSE(check->error) : ALLOW);
}

// Writes a binary search among consecutive runs. first is the index of the first of these runs, and last is the index
// after the last one. The kernel needs twice as long to install a filter with a linear search.
static void add_runs(struct filter *filter, int first, int last)
{
	if (last - first == 1) {
		const struct rule *rule = &filter->rules[filter->starts[first]];
		if (rule->check != NULL)
			add_check(filter, rule->check);
		else
			add_verdict(filter, rule->verdict);
		return;
	}
	int middle = (first + last) / 2;
	add_instruction(
		filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, (unsigned)filter->starts[middle], 0, 1));
	unsigned short jump = filter->length;
	add_instruction(filter, (struct sock_filter)BPF_STMT(BPF_JMP | BPF_JA, 0));
	add_runs(filter, first, middle);
	if (jump < FILTER_MAX)
		filter->code[jump].k = filter->length - jump - 1U;
	add_runs(filter, middle, last);
}

static void find_runs(struct filter *filter)
{
	filter->runs = 0;
	for (int call = 0; call < CALLS; call++) {
		const struct rule *rule = &filter->rules[call], *before = rule - 1;
		if (call == 0 || rule->verdict != before->verdict || rule->check != before->check)
			filter->starts[filter->runs++] = call;
	}
}

// Threads may be created, processes may not. The kernel refuses new namespaces together with CLONE_THREAD, or
// requires a capability that the process does not have.
static const struct check checks_for_all[] = {
	{__NR_clone, 0, CLONE_THREAD, CLONE_THREAD, true, EPERM, NULL},
	{__NR_prlimit64, 0, ~0U, 0, true, EPERM, NULL}, // only the process's own limits
	// Opening a file for reading must not truncate it. Landlock only prevents that since its third ABI.
	{__NR_openat, 2, O_ACCMODE | O_TRUNC, O_TRUNC, false, EACCES, NULL},
#ifdef __NR_open
	{__NR_open, 1, O_ACCMODE | O_TRUNC, O_TRUNC, false, EACCES, NULL},
#endif
	{__NR_prctl, 0, 0, 0, true, EPERM, prctl_allowed},
	{__NR_ioctl, 1, 0, 0, true, EPERM, ioctl_allowed},
	{__NR_fcntl, 1, 0, 0, true, EPERM, fcntl_allowed},
};

// A process without a working folder must not open files for writing.
static const struct check checks_without_files[] = {
	{__NR_openat, 2, O_ACCMODE | O_CREAT | O_TRUNC, 0, true, EACCES, NULL},
#ifdef __NR_open
	{__NR_open, 1, O_ACCMODE | O_CREAT | O_TRUNC, 0, true, EACCES, NULL},
#endif
};

static const struct check checks_without_loading[] = {
	{__NR_mmap, 2, PROT_EXEC, 0, true, EPERM, NULL},
	{__NR_mprotect, 2, PROT_EXEC, 0, true, EPERM, NULL},
};

// Signals may only go to this process, whose id is set at run time.
static struct check self_signal_checks[] = {
	{__NR_kill, 0, ~0U, 0, true, EPERM, NULL},
	{__NR_tgkill, 0, ~0U, 0, true, EPERM, NULL},
};

static void rule_all(struct filter *filter, const int *calls, unsigned verdict)
{
	for (; *calls >= 0; calls++)
		filter->rules[*calls] = (struct rule){.verdict = verdict};
}

static void check_all(struct filter *filter, const struct check *checks, size_t count)
{
	for (size_t i = 0; i < count; i++)
		filter->rules[checks[i].call] = (struct rule){.check = &checks[i]};
}

#define CHECK_ALL(filter, checks) check_all(filter, checks, sizeof(checks) / sizeof((checks)[0]))

// Sets the rule of each call. Later rules override earlier ones, so narrower rules come after wider ones.
static void set_rules(struct filter *filter, unsigned operations)
{
	// Calls that are not listed are answered as by a kernel without them, so that a newer C library falls back to
	// older calls.
	for (int call = 0; call < CALLS; call++)
		filter->rules[call] = (struct rule){.verdict = REFUSE(ENOSYS)};
	rule_all(filter, calls_refused, REFUSE(EPERM));
	rule_all(filter, calls_pretended, PRETEND);
	rule_all(filter, calls_for_all, ALLOW);
	CHECK_ALL(filter, checks_for_all);
	self_signal_checks[0].value = self_signal_checks[1].value = (unsigned)getpid();
	CHECK_ALL(filter, self_signal_checks);
	if (operations & ALLOW_FILES)
		rule_all(filter, calls_for_files, ALLOW);
	else
		CHECK_ALL(filter, checks_without_files);
	if (operations & ALLOW_MESSAGES)
		rule_all(filter, calls_for_messages, ALLOW);
	if (operations & ALLOW_LOADING)
		rule_all(filter, calls_for_loading, ALLOW);
	else
		CHECK_ALL(filter, checks_without_loading);
}

// Writes the program of the filter. Calls of other architectures are refused, because their numbers mean other calls.
// x32 calls are refused too: their numbers are above all listed ones and belong to the last run, which is refused.
static void build(struct filter *filter, unsigned operations)
{
	filter->length = 0;
	set_rules(filter, operations);
	find_runs(filter);
	add_load(filter, offsetof(struct seccomp_data, arch));
	add_instruction(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0));
	add_verdict(filter, REFUSE(ENOSYS));
	add_load(filter, offsetof(struct seccomp_data, nr));
	add_runs(filter, 0, filter->runs);
}

enum layer filter_system_calls(unsigned operations)
{
	static struct filter filter;
	build(&filter, operations);
	const struct sock_fprog program = {.len = filter.length, .filter = filter.code};
	if (prctl(PR_GET_SECCOMP, 0, 0, 0, 0) < 0)
		return LAYER_MISSING;
	if (syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0)
		return LAYER_ACTIVE;
	// EINVAL means that the kernel does not support filters.
	return errno == ENOSYS || errno == EINVAL ? LAYER_MISSING : LAYER_FAILED;
}
