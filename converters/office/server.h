#ifndef LECTERN_OFFICE_SERVER_H
#define LECTERN_OFFICE_SERVER_H

// server_run is the office converter's main: it preloads the engine, then does
// what its standard input says until that ends. arguments are those after the
// word "office". It gives the process's exit status.
int server_run(int count, char **arguments);

#endif
