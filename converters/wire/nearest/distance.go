package nearest

// maxCompared is the number of characters of a text that are compared.
const maxCompared = 64

// Distance returns the smallest number of characters to insert, delete, replace or swap with their neighbor to turn one
// text into the other (optimal string alignment). It compares the first 64 characters.
func Distance(a, b string) int {
	from, to := shorten(a), shorten(b)
	before, last, row := make([]int, len(to)+1), make([]int, len(to)+1), make([]int, len(to)+1)
	for j := range last {
		last[j] = j
	}
	for i := range from {
		row[0] = i + 1
		for j := range to {
			cost := 1
			if from[i] == to[j] {
				cost = 0
			}
			row[j+1] = min(last[j+1]+1, row[j]+1, last[j]+cost)
			if i > 0 && j > 0 && from[i] == to[j-1] && from[i-1] == to[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(to)]
}

func shorten(text string) []rune {
	runes := []rune(text)
	return runes[:min(len(runes), maxCompared)]
}
