package sqlite

// #include <malloc.h>
//
// static void return_large_blocks(void) {
// #ifdef M_MMAP_THRESHOLD
// 	mallopt(M_MMAP_THRESHOLD, 1 << 20);
// #endif
// }
import "C"

// SQLite copies values of many megabytes. After glibc has freed a block of that size, it allocates the next ones from
// per-thread heaps, which never return memory to the system, unless a fixed threshold is set
// (https://man7.org/linux/man-pages/man3/mallopt.3.html). With 24 concurrent parameters of 16 MB each, the freed memory
// in these heaps was a third of all memory of the process.
func init() { C.return_large_blocks() }
