package viewer_test

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

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
		request := httptest.NewRequest(http.MethodGet, "/viewer/view?sessionId="+room.session.ID, nil)
		request.Header.Set("Accept-Language", accepted)
		answer := httptest.NewRecorder()
		room.server.Config.Handler.ServeHTTP(answer, request)
		if answer.Code != 200 || !strings.Contains(answer.Body.String(), want) || !slices.Contains(answer.Header().Values("Vary"), "Accept-Language") {
			t.Errorf("%.40q: %d %v lacks %s", accepted, answer.Code, answer.Header(), want)
		}
	}
}
