// Package nearest finds what somebody may have meant by a name that there is not.
package nearest

// Of gives the name that takes the fewest changes of a letter to
// become wrong; "" where there are none.
func Of(wrong string, names []string) string {
	best, fewest := "", -1
	for _, name := range names {
		if n := distance(wrong, name); fewest < 0 || n < fewest {
			best, fewest = name, n
		}
	}
	return best
}

// distance counts the bytes to insert, delete or replace between two texts
// (Levenshtein's distance), row by row.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replace := diagonal
			if a[i] != b[j] {
				replace++
			}
			diagonal = row[j+1]
			row[j+1] = min(replace, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
