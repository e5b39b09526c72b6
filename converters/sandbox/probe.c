//go:build linux

#define _GNU_SOURCE
#include "layers.h"
#include "sandbox.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

// The exit status if an attempt was allowed.
#define STATUS_ALLOWED 3

// Results of an attempt that was not made, and of one whose target is missing.
#define NOT_MADE (-1)
#define NOT_THERE (-2)

// The targets of the attempts. A target is NULL if the command line does not contain it.
struct canaries {
	const char *file, *tcp, *udp, *socket, *outside, *variable, *descriptor;
};

static int error_of(long got)
{
	return got < 0 ? errno : 0;
}

static int try_open(const char *path, int flags)
{
	if (path == NULL)
		return NOT_MADE;
	int fd = open(path, flags | O_CLOEXEC, 0600);
	int error = error_of(fd);
	// If the file is missing, the attempt does not show whether the sandbox would have allowed it.
	if (error == ENOENT)
		return NOT_MADE;
	if (fd >= 0)
		close(fd);
	return error;
}

static int try_read(const struct canaries *targets)
{
	return try_open(targets->file, O_RDONLY);
}

static int try_read_users(const struct canaries *targets)
{
	(void)targets;
	return try_open("/etc/passwd", O_RDONLY);
}

static int try_read_parent(const struct canaries *targets)
{
	char path[64];
	(void)targets;
	snprintf(path, sizeof path, "/proc/%d/environ", (int)getppid());
	return try_open(path, O_RDONLY);
}

static int try_variable(const struct canaries *targets)
{
	if (targets->variable == NULL)
		return NOT_MADE;
	return getenv(targets->variable) == NULL ? NOT_THERE : 0;
}

static int try_descriptor(const struct canaries *targets)
{
	return targets->descriptor == NULL ? NOT_MADE : error_of(fcntl(atoi(targets->descriptor), F_GETFD));
}

static int try_write(const struct canaries *targets)
{
	return try_open(targets->outside, O_WRONLY | O_CREAT);
}

static int try_chmod(const struct canaries *targets)
{
	return targets->file == NULL ? NOT_MADE : error_of(chmod(targets->file, 0600));
}

