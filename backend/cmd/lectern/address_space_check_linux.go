package main

// Compiles address_space_check_linux.c, whose check runs before Go's runtime starts.

import "C"
