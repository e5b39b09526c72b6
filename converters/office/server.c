//go:build linux

#define _GNU_SOURCE
#include "server.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "child.h"
#include "child_pool.h"
#include "engine.h"
#include "folder.h"
#include "sandbox.h"
#include "temporary.h"
#include "warm.h"

// A spare child process is forked after this idle time, in milliseconds. Warming it up keeps a core busy for a third of
// a second.
#define QUIET_MS 25

// The minimum limit of open descriptors. LibreOffice and this process need less than half of it. The number of entries
// passed to poll must not exceed the limit either, and there is one for each of CHILDREN_MAX children.
#define DESCRIPTORS_MIN 128

// The first entries of the list for poll. The entries of the children follow.
enum { POLL_INPUT, POLL_EXITS, POLL_CHILDREN };

struct server {
	struct config config;
	engine *office;
	struct children children;
	struct line_reader input;
	int exit_fd; // readable when a child has ended
	struct pollfd watched[POLL_CHILDREN + CHILDREN_MAX];
};

// Handles a line from the server. It returns false if the line is not a valid command.
static bool handle_command(struct server *server, char *line)
{
	char *fields[FIELDS_MAX];
	int count = line_split(line, fields);
	if (count == 2 && strcmp(fields[0], "slow") == 0) {
		children_slow(&server->children, fields[1]);
		return true;
	}
	if (count == 2 && strcmp(fields[0], "kill") == 0) {
		children_kill(&server->children, fields[1]);
		return true;
	}
	if (count != 7 || strcmp(fields[0], "convert") != 0)
		return false;
	const struct order order = {
		.job = fields[1],
		.home = fields[2],
		.extension = fields[3],
		.family = fields[4],
		.password = fields[5],
		.speed = fields[6],
	};
	children_convert(&server->children, &order);
	return true;
}

// Reads commands. It returns false if the input has ended or is invalid.
static bool read_input(struct server *server)
{
	bool open = line_read(&server->input);
	for (char *line; open && (line = line_next(&server->input)) != NULL;)
		open = handle_command(server, line);
	return open;
}

static void set_poll_entries(struct server *server)
{
	server->watched[POLL_INPUT] = (struct pollfd){server->input.fd, POLLIN, 0};
	server->watched[POLL_EXITS] = (struct pollfd){server->exit_fd, POLLIN, 0};
	for (int i = 0; i < CHILDREN_MAX; i++) {
		struct child *child = &server->children.list[i];
		int fd = child->state == CHILD_NONE ? -1 : child->reports.fd;
		server->watched[POLL_CHILDREN + i] = (struct pollfd){fd, POLLIN, 0};
	}
}

// Reports whether a spare is wanted and no child is busy or being warmed.
static bool may_warm(struct server *server)
{
	return children_spare_wanted(&server->children) && children_count(&server->children, CHILD_BUSY) == 0 &&
		children_count(&server->children, CHILD_WARMING) == 0;
}

static void handle_children(struct server *server)
{
	for (int i = 0; i < CHILDREN_MAX; i++)
		if (server->watched[POLL_CHILDREN + i].revents != 0)
			children_read(&server->children, &server->children.list[i]);
	if (server->watched[POLL_EXITS].revents != 0) {
		char bytes[64];
		while (read(server->exit_fd, bytes, sizeof bytes) > 0) {
		}
		children_reap(&server->children);
	}
}

// Handles input and reports until the server closes the input, which also happens when the server dies.
static void serve(struct server *server)
{
	for (bool open = true; open;) {
		set_poll_entries(server);
		bool warm = may_warm(server);
		int ready = poll(server->watched, POLL_CHILDREN + CHILDREN_MAX, warm ? QUIET_MS : -1);
		if (ready < 0 && errno != EINTR)
			return;
		if (ready <= 0) {
			if (ready == 0 && !children_add_spare(&server->children))
				server->config.spares = 0;
			continue;
		}
		handle_children(server);
		if (server->watched[POLL_INPUT].revents != 0)
			open = read_input(server);
	}
}

// The pipe with which the signal handler wakes up poll when a child has ended.
static int exit_pipe[2] = {-1, -1};

static void on_child_exit(int signal)
{
	int kept = errno;
	(void)signal;
	// The result is ignored: if the pipe is full, poll wakes up anyway.
	(void)!write(exit_pipe[1], "", 1);
	errno = kept;
}