static int try_send(int type, const struct sockaddr *to, socklen_t size)
{
	int fd = socket(to->sa_family, type | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return errno;
	int error = error_of(connect(fd, to, size));
	if (error == 0)
		error = error_of(write(fd, "x", 1));
	close(fd);
	// ECONNREFUSED is an answer from outside of the sandbox, so the connection was not blocked.
	return error == ECONNREFUSED ? 0 : error;
}

static int try_port(const char *port, int type)
{
	if (port == NULL)
		return NOT_MADE;
	const struct sockaddr_in to = {
		.sin_family = AF_INET, .sin_port = htons((unsigned short)atoi(port)), .sin_addr = {htonl(INADDR_LOOPBACK)}};
	return try_send(type, (const struct sockaddr *)&to, sizeof to);
}

static int try_tcp(const struct canaries *targets)
{
	return try_port(targets->tcp, SOCK_STREAM);
}

static int try_udp(const struct canaries *targets)
{
	return try_port(targets->udp, SOCK_DGRAM);
}

static int try_socket(const struct canaries *targets)
{
	struct sockaddr_un to = {.sun_family = AF_UNIX};
	if (targets->socket == NULL || strlen(targets->socket) >= sizeof to.sun_path)
		return NOT_MADE;
	strcpy(to.sun_path, targets->socket);
	return try_send(SOCK_STREAM, (const struct sockaddr *)&to, sizeof to);
}

static int try_fork(const struct canaries *targets)
{
	(void)targets;
	long pid = syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
	if (pid == 0)
		_exit(0);
	if (pid > 0)
		waitpid((pid_t)pid, NULL, 0);
	return error_of(pid);
}

static int try_trace(const struct canaries *targets)
{
	(void)targets;
	return error_of(ptrace(PTRACE_SEIZE, getppid(), NULL, NULL));
}

static int try_peek(const struct canaries *targets)
{
	char byte;
	const struct iovec here = {&byte, 1}, there = {(void *)&environ, 1};
	(void)targets;
	int error = error_of(process_vm_readv(getppid(), &here, 1, &there, 1, 0));
	// EFAULT means that access to the other process was allowed and that only the address is invalid there.
	return error == EFAULT ? 0 : error;
}

static int try_signal(const struct canaries *targets)
{
	(void)targets;
	return error_of(kill(getppid(), 0));
}

static int try_namespace(const struct canaries *targets)
{
	(void)targets;
	return error_of(unshare(CLONE_NEWUSER));
}

static int try_memory(const struct canaries *targets)
{
	struct rlimit limit;
	(void)targets;
	if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
		return 0;
	void *got = mmap(NULL, limit.rlim_cur, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	return got == MAP_FAILED ? errno : 0;
}

// This attempt is the last one: if it succeeds, this program is replaced by echo, which then reports the success.
static int try_execute(const struct canaries *targets)
{
	(void)targets;
	return error_of(execl("/bin/echo", "echo", "-e", "attempt\\trun a program\\tALLOWED\\t", (char *)NULL));
}

static const struct attempt {
	const char *name;
	int (*make)(const struct canaries *targets);
} attempts[] = {
	{"read a file", try_read},
	{"read the list of users", try_read_users},
	{"read the parent's environment", try_read_parent},
	{"read a variable", try_variable},
	{"use a descriptor of the server", try_descriptor},
	{"write a file outside", try_write},
	{"change a file's mode", try_chmod},
	{"connect by TCP", try_tcp},
	{"send by UDP", try_udp},
	{"connect to a Unix socket", try_socket},
	{"make a process", try_fork},
	{"trace the parent", try_trace},
	{"read the parent's memory", try_peek},
	{"signal the parent", try_signal},
	{"make a namespace", try_namespace},
	{"take more memory", try_memory},
	{"run a program", try_execute},
};

// Returns the name of the layer that causes this error.
static const char *layer_of(int error)
{
	const struct sandbox_layers layers = sandbox_in_force();
	switch (error) {
	case NOT_THERE:
		return "empty environment";
	case EBADF:
		return "closed descriptors";
	case EPERM:
	case ENOSYS:
		return layers.system_calls ? "system call filter" : "kernel";
	case EACCES:
		return layers.files > 0 ? "Landlock" : "kernel";
	case ENETUNREACH:
		return "network namespace";
	case ENOMEM:
		return "limit of memory";
	}
	return strerror(error);
}

static void parse_canary(struct canaries *targets, const char *word)
{
	const struct {
		const char *name;
		const char **value;
	} names[] = {
		{"file=", &targets->file},
		{"tcp=", &targets->tcp},
		{"udp=", &targets->udp},
		{"socket=", &targets->socket},
		{"outside=", &targets->outside},
		{"variable=", &targets->variable},
		{"descriptor=", &targets->descriptor},
	};
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (strncmp(word, names[i].name, strlen(names[i].name)) == 0)
			*names[i].value = word + strlen(names[i].name);
}

static void print_layers(void)
{
	const struct sandbox_layers layers = sandbox_in_force();
	dprintf(STDOUT_FILENO,
		"layer\tsystem calls\t%d\nlayer\tfiles\t%d\nlayer\tnetwork\t%d\n"
		"layer\tprivileges\t%d\nlayer\tlimits\t%d\n",
		layers.system_calls, layers.files, layers.network, layers.privileges, layers.limits);
}

int sandbox_probe(int count, char **words)
{
	struct canaries targets = {0};
	int status = 0;
	for (int i = 0; i < count; i++)
		parse_canary(&targets, words[i]);
	print_layers();
	for (size_t i = 0; i < sizeof attempts / sizeof attempts[0]; i++) {
		int error = attempts[i].make(&targets);
		if (error == NOT_MADE)
			continue;
		if (error == 0)
			status = STATUS_ALLOWED;
		dprintf(STDOUT_FILENO, "attempt\t%s\t%s\t%s\n", attempts[i].name, error == 0 ? "ALLOWED" : "denied",
			error == 0 ? "" : layer_of(error));
	}
	return status;
}
