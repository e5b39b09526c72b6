// Lines of tab-separated fields: how the office converter talks with the server
// on its standard input and output, and with its children over pipes. The
// messages themselves are listed in converters/wire/office.go.
#ifndef LECTERN_OFFICE_PROTOCOL_H
#define LECTERN_OFFICE_PROTOCOL_H

#include <stdbool.h>
#include <stddef.h>

// The longest line that is read, with its end; a path is the longest field.
#define LINE_SIZE 8192
// The most fields that any message has.
#define FIELDS_MAX 7

// A line_reader gathers lines from a descriptor. Start it as {.fd = fd}.
struct line_reader {
	int fd;
	size_t start; // of the next line in bytes
	size_t end;   // of what was read into bytes
	bool overlong;
	char bytes[LINE_SIZE];
};

// line_read reads once what is there. It returns false at the end of the input,
// on an error, and when a line was too long to be a message of ours.
bool line_read(struct line_reader *reader);

// line_next returns the next whole line without its end, valid until the next
// line_read, or NULL when there is none yet.
char *line_next(struct line_reader *reader);

// line_split cuts a line at its tabs, in place, and returns the number of fields,
// or -1 when there are more than FIELDS_MAX.
int line_split(char *line, char *fields[FIELDS_MAX]);

// line_write writes the fields, ended by a NULL, as one line. Control characters
// inside a field become spaces, so that no field can pose as another message.
// It returns false when nobody reads any longer.
bool line_write(int fd, const char *first, ...) __attribute__((sentinel));

#endif
