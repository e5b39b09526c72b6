#ifndef LECTERN_OFFICE_SERVER_H
#define LECTERN_OFFICE_SERVER_H

// server_run is the main function of the office converter. It loads LibreOffice and then executes the commands on
// standard input until the input ends. arguments are the arguments after the word "office". It returns the exit status
// of the process.
int server_run(int count, char **arguments);

// server_probe is started with the arguments of server_run. It enters the sandbox of a child and tries forbidden
// operations, see sandbox_probe. It returns the exit status of the process.
int server_probe(int count, char **arguments, int canary_count, char **canaries);

#endif
