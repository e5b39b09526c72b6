package viewer_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// ask gives the answer to a reader of a language.
func (r *readingRoom) ask(language, path string) *httptest.ResponseRecorder {
	request := httptest.NewRequest(http.MethodGet, path, nil)
	request.Header.Set("Accept-Language", language)
	answer := httptest.NewRecorder()
	r.server.Config.Handler.ServeHTTP(answer, request)
	return answer
}

// TestTheBrowserChoosesTheLanguage has the page speak as its reader does, or English.
func TestTheBrowserChoosesTheLanguage(t *testing.T) {
	room := openReadingRoom(t, "")
	for accepted, want := range map[string]string{
		"":                            `<html lang="en">`,
		"de-CH,fr;q=0.7":              `<html lang="de">`,
		"nl, ja;q=0.5":                `<html lang="ja">`,
		"zh-TW, pt":                   `<html lang="en">`,
		"fi":                          `<html lang="fi">`,
		strings.Repeat("x-", 2000):    `<html lang="en">`,
		"es; q=nonsense, ,,;;":        `<html lang="en">`,
		"en;q=0.1, fr;q=0.2, de;q=0":  `<html lang="fr">`,
		`"><script>`:                  `<html lang="en">`,
		"de" + strings.Repeat(",", 9): `<html lang="de">`,
	} {
		answer := room.ask(accepted, "/viewer/view?sessionId="+room.session.ID)
		if answer.Code != 200 || !strings.Contains(answer.Body.String(), want) || !slices.Contains(answer.Header().Values("Vary"), "Accept-Language") {
			t.Errorf("%.40q: %d %v lacks %s", accepted, answer.Code, answer.Header(), want)
		}
	}
}

// The script gets the words of its language, all of them and no more: what the server says by
// itself comes when it is said.
func TestTheScriptGetsItsWords(t *testing.T) {
	room := openReadingRoom(t, "")
	for _, language := range []string{"en", "fr"} {
		page := room.ask(language, "/viewer/view?sessionId="+room.session.ID).Body.String()
		sent := regexp.MustCompile(`(?s)id="words"[^>]*>(.*?)</script>`).FindStringSubmatch(page)
		file, err := os.ReadFile(filepath.Join("..", "..", "frontend", "src", "viewer", "languages", language+".json"))
		check(t, err)
		var got, want map[string]string
		check(t, json.Unmarshal([]byte(sent[1]), &got))
		check(t, json.Unmarshal(file, &want))
		if !maps.Equal(got, want) || strings.ContainsAny(sent[1], "<>&") {
			t.Errorf("%s: %s", language, sent[1])
		}
	}
}
