package main

// Compiles addressspace_linux.c, whose check runs before Go's runtime starts.

import "C"
