//go:build linux

#define _GNU_SOURCE
#include <string.h>
#include <unistd.h>

#include "sandbox.h"
#include "server.h"

#define COMMAND_SIZE 16384
#define WORDS_MAX 64

// Splits the command line into words, followed by NULL, and returns their number.
static int split_command(char *buffer, size_t length, char **words)
{
	int count = 0;
	for (char *word = buffer; word < buffer + length && count < WORDS_MAX; count++) {
		words[count] = word;
		word += strlen(word) + 1;
	}
	words[count] = NULL;
	return count;
}

// Enters the sandbox with the arguments before the word "canary", and tries forbidden operations on the canaries after
// it.
static int probe(int count, char **words)
{
	int canary = 0;
	while (canary < count && strcmp(words[canary], "canary") != 0)
		canary++;
	int named = canary < count ? count - canary - 1 : 0;
	words[canary] = NULL;
	return server_probe(canary, words, named, words + canary + 1);
}

// Runs before the Go runtime starts. In an office converter, the runtime never starts: its threads and signal handlers
// would not survive the forks, and would interfere with LibreOffice's. The command line is read from /proc, because not
// every C library passes it to constructors.
static void __attribute__((constructor)) run_office_converter(void)
{
	static char buffer[COMMAND_SIZE];
	char *words[WORDS_MAX + 1];
	size_t length = sandbox_command(buffer, sizeof buffer - 1);
	int count = split_command(buffer, length, words);
	if (count >= 2 && strcmp(words[1], "office") == 0)
		_exit(server_run(count - 2, words + 2));
	if (count >= 3 && strcmp(words[1], "probe") == 0 && strcmp(words[2], "office") == 0)
		_exit(probe(count - 3, words + 3));
}
