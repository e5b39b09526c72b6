package app

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"syscall"
	"testing"

	"lectern/backend/cmd/client"
)

// Links that are about to end are ended when the program quits, whether its window is closed or the program is
// terminated. Links whose ending was undone, and links that the page itself has ended, are not ended again.
func TestLinksEndWhenTheProgramQuits(t *testing.T) {
	display := screen(t)
	for how, quit := range map[string]func(t *testing.T, p *paged, window string){
		"close":     func(t *testing.T, p *paged, window string) { p.closeWindow(t, window) },
		"terminate": func(_ *testing.T, p *paged, _ string) { _ = p.Process.Signal(syscall.SIGTERM) },
	} {
		t.Run(how, func(t *testing.T) {
			p := launchPaged(t, display, "LECTERN_LOG_LEVEL=debug")
			window := p.window(t)
			server := &client.Client{Instance: p.instance(t)}
			document := post(t, server.Instance)
			for range 3 {
				if _, err := server.View(t.Context(), document); err != nil {
					t.Fatal(err)
				}
			}
			links := sessions(t, server, document)
			if len(links) != 3 {
				t.Fatalf("there are %d links", len(links))
			}
			p.endSoon(t, 1, links...)
			p.endSoon(t, 3, links[0], links[1], "gone", "also gone")
			// This event is older than the previous event, and must be ignored.
			p.do(t, `window.runtime.EventsEmit("`+endingLinksEvent+`", 2, []);`)
			quit(t, p, window)
			<-p.ended

			again := newPaged(t, display)
			again.Args = append(again.Args, "--data", p.data) // the last --data takes precedence
			again.data = p.data
			again.run(t)
			rest := sessions(t, &client.Client{Instance: again.instance(t)}, document)
			if len(rest) != 1 || rest[0] != links[2] {
				t.Errorf("of the links %v the program left %v", links, rest)
			}
		})
	}
}

// endSoon sends the event that states which links are about to end, as the page does, and waits until the program has
// received it.
func (p *paged) endSoon(t *testing.T, number int, references ...string) {
	t.Helper()
	list, err := json.Marshal(references)
	if err != nil {
		t.Fatal(err)
	}
	p.do(t, fmt.Sprintf(`window.runtime.EventsEmit(%q, %d, %s);`, endingLinksEvent, number, list))
	received := fmt.Sprintf(`msg="links are about to end" count=%d`, len(references))
	await(t, received, func() bool { return strings.Contains(p.said.String(), received) })
}

// sessions returns the references of the active sessions of a document.
func sessions(t *testing.T, server *client.Client, document string) []string {
	t.Helper()
	var list []struct{ Reference string }
	err := server.Do(t.Context(), http.MethodGet, server.Instance.APIBase+"/session?documentId="+document, nil, &list)
	if err != nil {
		t.Fatal(err)
	}
	references := make([]string, len(list))
	for i, session := range list {
		references[i] = session.Reference
	}
	return references
}
