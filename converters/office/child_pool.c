//go:build linux

#define _GNU_SOURCE
#include "child_pool.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

#include "folder.h"
#include "process.h"

// If this many consecutive spares die while they are warmed, no more spares are created. Each document then gets a new
// child, which is slower but more reliable.
#define FAILED_SPARES_MAX 3

// The longest time to wait for the exit of a child after its pipe was closed, in nanoseconds, and the number of checks
// during that time. A child that is exiting is usually gone at the first check.
#define DEATH_WAIT 20000000
#define DEATH_CHECKS 20

// The nice value of a child with lowered priority. Children start with the value of their parent, which the server sets
// to 5.
#define SLOW_PRIORITY 15

int children_count(const struct children *all, enum child_state state)
{
	int count = 0;
	for (int i = 0; i < CHILDREN_MAX; i++)
		count += all->list[i].state == state;
	return count;
}

static struct child *find_state(struct children *all, enum child_state state)
{
	for (int i = 0; i < CHILDREN_MAX; i++)
		if (all->list[i].state == state)
			return &all->list[i];
	return NULL;
}

// Forks a child. It returns NULL if that fails.
static struct child *start(struct children *all, bool warm)
{
	struct child *child = find_state(all, CHILD_NONE);
	errno = 0;
	return child != NULL && process_start(all, child, warm) ? child : NULL;
}

bool children_add_spare(struct children *all)
{
	return start(all, true) != NULL;
}

bool children_spare_wanted(const struct children *all)
{
	int spares = children_count(all, CHILD_WARM) + children_count(all, CHILD_WARMING);
	return spares < all->config->spares && all->failed_spares < FAILED_SPARES_MAX;
}

static void report_failed(struct children *all, const char *job, const char *reason, const char *detail)
{
	line_write(all->out, "failed", job, reason, detail, NULL);
}

// Reports that no child could be created for a job. error is the errno of the failed system call, which determines the
// reported reason.
static void report_no_child(struct children *all, const char *job, int error)
{
	switch (error) {
	case EMFILE:
	case ENFILE:
		report_failed(all, job, "machine", "descriptors");
		break;
	case EAGAIN:
		report_failed(all, job, "machine", "processes");
		break;
	case ENOMEM:
		report_failed(all, job, "machine", "memory");
		break;
	default:
		report_failed(all, job, "crashed", "no child could be made");
	}
}

// Moves the input into the working folder of the child and sends the child its order.
static bool hand_over(struct child *child, const struct order *order)
{
	char name[32], from[PATH_MAX], to[PATH_MAX];
	snprintf(name, sizeof name, INPUT_NAME ".%s", order->extension);
	return path_join(from, sizeof from, order->home, INPUT_NAME) && path_join(to, sizeof to, child->work, name) &&
		rename(from, to) == 0 &&
		line_write(child->orders, order->extension, order->family, order->password, order->speed, NULL);
}

// Reports the id of the process that converts the job.
static void report_begun(struct children *all, const struct child *child)
{
	char pid[16];
	snprintf(pid, sizeof pid, "%d", (int)child->pid);
	line_write(all->out, "begun", child->job, pid, NULL);
}

void children_convert(struct children *all, const struct order *order)
{
	struct child *child = find_state(all, CHILD_WARM);
	if (child == NULL)
		child = start(all, false);
	if (child == NULL) {
		report_no_child(all, order->job, errno);
		return;
	}
	if (strlen(order->job) >= JOB_SIZE || strlen(order->home) >= PATH_MAX) {
		report_failed(all, order->job, "crashed", "the names of the order are too long");
		return;
	}
	child->state = CHILD_BUSY;
	strcpy(child->job, order->job);
	strcpy(child->home, order->home);
	report_begun(all, child);
	// If the order cannot be sent, the child is killed. The end of a child without a result is reported when it is
	// noticed.
	if (!hand_over(child, order))
		kill(-child->pid, SIGKILL);
	descriptor_close(&child->orders);
}

static struct child *find_job(struct children *all, const char *job)
{
	for (int i = 0; i < CHILDREN_MAX; i++)
		if (all->list[i].state == CHILD_BUSY && strcmp(all->list[i].job, job) == 0)
			return &all->list[i];
	return NULL;
}

void children_slow(struct children *all, const char *job)
{
	struct child *child = find_job(all, job);
	if (child != NULL)
		setpriority(PRIO_PGRP, (id_t)child->pid, SLOW_PRIORITY);
}

void children_kill(struct children *all, const char *job)
{
	struct child *child = find_job(all, job);
	if (child == NULL)
		return;
	child->killed = true;
	kill(-child->pid, SIGKILL);
}

// Moves a result into the job's folder and reports it to the server.
static bool deliver(struct children *all, struct child *child, const char *file, const char *message)
{
	char from[PATH_MAX], to[PATH_MAX];
	if (!path_join(from, sizeof from, child->work, file) || !path_join(to, sizeof to, child->home, file) ||
		rename(from, to) != 0)
		return false;
	return line_write(all->out, message, child->job, NULL);
}

// Reports that a part of the document may be missing, if an allocation failed during the conversion.
static void report_left_out(struct children *all, const struct child *child)
{
	if (child->short_of_memory || child->refused)
		line_write(all->out, "fact", child->job, "left-out", "", NULL);
}

