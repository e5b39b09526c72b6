#define _GNU_SOURCE
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "server.h"

#define COMMAND_SIZE 16384
#define WORDS_MAX 16

// read_command reads this process's command line into buffer: words, each ended
// by a zero byte. It gives its length, 0 when it cannot be had.
static size_t read_command(char *buffer, size_t size)
{
	size_t length = 0;
	int fd = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return 0;
	for (ssize_t got; length < size && (got = read(fd, buffer + length, size - length)) > 0;)
		length += (size_t)got;
	close(fd);
	return length;
}

static int split_command(char *buffer, size_t length, char **words)
{
	int count = 0;
	for (char *word = buffer; word < buffer + length && count < WORDS_MAX; count++) {
		words[count] = word;
		word += strlen(word) + 1;
	}
	return count;
}

// take_over runs before the Go runtime starts. When the process is the office
// converter it never does: Go's threads and signal handlers would not survive
// the forks, and LibreOffice wants both to itself. The command line is read from
// /proc because not every C library hands it to a constructor.
static void __attribute__((constructor)) take_over(void)
{
	static char buffer[COMMAND_SIZE];
	char *words[WORDS_MAX];
	size_t length = read_command(buffer, sizeof buffer - 1);
	int count = split_command(buffer, length, words);
	if (count >= 2 && strcmp(words[1], "office") == 0)
		_exit(server_run(count - 2, words + 2));
}
