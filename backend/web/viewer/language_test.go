package viewer_test

import (
	"bytes"
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
	"time"

	"lectern/backend/convert"
	"lectern/backend/convert/office"
	"lectern/backend/document"
	"lectern/backend/document/failure"
	"lectern/backend/sentence"
	"lectern/backend/session"
	"lectern/converters/pdf/pdftest"
)

// getIn requests a path with an Accept-Language header.
func (r *testViewer) getIn(language, path string) *httptest.ResponseRecorder {
	request := httptest.NewRequest(http.MethodGet, path, nil)
	request.Header.Set("Accept-Language", language)
	answer := httptest.NewRecorder()
	r.server.Config.Handler.ServeHTTP(answer, request)
	return answer
}

// change changes the document of the test viewer.
func (r *testViewer) change(change func(*document.Document)) {
	r.t.Helper()
	_, err := r.store.Documents.UpdateDocument(r.t.Context(), r.document.ID, document.Update{Change: func(d *document.Document) error {
		change(d)
		return nil
	}})
	check(r.t, err)
}

// spoil replaces the content of the test viewer's document by a file that is not a PDF.
func (r *testViewer) spoil() {
	r.t.Helper()
	key, _, err := r.content.Add(r.t.Context(), strings.NewReader("no PDF"), 100)
	check(r.t, err)
	r.change(func(d *document.Document) { d.PDF = key })
}

// TestTheBrowserChoosesTheLanguage checks that the page uses the preferred language of the browser, or English.
func TestTheBrowserChoosesTheLanguage(t *testing.T) {
	room := openTestViewer(t, "")
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
		"ar-EG, fr;q=0.5":             `<html lang="ar" dir="rtl">`,
		"he-IL":                       `<html lang="he" dir="rtl">`,
		"iw":                          `<html lang="he" dir="rtl">`, // the code of Hebrew before 1989
		"fa, ur;q=0.5":                `<html lang="en">`,
	} {
		answer := room.getIn(accepted, "/viewer/view?sessionId="+room.session.ID)
		if answer.Code != 200 || !strings.Contains(answer.Body.String(), want) || !slices.Contains(answer.Header().Values("Vary"),
			"Accept-Language") {
			t.Errorf("%.40q: %d %v lacks %s", accepted, answer.Code, answer.Header(), want)
		}
	}
}

// TestARightToLeftPageMarksEnglish checks the direction of the parts of a Hebrew page: a sentence that has a Hebrew
// translation, a sentence without one, and the page for a link that does not exist.
func TestARightToLeftPageMarksEnglish(t *testing.T) {
	room := openTestViewer(t, "")
	address := "/viewer/view?sessionId=" + room.session.ID
	for name, test := range map[string]struct {
		failure sentence.Sentence
		want    string
	}{
		"translated": {sentence.New("empty", "The document has no content that can be shown."), `<p id="panel-message">במסמך אין`},
		"untranslated": {sentence.New("unheard-of", "It is so."), `<p id="panel-message" lang="en" dir="ltr">It is so. Let the ` +
			`person who sent you the link know.</p>`},
	} {
		room.change(func(d *document.Document) {
			d.Status, d.Viewable, d.PageCount, d.Failure = document.Failed, false, 0, test.failure
		})
		if page := room.getIn("he", address).Body.String(); !strings.Contains(page, test.want) {
			t.Errorf("%s: the page lacks %s", name, test.want)
		}
	}
	for language, want := range map[string]string{"he": "<h1>הקישור הזה לא קיים</h1>", "ar": "<h1>هذا الرابط غير موجود</h1>"} {
		page := room.getIn(language, address+"x").Body.String()
		if html := `<html lang="` + language + `" dir="rtl">`; !strings.Contains(page, html) || !strings.Contains(page, want) {
			t.Errorf("the page in %s lacks %s or %s", language, html, want)
		}
	}
}

// The page contains exactly the texts that its script needs, in its language. Translations of the server's messages are
// sent with the messages.
func TestTheScriptGetsItsWords(t *testing.T) {
	room := openTestViewer(t, "")
	for _, language := range []string{"en", "fr"} {
		page := room.getIn(language, "/viewer/view?sessionId="+room.session.ID).Body.String()
		sent := regexp.MustCompile(`(?s)id="words"[^>]*>(.*?)</script>`).FindStringSubmatch(page)
		file, err := os.ReadFile(filepath.Join("..", "..", "..", "frontend", "src", "viewer", "languages", language+".json"))
		check(t, err)
		var got, want map[string]string
		check(t, json.Unmarshal([]byte(sent[1]), &got))
		check(t, json.Unmarshal(file, &want))
		if !maps.Equal(got, want) || strings.ContainsAny(sent[1], "<>&") {
			t.Errorf("%s: %s", language, sent[1])
		}
	}
}

