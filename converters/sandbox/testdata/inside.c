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

static void print_result(const char *name, long got)
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
	print_result("list the granted folder", list(folder));
	print_result("read a granted file", open(read, O_RDONLY));
	print_result("write a granted file", open(read, O_WRONLY));
	print_result("cut a granted file", open(read, O_RDONLY | O_TRUNC));
	print_result("cut it by its name", truncate(read, 0));
	print_result("change its mode", chmod(read, 0));
	print_result("change its times", utimensat(AT_FDCWD, read, NULL, 0));
	print_result("link to it", link(read, "linked"));
	print_result("make a file", openat(AT_FDCWD, "new", O_RDWR | O_CREAT, 0600));
	print_result("rename it", rename("new", "old"));
	print_result("remove it", unlink("old"));
	print_result("make a folder", mkdir("folder", 0700));
	print_result("make a symbolic link", symlink("/etc/passwd", "link"));
	print_result("make a socket", mknod("socket", S_IFSOCK | 0600, 0));
	print_result("leave the folder by its parent", open("../../../../../etc/passwd", O_RDONLY));
	print_result("read the parent folder", open("..", O_RDONLY | O_DIRECTORY));
	print_result("read the kernel's log", open("/proc/kmsg", O_RDONLY));
	print_result("write to nothing", open("/dev/null", O_RDONLY));
}

static void try_calls(void)
{
	print_result("start a thread", start_thread());
	print_result("fork", syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL));
	print_result("clone3", syscall(SYS_clone3, NULL, 0));
	print_result("signal itself", kill(getpid(), 0));
	print_result("signal the group", kill(0, 0));
	print_result("signal init", kill(1, 0));
	print_result("limits of another", limit_other());
	print_result("send signals by a descriptor", fcntl(0, F_SETOWN, getppid()));
	print_result("name itself", prctl(PR_SET_NAME, "inside"));
	print_result("undo its death", prctl(PR_SET_PDEATHSIG, 0));
	print_result("type on a terminal", ioctl(0, TIOCSTI, "x"));
	print_result("map memory", map(PROT_READ | PROT_WRITE));
	print_result("map a program", map(PROT_READ | PROT_EXEC));
	print_result("an unknown call", syscall(9999));
#ifdef __x86_64__
	print_result("a call of x32", syscall(0x40000000 | SYS_getpid));
	print_result("socket of any family", syscall(SYS_socket, 40, 0, 0));
#endif
	print_result("io_uring", syscall(425, 1, NULL));
	print_result("run a program", execl("./program", "program", (char *)NULL));
}

int main(int count, char **words)
{
	if (count != 4)
		return 2;
	char path[4096];
	const char *const readable[] = {words[2], "/nowhere", NULL};
	snprintf(path, sizeof path, "%s/file", words[2]);
	setvbuf(stdout, NULL, _IOFBF, 1 << 16);
	const char *error = sandbox_enter(
		&(struct sandbox_order){.kind = words[1], .readable = readable, .work = words[3], .memory = 1 << 30});
	if (error != NULL) {
		fprintf(stderr, "%s\n", error);
		return 1;
	}
	try_files(words[2], path);
	try_calls();
	return 0;
}
