package search

import (
	"testing"

	"lectern/backend/internal/fault"
)

// TestWithheldText checks that text that is withheld from readers is searched for whole words only.
//
// SECURITY.md, promise 49 (enforced profiles)
func TestWithheldText(t *testing.T) {
	v := &fakePDF{pages: []string{"A confidential report, 東京タワーの秘密, 한국어 ภาษาไทย don't"}}
	for query, hits := range map[string]int{
		"report": 1, "Confidential": 1, `"confidential report"`: 1, "東京": 1, "タワー": 1, "秘密": 1, "한국": 1, "ภาษา": 1, "don't": 1,
		"repor": 0, "eport": 0, "repor*": 0, `"confidential repor"`: 0, `"onfidential report"`: 0, "don": 0, ",": 0, "東密": 0,
	} {
		found, err := New(v, v).Document(t.Context(), "document", query, DocumentOptions{Options: Options{Withheld: true}})
		if err != nil || *found.Hits != hits {
			t.Errorf("%s: %+v %v", query, found, err)
		}
	}
	for _, query := range []string{"東", "report 京", "x東", "한", "東*", "ก"} {
		_, err := New(v, v).Document(t.Context(), "document", query, DocumentOptions{Options: Options{Withheld: true}})
		if _, counted := New(v, v).Counts(t.Context(), "document", query, CountOptions{Options: Options{Withheld: true}}); !fault.Is(err,
			fault.Invalid) || !fault.Is(counted, fault.Invalid) {
			t.Errorf("%s: %v, %v", query, err, counted)
		}
	}
}