// Every kind of failure message is translated into the reader's language.
func TestFailuresAreTranslated(t *testing.T) {
	const advice = " Geben Sie der Person Bescheid, die Ihnen den Link geschickt hat."
	const english = " Let the person who sent you the link know."
	const tooLong = "Die Konvertierung dauerte zu lange und wurde nach 2\u00a0min abgebrochen." + advice
	const locked = "Bitten Sie die Person, die Ihnen den Link geschickt hat, es zu entsperren."
	timeout := &convert.Error{Reason: convert.ReasonTimeout, Limit: 2 * time.Minute}
	room := openTestViewer(t, "")
	for name, test := range map[string]struct {
		failed     document.Document
		text, lang string
	}{
		"now": {document.Document{Message: timeout.Error(), Failure: timeout.Sentence(), Reason: failure.ReasonTimeout}, tooLong, ""},
		"before sentences were kept": {document.Document{Message: "The document has no content.", Reason: failure.ReasonEmpty},
			"Das Dokument enthält nichts, was angezeigt werden könnte." + advice, ""},
		"by a password":       {document.Document{Message: "It needs a password.", Reason: failure.ReasonProtected}, locked, ""},
		"by a wrong password": {document.Document{Message: "It needs another.", Reason: failure.ReasonWrongPassword}, locked, ""},
		"before, with values": {document.Document{Message: timeout.Error(), Reason: failure.ReasonTimeout},
			timeout.Error() + english, "en"},
		"before reasons were kept": {document.Document{Message: "It is broken."}, "It is broken." + english, "en"},
		"in a way that has no code": {document.Document{Message: "It is {so}.", Failure: sentence.English("It is {so}.")},
			"It is {so}." + english, "en"},
		"in a way with an unknown cause": {document.Document{Failure: sentence.New("damaged-as", "It is damaged: {cause}.").
			With("cause", sentence.English("it is"))},
			"It is damaged: it is." + english, "en"},
	} {
		room.change(func(d *document.Document) {
			d.Status, d.Viewable, d.PageCount = document.Failed, false, 0
			d.Message, d.Failure, d.Reason = test.failed.Message, test.failed.Failure, test.failed.Reason
		})
		lang, field := "", ""
		if test.lang != "" {
			lang, field = ` lang="`+test.lang+`" dir="ltr"`, `,"lang":"`+test.lang+`"`
		}
		page := room.getIn("de", "/viewer/view?sessionId="+room.session.ID).Body.String()
		if panel := `<p id="panel-message"` + lang + `>` + test.text + `</p>`; !strings.Contains(page, panel) {
			t.Errorf("%s: the page lacks %s", name, panel)
		}
		state := room.getIn("de", room.base()+"/state").Body.String()
		if text, _ := json.Marshal(test.text); !strings.Contains(state, `"message":{"text":`+string(text)+field+`}`) {
			t.Errorf("%s: the state is %s", name, state)
		}
	}
}

// The owner of a document, who can change it, gets other advice than readers.
func TestTheOwnerGetsAdviceAboutAFailure(t *testing.T) {
	room := openTestViewer(t, "")
	address, _ := room.open(session.Options{ByOwner: true})
	for reason, want := range map[failure.Reason]string{
		failure.ReasonEmpty:         "It is empty. The Activity page of Lectern shows what you can do.",
		failure.ReasonProtected:     "Enter its password in Lectern to open it.",
		failure.ReasonWrongPassword: "Enter its password in Lectern to open it.",
	} {
		room.change(func(d *document.Document) {
			d.Status, d.Viewable, d.PageCount, d.Reason, d.Failure = document.Failed, false, 0, reason, sentence.English("It is empty.")
		})
		if state, _, _ := room.state(address); state.Message.Text != want || state.Locked == (reason == failure.ReasonEmpty) {
			t.Errorf("%s: %+v", reason, state.State)
		}
	}
}

// A German page explains why further pages are missing. An explanation without a translation is in English and marked
// as English.
func TestIncompleteDocumentNoticeDeclaresItsLanguage(t *testing.T) {
	room := openTestViewer(t, "")
	room.change(func(d *document.Document) { d.Status, d.Failure = document.Failed, sentence.English("It is so.") })
	const notice = `Die übrigen Seiten konnten nicht konvertiert werden. <span lang="en" dir="ltr">It is so. Let the person who sent ` +
		`you the link know.</span></p>`
	if page := room.getIn("de", "/viewer/view?sessionId="+room.session.ID).Body.String(); !strings.Contains(page, notice) {
		t.Errorf("the page lacks %s", notice)
	}
}

