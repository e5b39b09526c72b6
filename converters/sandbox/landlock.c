//go:build linux

#define _GNU_SOURCE
#include "layers.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// From linux/landlock.h, of which older versions lack most.
enum { SYS_CREATE = 444, SYS_ADD = 445, SYS_RESTRICT = 446 };
enum { CREATE_VERSION = 1, RULE_PATH_BENEATH = 1 };

#define FS_EXECUTE (1ULL << 0)
#define FS_WRITE_FILE (1ULL << 1)
#define FS_READ_FILE (1ULL << 2)
#define FS_READ_DIR (1ULL << 3)
#define FS_REMOVE_DIR (1ULL << 4)
#define FS_REMOVE_FILE (1ULL << 5)
#define FS_MAKE_DIR (1ULL << 7)
#define FS_MAKE_REG (1ULL << 8)
#define FS_REFER (1ULL << 13)
#define FS_TRUNCATE (1ULL << 14)
#define NET_ALL (1ULL << 0 | 1ULL << 1)   // bind and connect with TCP
#define SCOPE_ALL (1ULL << 0 | 1ULL << 1) // abstract Unix sockets, signals

#define READ (FS_READ_FILE | FS_READ_DIR)
#define WRITE \
	(READ | FS_WRITE_FILE | FS_TRUNCATE | FS_REFER | FS_MAKE_DIR | FS_MAKE_REG | FS_REMOVE_DIR | FS_REMOVE_FILE)
// Rights that apply to a file. A rule for a file must not contain other rights.
#define OF_A_FILE (FS_READ_FILE | FS_WRITE_FILE | FS_TRUNCATE)

struct ruleset {
	uint64_t fs, net, scope;
};

// A rule in the layout of the kernel.
struct rule {
	uint64_t allowed;
	int32_t parent;
} __attribute__((packed));

// Sets all rights that the kernel's ABI can deny, and returns the size of its structure.
static size_t all_rights(int abi, struct ruleset *all)
{
	// The number of file system rights of each ABI, from the kernel's
	// Documentation/userspace-api/landlock.rst.
	const int rights = abi >= 5 ? 16 : abi >= 3 ? 15 : abi == 2 ? 14 : 13;
	all->fs = (1ULL << rights) - 1;
	all->net = abi >= 4 ? NET_ALL : 0;
	all->scope = abi >= 6 ? SCOPE_ALL : 0;
	if (abi >= 6)
		return sizeof *all;
	return abi >= 4 ? offsetof(struct ruleset, scope) : offsetof(struct ruleset, net);
}

static bool allow(int ruleset, const char *path, uint64_t rights)
{
	struct stat about;
	int fd = open(path, O_PATH | O_CLOEXEC);
	// A missing file needs no rule, because it cannot be read anyway.
	if (fd < 0)
		return errno == ENOENT || errno == EACCES || errno == ENOTDIR;
	bool known = fstat(fd, &about) == 0;
	if (known && !S_ISDIR(about.st_mode))
		rights &= OF_A_FILE;
	const struct rule rule = {rights, fd};
	bool done = known && syscall(SYS_ADD, ruleset, RULE_PATH_BENEATH, &rule, 0) == 0;
	close(fd);
	return done;
}

static bool allow_all(int ruleset, uint64_t handled, const char *const *const lists[], const char *work)
{
	for (; *lists != NULL; lists++)
		for (const char *const *path = *lists; *path != NULL; path++)
			if (!allow(ruleset, *path, READ & handled))
				return false;
	return allow(ruleset, "/dev/null", (READ | FS_WRITE_FILE) & handled) &&
		(work == NULL || allow(ruleset, work, WRITE & handled));
}

int restrict_files(const char *const *const lists[], const char *work)
{
	struct ruleset all;
	// Landlock may be missing, disabled, or blocked by a container.
	long abi = syscall(SYS_CREATE, NULL, 0, CREATE_VERSION);
	if (abi < 1)
		return LAYER_MISSING;
	size_t size = all_rights((int)abi, &all);
	int ruleset = (int)syscall(SYS_CREATE, &all, size, 0);
	if (ruleset < 0)
		return LAYER_FAILED;
	bool done = allow_all(ruleset, all.fs, lists, work) && syscall(SYS_RESTRICT, ruleset, 0) == 0;
	close(ruleset);
	return done ? (int)abi : LAYER_FAILED;
}
