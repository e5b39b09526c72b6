//go:build linux

#include "protocol.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

// Moves the incomplete line to the start of the buffer.
static void make_room(struct line_reader *reader)
{
	memmove(reader->bytes, reader->bytes + reader->start, reader->end - reader->start);
	reader->end -= reader->start;
	reader->start = 0;
}

bool line_read(struct line_reader *reader)
{
	make_room(reader);
	if (reader->end == LINE_SIZE) {
		reader->overlong = true;
		return false;
	}
	ssize_t got;
	do
		got = read(reader->fd, reader->bytes + reader->end, LINE_SIZE - reader->end);
	while (got < 0 && errno == EINTR);
	if (got < 0)
		return errno == EAGAIN || errno == EWOULDBLOCK;
	reader->end += (size_t)got;
	return got > 0;
}

char *line_next(struct line_reader *reader)
{
	char *line = reader->bytes + reader->start;
	char *stop = memchr(line, '\n', reader->end - reader->start);
	if (stop == NULL)
		return NULL;
	*stop = '\0';
	reader->start = (size_t)(stop + 1 - reader->bytes);
	return line;
}

int line_split(char *line, char *fields[FIELDS_MAX])
{
	int count = 0;
	for (char *rest = line; rest != NULL; count++) {
		if (count == FIELDS_MAX)
			return -1;
		fields[count] = strsep(&rest, "\t");
	}
	return count;
}

// Appends a field to the line, truncated if necessary, and returns the new length of the line.
static size_t append_field(char *line, size_t length, const char *field)
{
	for (; *field != '\0' && length < LINE_SIZE - 2; field++) {
		unsigned char c = (unsigned char)*field;
		line[length++] = (c < 0x20 || c == 0x7f) ? ' ' : (char)c;
	}
	return length;
}

static bool write_all(int fd, const char *bytes, size_t length)
{
	while (length > 0) {
		ssize_t put = write(fd, bytes, length);
		if (put < 0 && errno == EINTR)
			continue;
		if (put < 0)
			return false;
		bytes += put;
		length -= (size_t)put;
	}
	return true;
}

bool line_write(int fd, const char *first, ...)
{
	char line[LINE_SIZE];
	size_t length = append_field(line, 0, first);
	va_list fields;
	va_start(fields, first);
	for (const char *field; (field = va_arg(fields, const char *)) != NULL;) {
		if (length < LINE_SIZE - 2)
			line[length++] = '\t';
		length = append_field(line, length, field);
	}
	va_end(fields);
	line[length++] = '\n';
	return write_all(fd, line, length);
}
