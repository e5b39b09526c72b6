//go:build linux

#define _GNU_SOURCE
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "child.h"
#include "folder.h"

// Creates the working folder of a child. Its name has not been used before.
static bool make_work_folder(struct children *all, struct child *child)
{
	char name[32];
	snprintf(name, sizeof name, "child-%lu", ++all->created_count);
	return path_join(child->work, sizeof child->work, all->config->folder, name) && mkdir(child->work, 0700) == 0;
}

void descriptor_close(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

// Runs in a new child. It closes the descriptors that belong to the parent and to other children. Otherwise the pipes
// of another child would stay open after that child has died, and the new child could write to them.
static void close_parent_descriptors(struct children *all)
{
	for (int i = 0; i < CHILDREN_MAX; i++) {
		if (all->list[i].state == CHILD_NONE)
			continue;
		descriptor_close(&all->list[i].orders);
		descriptor_close(&all->list[i].reports.fd);
	}
	for (size_t i = 0; i < sizeof all->parent_fds / sizeof all->parent_fds[0]; i++)
		descriptor_close(&all->parent_fds[i]);
	descriptor_close(&all->out);
}

static bool make_pipes(int orders[2], int report[2])
{
	if (pipe2(orders, O_CLOEXEC) != 0)
		return false;
	if (pipe2(report, O_CLOEXEC) == 0) {
		fcntl(report[0], F_SETFL, O_NONBLOCK);
		return true;
	}
	close(orders[0]);
	close(orders[1]);
	return false;
}

bool process_start(struct children *all, struct child *child, bool warm)
{
	int orders[2], report[2];
	if (!make_work_folder(all, child))
		return false;
	if (!make_pipes(orders, report)) {
		int error = errno;
		rmdir(child->work);
		errno = error;
		return false;
	}
	pid_t parent = getpid();
	pid_t pid = fork();
	int error = errno;
	if (pid == 0) {
		close_parent_descriptors(all);
		close(orders[1]);
		close(report[0]);
		child_run(&(struct child_setup){.config = all->config,
			.parent = parent,
			.work = child->work,
			.orders = orders[0],
			.report = report[1],
			.warm = warm});
	}
	close(orders[0]);
	close(report[1]);
	child->pid = pid;
	child->orders = orders[1];
	child->reports.fd = report[0];
	child->reports.start = child->reports.end = 0;
	child->short_of_memory = false;
	child->refused = false;
	child->killed = false;
	child->job[0] = '\0';
	if (pid < 0) {
		descriptor_close(&child->orders);
		descriptor_close(&child->reports.fd);
		rmdir(child->work);
		errno = error;
		return false;
	}
	// Both the parent and the child set the process group, so that it is set before either of them continues.
	setpgid(pid, pid);
	child->state = warm ? CHILD_WARMING : CHILD_BUSY;
	return true;
}
