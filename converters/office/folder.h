// Folders on disk: the working folder of each child, and its removal.
#ifndef LECTERN_OFFICE_FOLDER_H
#define LECTERN_OFFICE_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

// The names of a child's files in its working folder. The input is named INPUT_NAME, a dot and the extension of its
// type.
#define INPUT_NAME "input"
#define FIRST_NAME "first.pdf"
#define WHOLE_NAME "whole.pdf"

// Writes "folder/name" to path. It returns false if the result is too long.
bool path_join(char *path, size_t size, const char *folder, const char *name);

// Writes the file: URL of an absolute path, percent-encoded. It returns false if the result is too long.
bool path_url(char *url, size_t size, const char *path);

// Removes a folder and its content. It does not follow links.
void folder_remove(const char *path);

// Creates a file with these bytes. It returns false if that fails or the file exists.
bool file_write(const char *path, const unsigned char *bytes, size_t length);

#endif
