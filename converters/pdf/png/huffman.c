#include "png/huffman.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
	uint32_t count;
	int symbol;
} leaf;

static int compare_counts(const void *a, const void *b)
{
	const leaf *x = a, *y = b;

	if (x->count != y->count)
		return x->count < y->count ? -1 : 1;
	return x->symbol - y->symbol;
}

static int collect_leaves(const uint32_t *counts, int symbols, leaf *leaves)
{
	int n = 0;

	for (int i = 0; i < symbols; i++)
		if (counts[i])
			leaves[n++] = (leaf){counts[i], i};
	for (int i = 0; n < 2; i++) // at least two symbols: the code of a single symbol would have no bits
		if (!counts[i])
			leaves[n++] = (leaf){1, i};
	qsort(leaves, n, sizeof *leaves, compare_counts);
	return n;
}

// Computes the depth of each leaf in the Huffman tree, with the algorithm of two queues: sorted leaves and inner nodes.
static void compute_depths(const leaf *leaves, int n, int *depth)
{
	uint32_t weight[HUFFMAN_MAX_SYMBOLS];
	int parent[2 * HUFFMAN_MAX_SYMBOLS], level[HUFFMAN_MAX_SYMBOLS];
	int next_leaf = 0, next_node = 0;

	for (int node = 0; node < n - 1; node++) {
		weight[node] = 0;
		for (int child = 0; child < 2; child++) {
			int is_leaf_rarer = next_leaf < n && (next_node >= node || leaves[next_leaf].count <= weight[next_node]);
			weight[node] += is_leaf_rarer ? leaves[next_leaf].count : weight[next_node];
			parent[is_leaf_rarer ? next_leaf++ : n + next_node++] = node;
		}
	}
	level[n - 2] = 0;
	for (int node = n - 3; node >= 0; node--)
		level[node] = level[parent[n + node]] + 1;
	for (int i = 0; i < n; i++)
		depth[i] = level[parent[i]] + 1;
}

// Limits the lengths of the codes, then lengthens codes until the sum of 2^-length is at most 1. The leaves are sorted
// by frequency; the codes of the rarest are lengthened first.
static void limit_depths(int *depth, int n, int limit)
{
	uint32_t code_space = 1u << limit, used = 0;

	for (int i = 0; i < n; i++) {
		if (depth[i] > limit)
			depth[i] = limit;
		used += code_space >> depth[i];
	}
	while (used > code_space)
		for (int i = 0; i < n && used > code_space; i++)
			if (depth[i] < limit) {
				used -= code_space >> (depth[i] + 1);
				depth[i]++;
			}
	for (int i = n - 1; i >= 0; i--) // any remaining code space shortens the codes of the most frequent symbols
		while (depth[i] > 1 && used + (code_space >> depth[i]) <= code_space) {
			used += code_space >> depth[i];
			depth[i]--;
		}
}

static uint16_t reverse_bits(uint32_t code, int length)
{
	uint16_t out = 0;

	for (int i = 0; i < length; i++, code >>= 1)
		out = out << 1 | (code & 1);
	return out;
}

static void assign_codes(const uint8_t *lengths, int symbols, uint16_t *codes)
{
	uint32_t codes_of_length[17] = {0}, next[17] = {0};

	for (int i = 0; i < symbols; i++)
		codes_of_length[lengths[i]]++;
	codes_of_length[0] = 0;
	for (int length = 1; length <= 16; length++)
		next[length] = (next[length - 1] + codes_of_length[length - 1]) << 1;
	for (int i = 0; i < symbols; i++)
		codes[i] = reverse_bits(next[lengths[i]]++, lengths[i]);
}

void lectern_huffman(const uint32_t *counts, int symbols, int limit, uint8_t *lengths, uint16_t *codes)
{
	leaf leaves[HUFFMAN_MAX_SYMBOLS];
	int depth[HUFFMAN_MAX_SYMBOLS];
	int n = collect_leaves(counts, symbols, leaves);

	compute_depths(leaves, n, depth);
	limit_depths(depth, n, limit);
	memset(lengths, 0, symbols);
	for (int i = 0; i < n; i++)
		lengths[leaves[i].symbol] = depth[i];
	assign_codes(lengths, symbols, codes);
}
