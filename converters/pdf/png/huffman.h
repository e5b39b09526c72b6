// Huffman's code with bounded lengths, as Deflate has it.
#ifndef LECTERN_PNG_HUFFMAN_H
#define LECTERN_PNG_HUFFMAN_H

#include <stdint.h>

#define HUFFMAN_MAX_SYMBOLS 288

// Sets the length of the code of each symbol that occurs, at most limit bits, and the code with its first bit
// lowest (RFC 1951, 3.2.2). Symbols that do not occur have the length 0. At least two get a code.
void lectern_huffman(const uint32_t *counts, int symbols, int limit, uint8_t *lengths, uint16_t *codes);

#endif
