package crm_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"lectern/backend/crm"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/outbound"
)

// Requests are sent only to hosts of Salesforce and to hosts that the settings allow. Without HTTPS, they are sent only
// to the local machine. The path of the server URL is ignored. A host that merely resembles a permitted one is
// rejected.
//
// SECURITY.md, promise 4 (one HTTP client)
func TestServerURL(t *testing.T) {
	h := open(t)
	if err := h.all.Configure([]string{"127.0.0.1", "*.crm.test", "crm.example"}, ""); err != nil {
		t.Fatal(err)
	}
	for address, want := range map[string]bool{
		"https://acme.my.salesforce.com/services/Soap/u/60.0/00D": true, "https://ACME.Salesforce.com.": true,
		"https://na1.salesforce.com:443": true, "https://acme.lightning.force.com": true,
		"https://eu.crm.test": true, "https://crm.example:8443/x": true, "http://127.0.0.1:1/": true, "https://127.0.0.1": true,
		"http://acme.my.salesforce.com": false, "http://crm.example": false, "http://[::1]:80": false, "http://localhost": false,
		"https://crm.test":       false,
		"https://salesforce.com": false, "https://salesforce.com.evil.test": false, "https://evilsalesforce.com": false,
		"https://evil.test/.salesforce.com": false,
		"https://evil.test#.salesforce.com": false, "https://evil.test?.salesforce.com": false, "https://a.salesforce.com@evil.test": false,
		"https://u:p@a.salesforce.com":       false,
		"https://evil.test\\.salesforce.com": false, "https://a.salesforce.com%2eevil.test": false, "https://127.0.0.2": false,
		"https://[::ffff:127.0.0.1]": false,
		"a.salesforce.com":           false, "//a.salesforce.com": false, "ftp://a.salesforce.com": false, "https:a.salesforce.com": false,
		"https://": false, "https://ѕalesforce.com": false, " https://a.salesforce.com": false,
	} {
		in := h.in
		in.ServerURL = address
		err := h.Check(in)
		if (err == nil) != want {
			t.Errorf("%s: %v", address, err)
		}
		if wrong, ok := errors.AsType[*fault.Error](err); err != nil && (!ok || wrong.Field != "/integration/serverURL" ||
			wrong.Kind != fault.Invalid) {
			t.Errorf("%s: %+v", address, err)
		}
	}
	for field, change := range map[string]func(*crm.Integration){
		"/integration/sessionID": func(in *crm.Integration) { in.SessionID = "" },
		"/integration/linkTo":    func(in *crm.Integration) { in.LinkTo = "Acme" },
		"/integration/serverURL": func(in *crm.Integration) { in.ServerURL = "" },
	} {
		in := h.in
		change(&in)
		if wrong, ok := errors.AsType[*fault.Error](h.Check(in)); !ok || wrong.Field != field {
			t.Errorf("%s: %+v", field, wrong)
		}
	}
	in := h.in
	in.SessionID = "a b\u00e9"
	if err := h.Check(in); err == nil || strings.Contains(err.Error(), in.SessionID) {
		t.Errorf("%v", err)
	}
	// If the operator removes an allowed host from the settings, tasks that were already accepted may not use the host
	// either.
	if err := h.all.Configure(nil, ""); err != nil {
		t.Fatal(err)
	}
	_, _, err := h.template(h.org.NewID("069"))
	h.wantCode(err, "platform-address")
	h.in.ServerURL = "https://crm.example"
	_, _, err = h.template(h.org.NewID("069"))
	h.wantCode(err, "platform-host")
	if err := h.all.Configure([]string{"a b"}, ""); err == nil {
		t.Error("no host is taken for one")
	}
}

func TestVersions(t *testing.T) {
	for newest, want := range map[int]string{67: "", 50: "", 49: "platform-version"} {
		h := open(t)
		h.org.Newest = newest
		document, _ := h.org.AddFile("a", "docx", []byte("x"))
		_, _, err := h.template(document)
		if want != "" {
			h.wantCode(err, want)
			continue
		}
		_, _, again := h.template(document)
		if seen := h.org.Requests(); err != nil || again != nil || len(seen) != 5 {
			t.Errorf("%v, %v, asked %v", err, again, seen)
		}
	}
}

// Redirects are followed, but the session ID is not sent to another host.
//
// SECURITY.md, promise 2 (redirects), promise 4 (one HTTP client), promise 36 (secret keys)
func TestRedirects(t *testing.T) {
	var got []string
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got = append(got, r.Header.Get("Authorization")+r.URL.RawQuery+r.Header.Get("Referer")+r.Header.Get("Cookie"))
		_, _ = io.WriteString(w, "from there")
	}))
	t.Cleanup(other.Close)
	h, org := startWithAnswer(t, "VersionData", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, other.URL+"/file", http.StatusFound)
	})
	document, _ := org.AddFile("a", "docx", []byte("x"))
	if _, content, err := h.template(document); content != "from there" || err != nil {
		t.Errorf("%q, %v", content, err)
	}
	if len(got) != 1 || got[0] != "" {
		t.Errorf("the other one got %q", got)
	}
	h, org = startWithAnswer(t, "VersionData", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://10.0.0.1/file", http.StatusFound)
	})
	document, _ = org.AddFile("a", "docx", []byte("x"))
	_, _, err := h.template(document)
	h.wantCode(err, "platform-forbidden-address")
}

// A server that does not respond, or that stops within a response, is reported after the time limit.
func TestUnresponsiveServers(t *testing.T) {
	release := make(chan struct{})
	h, org := startWithAnswer(t, "VersionData", func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, "begun")
		w.(http.Flusher).Flush()
		<-release
	})
	t.Cleanup(func() { close(release) })
	document, _ := org.AddFile("a", "docx", []byte("xxxxx"))
	client, err := outbound.New(outbound.Config{Allow: []string{"127.0.0.1"}})
	if err != nil {
		t.Fatal(err)
	}
	h.all = crm.New(crm.Config{Client: client, MaxTemplate: func() int64 { return 1 << 20 }, Timeout: 100 * time.Millisecond})
	if err := h.all.Configure([]string{"127.0.0.1"}, ""); err != nil {
		t.Fatal(err)
	}
	h.Platform, _ = h.all.Find("Salesforce")
	_, _, err = h.template(document)
	h.wantCode(err, "platform-timeout")

	h, org = startWithAnswer(t, "VersionData", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "100")
		_, _ = io.WriteString(w, "short")
	})
	document, _ = org.AddFile("a", "docx", []byte("x"))
	_, _, err = h.template(document)
	h.wantCode(err, "platform-answer-broken")

	dead := httptest.NewServer(http.NotFoundHandler())
	dead.Close()
	h.in.ServerURL = dead.URL
	_, _, err = h.template(document)
	h.wantCode(err, "platform-unreachable")

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := h.Template(ctx, h.in, document); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled, the message is %v", err)
	}
}
