package main

// Compiles address_space_linux.c, whose check runs before Go's runtime starts.

import "C"