// Handles a line of a child. It returns false if the child may not send that line in its current state. Children parse
// documents and are not trusted.
static bool handle_report(struct children *all, struct child *child, char *line)
{
	char *fields[FIELDS_MAX];
	int count = line_split(line, fields);
	if (count == 1 && strcmp(fields[0], "memory") == 0)
		return child->short_of_memory = true;
	if (count == 1 && strcmp(fields[0], "refused") == 0)
		return child->refused = true;
	if (count == 1 && strcmp(fields[0], "warm") == 0 && child->state == CHILD_WARMING) {
		child->state = CHILD_WARM;
		all->failed_spares = 0;
		return line_write(all->out, "spare", NULL);
	}
	if (child->state != CHILD_BUSY)
		return false;
	if (count == 1 && strcmp(fields[0], "first") == 0)
		return deliver(all, child, FIRST_NAME, "first");
	if (count == 3 && strcmp(fields[0], "fact") == 0)
		return line_write(all->out, "fact", child->job, fields[1], fields[2], NULL);
	if (count == 4 && strcmp(fields[0], "step") == 0)
		return line_write(all->out, "step", child->job, fields[1], fields[2], fields[3], NULL);
	if (count == 3 && strcmp(fields[0], "failed") == 0) {
		bool locked = strcmp(fields[1], "protected") == 0 || strcmp(fields[1], "password") == 0 ||
			strcmp(fields[1], "encryption") == 0;
		bool memory = child->short_of_memory && !locked;
		report_failed(all, child->job, memory ? "memory" : fields[1], fields[2]);
	} else if (count == 1 && strcmp(fields[0], "whole") == 0) {
		report_left_out(all, child);
		if (!deliver(all, child, WHOLE_NAME, "whole"))
			return false;
	} else {
		return false;
	}
	child->state = CHILD_DONE;
	return true;
}

// Reports whether a process has ended, or ends within DEATH_WAIT. It waits because the end of the child's pipe becomes
// visible before the child's exit.
static bool has_died(pid_t pid)
{
	const struct timespec moment = {.tv_nsec = DEATH_WAIT / DEATH_CHECKS};
	for (int i = 0; i < DEATH_CHECKS; i++) {
		siginfo_t info = {0};
		if (waitid(P_PID, pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid != 0)
			return true;
		nanosleep(&moment, NULL);
	}
	return false;
}

void children_read(struct children *all, struct child *child)
{
	bool open = line_read(&child->reports);
	for (char *line; (line = line_next(&child->reports)) != NULL;)
		open = handle_report(all, child, line) && open;
	if (open && child->state != CHILD_DONE)
		return;
	// The child has closed its pipe, has sent an invalid line, or is done. A child that is done should exit by itself,
	// but it is not trusted to.
	if (child->state == CHILD_BUSY && !child->killed)
		child->killed = !has_died(child->pid);
	kill(-child->pid, SIGKILL);
	descriptor_close(&child->reports.fd);
}

// Returns the reason for the end of a child that did not report one.
static const char *reason_of(const struct child *child, int status)
{
	bool by_kill = WIFSIGNALED(status) && (WTERMSIG(status) == SIGKILL || WTERMSIG(status) == SIGTERM);
	if (child->short_of_memory)
		return "memory";
	return by_kill && !child->killed ? "killed" : "crashed";
}

// Reports the failure of a child that died before it finished its document.
static void report_death(struct children *all, struct child *child, int status)
{
	char detail[64];
	if (WIFSIGNALED(status))
		snprintf(detail, sizeof detail, "the child was ended by signal %d", WTERMSIG(status));
	else
		snprintf(detail, sizeof detail, "the child left with status %d", WEXITSTATUS(status));
	report_failed(all, child->job, reason_of(child, status), detail);
}

// Releases the resources of a dead child.
static void clear_away(struct children *all, struct child *child, int status)
{
	// The child may have written reports just before its death. They are read here.
	while (child->reports.fd >= 0)
		children_read(all, child);
	if (child->state == CHILD_BUSY)
		report_death(all, child, status);
	if (child->state == CHILD_WARMING)
		all->failed_spares++;
	descriptor_close(&child->orders);
	folder_remove(child->work);
	child->state = CHILD_NONE;
}

static struct child *find_pid(struct children *all, pid_t pid)
{
	for (int i = 0; i < CHILDREN_MAX; i++)
		if (all->list[i].state != CHILD_NONE && all->list[i].pid == pid)
			return &all->list[i];
	return NULL;
}

// Clears away one child that has ended. With WNOHANG in options it does not wait. It returns false if there is no child
// to reap.
static bool reap_one(struct children *all, int options)
{
	siginfo_t info = {0};
	int status;
	// WNOWAIT leaves the process a zombie. The process group id of a zombie cannot be reused, so kill reaches the right
	// group.
	if (waitid(P_ALL, 0, &info, WEXITED | WNOWAIT | options) != 0 || info.si_pid == 0)
		return errno == EINTR;
	kill(-info.si_pid, SIGKILL);
	waitpid(info.si_pid, &status, 0);
	struct child *child = find_pid(all, info.si_pid);
	if (child != NULL)
		clear_away(all, child, status);
	return true;
}

void children_reap(struct children *all)
{
	while (reap_one(all, WNOHANG)) {
	}
}

void children_end(struct children *all)
{
	for (int i = 0; i < CHILDREN_MAX; i++)
		if (all->list[i].state != CHILD_NONE)
			kill(-all->list[i].pid, SIGKILL);
	while (reap_one(all, 0)) {
	}
}
