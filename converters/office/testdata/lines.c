// Reads lines from standard input with protocol.c, and writes them to standard output with their fields in brackets.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../folder.h"
#include "../protocol.h"

static void show(char *line)
{
	char *fields[FIELDS_MAX], shown[LINE_SIZE];
	int count = line_split(line, fields);
	snprintf(shown, sizeof shown, "%d", count);
	line_write(STDOUT_FILENO, shown, count > 0 ? fields[0] : "", count > 0 ? fields[count - 1] : "", NULL);
}

int main(int count, char **arguments)
{
	if (count == 3 && strcmp(arguments[1], "url") == 0) {
		char url[64];
		bool fits = path_url(url, sizeof url, arguments[2]);
		puts(fits ? url : "too long");
		return 0;
	}
	if (count == 3 && strcmp(arguments[1], "remove") == 0) {
		folder_remove(arguments[2]);
		return 0;
	}
	static struct line_reader reader = {.fd = STDIN_FILENO};
	while (line_read(&reader))
		for (char *line; (line = line_next(&reader)) != NULL;)
			show(line);
	if (reader.overlong)
		puts("overlong");
	return 0;
}