// Creates a descriptor that becomes readable when a child ends. It must be called after LibreOffice was loaded, because
// LibreOffice unblocks all signals. signalfd cannot be used: any thread of LibreOffice may receive the signal.
static bool watch_exits(struct server *server)
{
	const struct sigaction action = {.sa_handler = on_child_exit, .sa_flags = SA_RESTART | SA_NOCLDSTOP};
	if (pipe2(exit_pipe, O_NONBLOCK | O_CLOEXEC) != 0 || sigaction(SIGCHLD, &action, NULL) != 0)
		return false;
	server->exit_fd = exit_pipe[0];
	server->children.parent_fds[0] = exit_pipe[0];
	server->children.parent_fds[1] = exit_pipe[1];
	return true;
}

// Returns a new descriptor for standard output, which is for messages only, and redirects what LibreOffice prints there
// to standard error.
static int reserve_output(void)
{
	int out = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	if (out >= 0)
		dup2(STDERR_FILENO, STDOUT_FILENO);
	return out;
}

// Raises the limit of open descriptors to the maximum. It returns false if that is too low for LibreOffice and its
// children.
static bool raise_descriptor_limit(void)
{
	struct rlimit limit;
	if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
		return false;
	limit.rlim_cur = limit.rlim_max;
	return limit.rlim_max >= DESCRIPTORS_MIN && setrlimit(RLIMIT_NOFILE, &limit) == 0;
}

// Starts LibreOffice. It returns NULL, or an error message.
static const char *prepare(struct server *server, int count, char **arguments)
{
	signal(SIGPIPE, SIG_IGN);
	umask(077);
	if (!raise_descriptor_limit())
		return "too few descriptors may be open";
	// These calls need a process with one thread. LibreOffice has more once it is loaded.
	sandbox_leave_network();
	sandbox_forget_environment("office");
	if (!config_read(&server->config, count, arguments))
		return "the arguments are PROGRAM FOLDER MEMORY CPU SPARES [READ…]";
	if (!config_prepare(&server->config) || !temporary_begin(server->config.folder))
		return "the working folder cannot be filled";
	server->office = engine_start(server->config.program, server->config.profile);
	if (server->office == NULL)
		return "LibreOffice cannot be loaded";
	return NULL;
}

// Prepares the process for the first document. It returns NULL, or an error message.
static const char *warm(struct server *server)
{
	if (!warm_up(&server->config, server->config.folder))
		return "LibreOffice does not convert a sample";
	if (!engine_join_threads(server->office))
		return "the threads of LibreOffice do not end";
	// Return the memory that the sample conversions freed to the system, so that
	// forked children do not inherit it.
	malloc_trim(0);
	if (!watch_exits(server))
		return "the ends of children cannot be watched";
	return NULL;
}

static int fatal(const struct server *server, const char *error)
{
	line_write(server->children.out, "fatal", error, NULL);
	return 1;
}

// Runs in LibreOffice's main loop until the server is gone, and ends the process. LibreOffice is not shut down
// afterwards: that would take time, and the kernel frees everything.
static void work(void *data)
{
	struct server *server = data;
	const char *error = warm(server);
	if (error != NULL)
		_exit(fatal(server, error));
	line_write(server->children.out, "ready", NULL);
	serve(server);
	children_end(&server->children);
	folder_remove(server->config.folder);
	_exit(0);
}

int server_probe(int count, char **arguments, int canary_count, char **canaries)
{
	static struct config config;
	char work[PATH_MAX];
	sandbox_leave_network();
	sandbox_forget_environment("office");
	if (!config_read(&config, count, arguments) || !config_prepare(&config) ||
		!path_join(work, sizeof work, config.folder, "work") || mkdir(work, 0700) != 0)
		return 1;
	return child_probe(&(struct child_setup){.config = &config, .work = work}, canary_count, canaries);
}

int server_run(int count, char **arguments)
{
	static struct server server = {.input = {.fd = STDIN_FILENO}};
	server.children.config = &server.config;
	server.children.out = reserve_output();
	const char *error = prepare(&server, count, arguments);
	if (error != NULL)
		return fatal(&server, error);
	engine_run(server.office, work, &server);
	return fatal(&server, "LibreOffice does not run");
}
