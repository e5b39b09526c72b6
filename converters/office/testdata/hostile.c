// hostile MODE FOLDER
//
// Runs child_pool.c with a child that misbehaves as MODE says instead of converting, and prints the messages to the
// server. FOLDER must contain a folder "job" with a file "input".
#define _GNU_SOURCE
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../child.h"
#include "../child_pool.h"
#include "../folder.h"

static const char *mode;

static void write_text(int fd, const char *text)
{
	if (write(fd, text, strlen(text)) < 0)
		_exit(3);
}

static void flood(int fd)
{
	char bytes[1024];
	memset(bytes, 'x', sizeof bytes);
	while (write(fd, bytes, sizeof bytes) > 0) {
	}
}

static void make_result(const char *work)
{
	char path[PATH_MAX];
	if (!path_join(path, sizeof path, work, WHOLE_NAME) || !file_write(path, (const unsigned char *)"%PDF-", 5))
		_exit(4);
}

void child_run(const struct child_setup *setup)
{
	char order[256];
	setpgid(0, 0);
	signal(SIGPIPE, SIG_DFL);
	if (read(setup->orders, order, sizeof order) < 0)
		_exit(5);
	if (strcmp(mode, "flood") == 0)
		flood(setup->report);
	if (strcmp(mode, "nothing-there") == 0)
		write_text(setup->report, "whole\n");
	if (strcmp(mode, "another-job") == 0)
		write_text(setup->report, "failed\t9\tdamaged\tx\n");
	if (strcmp(mode, "warm-twice") == 0)
		write_text(setup->report, "warm\n");
	if (strcmp(mode, "forged") == 0)
		write_text(setup->report,
			"failed\tdamaged\tone\rwhole\x01"
			"1\n");
	if (strcmp(mode, "after-the-end") == 0) {
		make_result(setup->work);
		write_text(setup->report, "whole\nfailed\tdamaged\tx\n");
	}
	if (strcmp(mode, "lingers") == 0) {
		make_result(setup->work);
		write_text(setup->report, "whole\n");
	}
	if (strcmp(mode, "memory") == 0)
		write_text(setup->report, "memory\n");
	if (strcmp(mode, "segv") == 0 || strcmp(mode, "memory") == 0)
		raise(SIGSEGV);
	if (strcmp(mode, "killed") == 0)
		raise(SIGKILL);
	if (strcmp(mode, "terminated") == 0)
		raise(SIGTERM);
	if (strcmp(mode, "leaves") == 0)
		_exit(7);
	if (strcmp(mode, "silent") == 0)
		close(setup->report);
	for (;;)
		pause();
}

// Reads the reports of the children until there are no children.
static void work(struct children *all)
{
	for (;;) {
		struct pollfd watched[CHILDREN_MAX];
		int live = 0;
		for (int i = 0; i < CHILDREN_MAX; i++) {
			struct child *child = &all->list[i];
			live += child->state != CHILD_NONE;
			watched[i] = (struct pollfd){child->state == CHILD_NONE ? -1 : child->reports.fd, POLLIN, 0};
		}
		if (live == 0)
			return;
		poll(watched, CHILDREN_MAX, 10);
		for (int i = 0; i < CHILDREN_MAX; i++)
			if (watched[i].revents != 0)
				children_read(all, &all->list[i]);
		children_reap(all);
	}
}

int main(int count, char **arguments)
{
	static struct children all;
	static struct config config;
	char home[PATH_MAX];
	if (count != 3 || !path_join(home, sizeof home, arguments[2], "job"))
		return 2;
	mode = arguments[1];
	signal(SIGPIPE, SIG_IGN);
	config.folder = arguments[2];
	config.memory = (rlim_t)1 << 32;
	all.config = &config;
	all.out = STDOUT_FILENO;
	all.parent_fds[0] = all.parent_fds[1] = -1;
	char job[] = "1", extension[] = "docx", family[] = "text", password[] = "", speed[] = "hurry";
	const struct order order = {
		.job = job, .home = home, .extension = extension, .family = family, .password = password, .speed = speed};
	children_convert(&all, &order);
	work(&all);
	return 0;
}
