package document

import "lectern/backend/sentence"

// English gives sentences in English.
func English(sentences []sentence.Sentence) (all []string) {
	for _, s := range sentences {
		all = append(all, s.String())
	}
	return all
}
