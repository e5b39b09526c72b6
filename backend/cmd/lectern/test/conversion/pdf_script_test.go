package conversion_test

import (
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
	"lectern/converters/pdf/pdftest"
)

// scriptedPDF returns a PDF with scripts and actions in every place that supports them. A script or action that ran
// would show HASRUNNOW or connect to address. Each of them contains the word SECRET.
func scriptedPDF(address string) []byte {
	object := pdftest.Object
	script := fmt.Sprintf(
		`<</S/JavaScript/JS(/* SECRET */ event.value = "HASRUNNOW"; this.getField\("f"\).value = "HASRUNNOW"; `+
			`app.launchURL\("http://%[1]s/"\); this.submitForm\("http://%[1]s/"\);)>>`, address)
	launch := `<</S/Launch/F(SECRET.exe)/Win<</F(SECRET.exe)>>>>`
	submit := fmt.Sprintf(`<</S/SubmitForm/F<</FS/URL/F(http://%s/SECRET)>>/Fields[]/Flags 4>>`, address)
	field := fmt.Sprintf(
		`<</Type/Annot/Subtype/Widget/FT/Tx/T(f)/V(stored)/DA(/F 12 Tf)/Rect[20 20 120 40]/F 4/A %[1]s/AA<</K %[1]s/V %[1]s/C %[1]s/F %[1]s/E `+
			`%[1]s/PO %[1]s>>/AP<</N %[2]d 0 R>>>>`, script, object(1))
	appearance := pdftest.Stream(fmt.Sprintf("/Type/XObject/Subtype/Form/BBox[0 0 100 20]/Resources<</Font<</F %d 0 R>>>>", object(2)),
		"BT /F 12 Tf 2 5 Td (stored) Tj ET")
	catalog := fmt.Sprintf("/OpenAction %[1]s/AA<</WC %[1]s/WS %[1]s/DP %[1]s>>/Names<</JavaScript<</Names[(SECRET) %[1]s]>>>>"+
		"/AcroForm<</Fields[%[2]d 0 R]/CO[%[2]d 0 R]/NeedAppearances true/DR<</Font<</F %[3]d 0 R>>>>>>"+
		"/Outlines<</First %[4]d 0 R/Count 1>>", script, object(0), object(2), object(3))
	link := func(action string) string { return "<</Type/Annot/Subtype/Link/Rect[0 0 200 200]/A " + action + ">>" }
	page := pdftest.Page{
		Box: "0 0 200 200", Content: "BT /F 24 Tf 20 100 Td (Harmless) Tj ET",
		Extra: fmt.Sprintf("/AA<</O %[1]s/C %[2]s>>/Annots[%[3]d 0 R %[4]s%[5]s%[6]s]", script, launch, object(0), link(script),
			link(launch), link(submit)),
	}
	return pdftest.WithCatalog(catalog, []pdftest.Page{page}, field, appearance, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
		fmt.Sprintf("<</Title(Harmless)/A %s/Parent 1 0 R>>", launch))
}

// TestPDFScriptsNeverRun posts a PDF with scripts and actions, and requests every form in which the server returns it.
// No script or action may run, and no response may contain a script or an action.
//
// SECURITY.md, promise 12 (no macros)
func TestPDFScriptsNeverRun(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	canary, err := net.Listen("tcp", "127.0.0.1:0")
	lecterntest.Check(t, err)
	defer canary.Close()
	called := make(chan string, 10)
	go func() {
		for {
			call, err := canary.Accept()
			if err != nil {
				return
			}
			called <- call.RemoteAddr().String()
			call.Close()
		}
	}()
	s := lecterntest.Start(t)
	doc := s.Wait(s.Upload("scripts.pdf", scriptedPDF(canary.Addr().String())).ID)
	if doc.Status != "ready" {
		t.Fatalf("document is %+v", doc)
	}
	base := "/document/" + doc.ID
	for path, shows := range map[string]string{
		base + "/page/1.svg": "</text>", base + "/page/1.json": "stored", base + "/page/1.txt": "stored", base + "/text": "Harmless",
		base + "/outline": "Harmless", base + "/report": "Scripts or actions of the PDF", s.View(doc.ID): "<svg",
	} {
		status, text := s.Call(http.MethodGet, path, nil, nil)
		if status != http.StatusOK || !strings.Contains(string(text), shows) {
			t.Errorf("%s: %d %.300s", path, status, text)
		}
		for _, secret := range []string{"SECRET", "HASRUNNOW", "JavaScript:", "app.launchURL", canary.Addr().String()} {
			if strings.Contains(string(text), secret) {
				t.Errorf("%s has %q: %.2000s", path, secret, text)
			}
		}
	}
	select {
	case who := <-called:
		t.Errorf("%s called", who)
	default:
	}
}
