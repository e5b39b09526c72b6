// inside KIND READ WORK
//
// Enters the sandbox of a kind. READ is a folder that may be read, with the file "file". WORK is the working folder,
// which may be written, with the program "program". Makes one call after the other, and prints the result of each: the
// name of an error, or "ok".
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../sandbox.h"

static void say(const char *name, long got)
{
	printf("%s: %s\n", name, got < 0 ? strerrorname_np(errno) : "ok");
}

static void *nothing(void *at)
{
	return at;
}

static long start_thread(void)
{
	pthread_t thread;
	errno = pthread_create(&thread, NULL, nothing, NULL);
	return errno == 0 ? pthread_join(thread, NULL) : -1;
}

static long map(int protection)
{
	return mmap(NULL, 4096, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? -1 : 0;
}

static long limit_other(void)
{
	struct rlimit limit;
	return syscall(SYS_prlimit64, getppid(), RLIMIT_CORE, NULL, &limit);
}

static long list(const char *folder)
{
	DIR *open = opendir(folder);
	if (open == NULL)
		return -1;
	errno = 0;
	return readdir(open) == NULL ? -1 : closedir(open);
}

static void try_files(const char *folder, const char *read)
{
	say("list the granted folder", list(folder));
	say("read a granted file", open(read, O_RDONLY));
	say("write a granted file", open(read, O_WRONLY));
	say("cut a granted file", open(read, O_RDONLY | O_TRUNC));
	say("cut it by its name", truncate(read, 0));
	say("change its mode", chmod(read, 0));
	say("change its times", utimensat(AT_FDCWD, read, NULL, 0));
	say("link to it", link(read, "linked"));
	say("make a file", openat(AT_FDCWD, "new", O_RDWR | O_CREAT, 0600));
	say("rename it", rename("new", "old"));
	say("remove it", unlink("old"));
	say("make a folder", mkdir("folder", 0700));
	say("make a symbolic link", symlink("/etc/passwd", "link"));
	say("make a socket", mknod("socket", S_IFSOCK | 0600, 0));
	say("leave the folder by its parent", open("../../../../../etc/passwd", O_RDONLY));
	say("read the parent folder", open("..", O_RDONLY | O_DIRECTORY));
	say("read the kernel's log", open("/proc/kmsg", O_RDONLY));
	say("write to nothing", open("/dev/null", O_RDONLY));
}

static void try_calls(void)
{
	say("start a thread", start_thread());
	say("fork", syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL));
	say("clone3", syscall(SYS_clone3, NULL, 0));
	say("signal itself", kill(getpid(), 0));
	say("signal the group", kill(0, 0));
	say("signal init", kill(1, 0));
	say("limits of another", limit_other());
	say("send signals by a descriptor", fcntl(0, F_SETOWN, getppid()));
	say("name itself", prctl(PR_SET_NAME, "inside"));
	say("undo its death", prctl(PR_SET_PDEATHSIG, 0));
	say("type on a terminal", ioctl(0, TIOCSTI, "x"));
	say("map memory", map(PROT_READ | PROT_WRITE));
	say("map a program", map(PROT_READ | PROT_EXEC));
	say("an unknown call", syscall(9999));
#ifdef __x86_64__
	say("a call of x32", syscall(0x40000000 | SYS_getpid));
	say("socket of any family", syscall(SYS_socket, 40, 0, 0));
#endif
	say("io_uring", syscall(425, 1, NULL));
	say("run a program", execl("./program", "program", (char *)NULL));
}

int main(int count, char **words)
{
	if (count != 4)
		return 2;
	char path[4096];
	const char *const reads[] = {words[2], "/nowhere", NULL};
	snprintf(path, sizeof path, "%s/file", words[2]);
	setvbuf(stdout, NULL, _IOFBF, 1 << 16);
	const char *wrong =
		sandbox_enter(&(struct sandbox_order){.kind = words[1], .reads = reads, .work = words[3], .memory = 1 << 30});
	if (wrong != NULL) {
		fprintf(stderr, "%s\n", wrong);
		return 1;
	}
	try_files(words[2], path);
	try_calls();
	return 0;
}
