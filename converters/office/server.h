#ifndef LECTERN_OFFICE_SERVER_H
#define LECTERN_OFFICE_SERVER_H

// server_run is the office converter's main: it preloads the engine, then does
// what its standard input says until that ends. arguments are those after the
// word "office". It returns the process's exit status.
int server_run(int count, char **arguments);

// server_probe goes into the sandbox of a child, started as server_run is, and
// tries to get out: see sandbox_probe. It returns the process's exit status.
int server_probe(int count, char **arguments, int words, char **canaries);

#endif
