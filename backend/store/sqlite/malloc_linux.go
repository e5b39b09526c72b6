package sqlite

// #include <malloc.h>
//
// static void return_large_blocks(void) {
// #ifdef M_MMAP_THRESHOLD
// 	mallopt(M_MMAP_THRESHOLD, 1 << 20);
// #endif
// }
import "C"

// SQLite copies values of many megabytes. Once glibc has freed a block of that size, it takes the next ones from the heaps of
// its threads, which keep them for good, unless it is told from which size on blocks go back to the system
// (https://man7.org/linux/man-pages/man3/mallopt.3.html). With 24 parameters of 16 MB at once that was a third of the memory.
func init() { C.return_large_blocks() }
