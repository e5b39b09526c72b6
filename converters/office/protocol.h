// Lines of tab-separated fields. The office converter exchanges them with the server on its standard input and output,
// and with its children over pipes. converters/wire/office.go lists the messages.
#ifndef LECTERN_OFFICE_PROTOCOL_H
#define LECTERN_OFFICE_PROTOCOL_H

#include <stdbool.h>
#include <stddef.h>

// The maximum length of a line, including its end. The longest field is a path.
#define LINE_SIZE 8192
// The maximum number of fields of a message.
#define FIELDS_MAX 7

// A line_reader collects lines from a descriptor. Initialize it with {.fd = fd}.
struct line_reader {
	int fd;
	size_t start; // offset of the next line in bytes
	size_t end;   // end of the data in bytes
	bool overlong;
	char bytes[LINE_SIZE];
};

// Calls read once. It returns false at the end of the input, on an error, or if a line is longer than LINE_SIZE.
bool line_read(struct line_reader *reader);

// Returns the next complete line without its end, or NULL if there is none yet. The line is valid until the next
// line_read.
char *line_next(struct line_reader *reader);

// Splits a line at its tabs, in place, and returns the number of fields, or -1 if there are more than FIELDS_MAX.
int line_split(char *line, char *fields[FIELDS_MAX]);

// Writes the fields, which end with NULL, as one line. Control characters in a field become spaces, so that a field
// cannot contain another message. It returns false if the reader is gone.
bool line_write(int fd, const char *first, ...) __attribute__((sentinel));

#endif
