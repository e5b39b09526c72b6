package http_test

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"testing"
	"time"

	"golang.org/x/net/http2"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// TestHTTP2StreamsAreLimited checks the number of concurrent streams that the server allows for an HTTP/2 connection.
//
// SECURITY.md, promise 46 (bounded requests)
func TestHTTP2StreamsAreLimited(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	cert, key := writeCertificate(t)
	s := lecterntest.StartIn(t, t.TempDir(), nil, "--tls-cert", cert, "--tls-key", key)
	address, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := tls.Dial("tcp", address.Host, &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"h2"}})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	framer := http2.NewFramer(conn, conn)
	if _, err := io.WriteString(conn, http2.ClientPreface); err != nil {
		t.Fatal(err)
	}
	if err := framer.WriteSettings(); err != nil {
		t.Fatal(err)
	}
	frame, err := framer.ReadFrame()
	if err != nil {
		t.Fatal(err)
	}
	settings, is := frame.(*http2.SettingsFrame)
	if !is {
		t.Fatalf("the first frame is %T", frame)
	}
	if streams, has := settings.Value(http2.SettingMaxConcurrentStreams); !has || streams > 32 {
		t.Errorf("it allows %d requests at once, %t", streams, has)
	}
}

// TestHTTP2RequestsThatAreCancelled cancels requests for pages at about the time at which the server responds. A viewer
// does this when the user scrolls fast.
//
// SECURITY.md, promise 46 (bounded requests)
func TestHTTP2RequestsThatAreCancelled(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	document := s.Upload("sample.pdf", lecterntest.Sample(t, "sample.pdf")).ID
	s.Wait(document)
	path := sessionPath(s, document) + "/page/1.svg"
	s.Stop()
	cert, key := writeCertificate(t)
	s = lecterntest.StartIn(t, s.Data, nil, "--tls-cert", cert, "--tls-key", key)
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, ForceAttemptHTTP2: true}}
	defer client.CloseIdleConnections()
	get := func(after time.Duration) (*http.Response, error) {
		ctx, cancel := context.WithTimeout(t.Context(), after)
		defer cancel()
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := client.Do(request)
		if err == nil {
			_ = answer.Body.Close()
		}
		return answer, err
	}
	for n := range 300 {
		_, _ = get(time.Duration(n%30) * 100 * time.Microsecond)
	}
	if answer, err := get(lecterntest.WaitTimeout); err != nil || answer.StatusCode != http.StatusOK || answer.ProtoMajor != 2 {
		t.Errorf("after them: %v, %v", fmt.Sprint(answer), err)
	}
}
