#ifndef LECTERN_OFFICE_SERVER_H
#define LECTERN_OFFICE_SERVER_H

// Loads LibreOffice and then executes the commands on standard input until the input ends. This is the main function of
// the office converter. arguments are the arguments after the word "office". It returns the exit status of the process.
int server_run(int count, char **arguments);

// Enters the sandbox of a child and tries forbidden operations, see sandbox_probe. The arguments are those of
// server_run. It returns the exit status of the process.
int server_probe(int count, char **arguments, int canary_count, char **canaries);

#endif
