//go:build linux

#define _GNU_SOURCE
#include "layers.h"
#include "sandbox.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <sched.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

extern char **environ;

// A process enters the sandbox once. The layers in force do not change afterwards.
static struct sandbox_layers in_force;
static int statm = -1;

void sandbox_leave_network(void)
{
#ifndef LECTERN_NO_SANDBOX
	// Only a user namespace lets an ordinary user create a network namespace. User ids are not mapped in it, so that
	// the process accesses files as the same user as before.
	in_force.network = unshare(CLONE_NEWUSER | CLONE_NEWNET) == 0 || unshare(CLONE_NEWNET) == 0;
#endif
}

static bool is_kept(const char *variable, const char *const *kept)
{
	for (; *kept != NULL; kept++) {
		size_t length = strlen(*kept);
		if (strncmp(variable, *kept, length) == 0 && variable[length] == '=')
			return true;
	}
	return false;
}

void sandbox_forget_environment(const char *name)
{
#ifndef LECTERN_NO_SANDBOX
	const struct sandbox_kind *kind = sandbox_kind_named(name);
	// The variables are overwritten in place, and the list of variables keeps its length: Go's runtime, which starts
	// later, expects the auxiliary vector directly after the list.
	for (char **variable = environ; kind != NULL && *variable != NULL; variable++)
		if (!is_kept(*variable, kind->kept_variables))
			explicit_bzero(*variable, strlen(*variable));
#else
	(void)name;
	(void)is_kept;
#endif
}

// Limits a resource. A limit that is already lower is kept.
static bool lower_limit(__rlimit_resource_t resource, rlim_t value)
{
	struct rlimit now;
	if (getrlimit(resource, &now) != 0)
		return false;
	if (now.rlim_max < value)
		value = now.rlim_max;
	now.rlim_cur = now.rlim_max = value;
	return setrlimit(resource, &now) == 0;
}

static bool limit_all(const struct sandbox_kind *kind, const struct sandbox_order *order)
{
	rlim_t cpu = order->cpu != 0 ? order->cpu : kind->cpu;
	return lower_limit(RLIMIT_CORE, 0) && lower_limit(RLIMIT_FSIZE, kind->file) &&
		lower_limit(RLIMIT_NOFILE, kind->open) && lower_limit(RLIMIT_MEMLOCK, 0) && lower_limit(RLIMIT_MSGQUEUE, 0) &&
		(cpu == 0 || lower_limit(RLIMIT_CPU, cpu)) && (order->memory == 0 || lower_limit(RLIMIT_AS, order->memory));
}

// Removes all capabilities, which root and the first process in a user namespace have, and prevents the process from
// regaining them.
static bool drop_privileges(void)
{
	struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
	const struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0, 0, 0}};
	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(SYS_capset, &header, none) == 0;
}

// Enters the layers one after another. The filter is last, because it blocks system calls that the other layers need.
static const char *confine(const struct sandbox_kind *kind, const struct sandbox_order *order)
{
	static const char *const none[] = {NULL};
	const char *const *const readable[] = {kind->readable, order->readable != NULL ? order->readable : none, NULL};
	in_force.limits = limit_all(kind, order);
	if (!in_force.limits)
		return "the limits of resources cannot be set";
	in_force.privileges = drop_privileges();
	if (!in_force.privileges)
		return "the privileges cannot be dropped";
	in_force.files = restrict_files(readable, order->work);
	if (in_force.files == LAYER_FAILED)
		return "the file system cannot be narrowed";
	enum layer calls = filter_system_calls(kind->operations);
	if (calls == LAYER_FAILED)
		return "the system calls cannot be filtered";
	in_force.system_calls = calls == LAYER_ACTIVE;
	in_force.entered = true;
	return NULL;
}

const char *sandbox_enter(const struct sandbox_order *order)
{
	const struct sandbox_kind *kind = sandbox_kind_named(order->kind);
	if (kind == NULL)
		return "there is no such kind of process";
	// This file is opened now, because it cannot be opened from inside of the sandbox.
	if (order->memory == 0)
		statm = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
#ifdef LECTERN_NO_SANDBOX
	(void)confine;
	in_force.entered = limit_all(kind, order);
	return in_force.entered ? NULL : "the limits of resources cannot be set";
#else
	return confine(kind, order);
#endif
}

struct sandbox_layers sandbox_in_force(void)
{
	return in_force;
}

long sandbox_mapped_bytes(void)
{
	char text[64];
	ssize_t length = read(statm, text, sizeof text - 1);
	close(statm);
	statm = -1;
	if (length <= 0)
		return -1;
	text[length] = '\0';
	return strtol(text, NULL, 10) * sysconf(_SC_PAGESIZE);
}

bool sandbox_limit_memory(rlim_t bytes)
{
	return lower_limit(RLIMIT_AS, bytes);
}
