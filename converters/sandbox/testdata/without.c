// without LAYER… -- PROGRAM ARGUMENT…
//
// Runs a program as on a kernel that lacks layers of the sandbox. It installs a filter that lets the system calls of
// these layers fail as on such a kernel; the program inherits the filter.
#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define ANSWER(error) (SECCOMP_RET_ERRNO | (error))

// Installs a filter that makes a system call fail with an error.
static int refuse(unsigned call, unsigned error)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, ANSWER(error)),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	const struct sock_fprog program = {sizeof code / sizeof code[0], code};
	return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

static int disable_layer(const char *layer)
{
	if (strcmp(layer, "files") == 0)
		return refuse(444, ENOSYS); // landlock_create_ruleset
	if (strcmp(layer, "network") == 0)
		return refuse(__NR_unshare, EPERM);
	if (strcmp(layer, "system calls") == 0)
		return refuse(__NR_seccomp, ENOSYS);
	if (strcmp(layer, "close_range") == 0)
		return refuse(436, ENOSYS);
	return -1;
}

int main(int count, char **words)
{
	int word = 1;
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	for (; word < count && strcmp(words[word], "--") != 0; word++)
		if (disable_layer(words[word]) != 0) {
			perror(words[word]);
			return 125;
		}
	execv(words[word + 1], words + word + 1);
	perror(words[word + 1]);
	return 126;
}