func TestNoticesAreTranslated(t *testing.T) {
	room := openTestViewer(t, "")
	address, _ := room.open(session.Options{})
	page := room.getIn("de", address+"&profile=niemand&x=%zz"+parameter("themeOverrides", `{"buttonColor":"reddish"}`)).Body.String()
	want := []string{"Dieses Dokument wird mit Standardeinstellungen angezeigt, weil es das Profil „niemand“ aus dem Link nicht gibt.",
		"Angaben zum Design in der Adresse: buttonColor verlangt eine Farbe, wie CSS sie schreibt: einen Namen, #rrggbb, rgb(r,g,b) oder " +
			"rgba(r,g,b,a).",
		"Ein Teil dieses Links ist nicht URL-kodiert und wurde ignoriert."}
	if got := noticesOf(page); !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// TestRefusalsAreTranslated requests sessions and documents that cannot be opened.
func TestRefusalsAreTranslated(t *testing.T) {
	room := openTestViewer(t, "")
	view := "/viewer/view?sessionId=" + room.session.ID
	for _, test := range []struct{ language, address, want string }{
		{"fr", "/viewer/view", "<p>L’adresse est incomplète : il manque sessionId. "},
		{"en", "/viewer/view", "<p>The address is incomplete: it has no sessionId. "},
		{"de", view + "x", "<p>Prüfen Sie, ob die ganze Adresse kopiert wurde, oder bitten Sie um einen neuen Link.</p>"},
	} {
		if page := room.getIn(test.language, test.address).Body.String(); !strings.Contains(page, test.want) {
			t.Errorf("%s in %s lacks %s", test.address, test.language, test.want)
		}
	}
	room.setClock(room.Now().Add(2 * time.Hour))
	if page := room.getIn("fi", view).Body.String(); !strings.Contains(page, "<p>Se on vanhentunut. ") {
		t.Errorf("the page is %s", page)
	}
}

// TestPageErrorsAreTranslated requests pages of a file that is not a PDF. The field detail, which is
// for programs, is in English.
func TestPageErrorsAreTranslated(t *testing.T) {
	room := openTestViewer(t, "")
	room.spoil()
	for path, want := range map[string]string{
		"/page/7.svg": `"detail":"The document has no page 7.",.*"told":{"text":"The document has no page 7.","lang":"en"}`,
		"/page/1.svg": `"detail":"Page 1 is damaged: it could not be read.",.*"told":{"text":"Seite 1 ist beschädigt und konnte nicht ` +
			`gelesen werden."}`,
	} {
		if answer := room.getIn("de", room.base()+path).Body.String(); !regexp.MustCompile(want).MatchString(answer) {
			t.Errorf("%s: %s", path, answer)
		}
	}
}

// Viewers get the same notices as API clients about fonts whose characters are unknown.
func TestGuessedFontNoticesAreTranslated(t *testing.T) {
	room := openTestViewer(t, "")
	key, _, err := room.content.Add(t.Context(), bytes.NewReader(pdftest.Mapped("Company", "Identity", "한글", true)), 1<<20)
	check(t, err)
	_, err = room.store.Documents.UpdateDocument(t.Context(), room.document.ID, document.Update{
		PDF:    &document.PDF{Key: key, Pages: 1},
		Change: func(d *document.Document) error { d.PDF, d.PageCount = key, 1; return nil },
	})
	check(t, err)
	const want = `"differences":[{"text":"Text wird sehr wahrscheinlich falsch angezeigt, weil seine Schrift nicht im PDF ` +
		`ist und dieses auch nicht angibt, welche Zeichen sie hat: „Company“."}]`
	if answer := room.getIn("de", room.base()+"/properties").Body.String(); !strings.Contains(answer, want) {
		t.Errorf("got %s, want %s", answer, want)
	}
}

// A report with one observation and one warning of each kind is translated.
func TestReportsAreTranslated(t *testing.T) {
	room := openTestViewer(t, "")
	slow := sentence.New("first-page-slow", "Page 1 is slow.")
	_, err := room.store.Documents.UpdateDocument(t.Context(), room.document.ID, document.Update{
		Report: &document.Report{
			Facts: []office.Fact{{Name: document.FactHiddenSheet, Value: "{value}"}, {Name: document.FactMacro, Value: "A"},
				{Name: document.FactRequestedFont, Value: "B"},
				{Name: document.FactUnreadableLink, Value: "image"}, {Name: document.FactBlockedLink, Value: "an address"},
				{Name: document.FactPrintArea, Value: "C"}, {Name: document.FactPrintArea, Value: "D"}, {Name: document.FactWarning,
					Value: "It was before."}},
			Warnings: []sentence.Sentence{slow, slow},
		},
		Change: func(*document.Document) error { return nil },
	})
	check(t, err)
	answer := room.getIn("de", room.base()+"/properties")
	var got struct {
		Differences []struct{ Text, Lang string }
	}
	check(t, json.Unmarshal(answer.Body.Bytes(), &got))
	want := []struct{ Text, Lang string }{
		{"Weggelassen, weil ausgeblendet: das Blatt „{value}“", ""}, {"Nicht ausgeführt: das Makro „A“", ""},
		{"Nicht abgerufen: eine nicht lesbare Adresse der Art image", ""}, {"Nicht abgerufen: an address", ""},
		{"It was before.", "en"},
		{"Das Zeichnen von Seite 1 dauert sehr lange. Das Dokument wird angezeigt, bevor sie fertig ist.", ""},
		{"Nur der Druckbereich wird angezeigt: Blätter „C“ und „D“.", ""},
	}
	if !slices.Equal(got.Differences, want) || !slices.Contains(answer.Header().Values("Vary"), "Accept-Language") {
		t.Errorf("got  %q %v\nwant %q", got.Differences, answer.Header(), want)
	}
}
