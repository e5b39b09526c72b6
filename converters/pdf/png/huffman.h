// Huffman codes with limited lengths, as Deflate uses them.
#ifndef LECTERN_PNG_HUFFMAN_H
#define LECTERN_PNG_HUFFMAN_H

#include <stdint.h>

#define HUFFMAN_MAX_SYMBOLS 288

// Sets the length in bits and the code of each symbol that occurs. The maximum length of a code is limit. The first bit
// of a code is its lowest one (RFC 1951, 3.2.2). Symbols that do not occur get the length 0, but at least two symbols
// get a code.
void lectern_huffman(const uint32_t *counts, int symbols, int limit, uint8_t *lengths, uint16_t *codes);

#endif
