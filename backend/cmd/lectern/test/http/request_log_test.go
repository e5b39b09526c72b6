package http_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"syscall"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
	"lectern/converters/pdf/pdftest"
)

// logLine is a line of the log, as --log-format json writes it.
type logLine struct {
	Msg, Request, Document, Kind, ID, Detail string
}

// logged returns the parsed log lines of a server that has stopped.
func logged(s *lecterntest.Server) (lines []logLine) {
	s.T.Helper()
	for decoder := json.NewDecoder(bytes.NewReader(s.Log.Bytes())); decoder.More(); {
		var line logLine
		if err := decoder.Decode(&line); err != nil {
			s.T.Fatalf("%v in %s", err, s.Log)
		}
		lines = append(lines, line)
	}
	return lines
}

// post uploads a file and returns the ID of the document and the ID of the request.
func post(s *lecterntest.Server, name string, content []byte) (document, request string) {
	s.T.Helper()
	r, err := http.NewRequestWithContext(s.T.Context(), http.MethodPost, s.APIBase+"/document/upload?filename="+name, bytes.NewReader(content))
	if err != nil {
		s.T.Fatal(err)
	}
	r.Header.Set("Authorization", s.Key)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		s.T.Fatal(err)
	}
	defer answer.Body.Close()
	var made lecterntest.Document
	if err := json.NewDecoder(answer.Body).Decode(&made); err != nil || made.ID == "" {
		s.T.Fatalf("%d, %v", answer.StatusCode, err)
	}
	return made.ID, answer.Header.Get("X-Request-Id")
}

// The messages of the log about a document that failed.
const (
	logOfFailure = "the processing of a document failed"
	logOfDetail  = "the converter reported why a document failed"
)

// TestLogFollowsARequest checks that the request ID of an upload is also in the log lines about its job and about the
// messages of its converter.
func TestLogFollowsARequest(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t, "--log-format", "json")
	good, requestOfGood := post(s, "a.docx", lecterntest.UniqueSample(t, "sample.docx"))
	bad, requestOfBad := post(s, "b.pdf", append([]byte("%PDF-1.7\n"), bytes.Repeat([]byte("no PDF at all "), 99)...))
	s.Wait(good)
	s.Wait(bad)
	s.Stop()
	found := map[string]string{}
	for _, line := range logged(s) {
		switch {
		case line.Msg == "job" && line.Kind == "document.convert":
			found["job of "+line.ID] = line.Request
		case line.Msg == logOfDetail || line.Msg == logOfFailure:
			found[line.Msg] = line.Request
		}
	}
	for what, want := range map[string]string{
		"job of " + good: requestOfGood, "job of " + bad: requestOfBad, logOfDetail: requestOfBad, logOfFailure: requestOfBad,
	} {
		if found[what] != want || want == "" {
			t.Errorf("%s is of the request %q, not %q: %s", what, found[what], want, s.Log)
		}
	}
}

// TestJobLogHasRequestIDAfterAKill checks that the log line about a job has the ID of its request even if the server
// was killed in between. This works because the ID is stored with the job.
//
// SECURITY.md, promise 22 (killed server)
func TestJobLogHasRequestIDAfterAKill(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t, "--log-format", "json")
	document, request := post(s, "long.pdf", pdftest.EmptyPages(20_000))
	s.Kill()
	s = lecterntest.StartIn(t, s.Data, nil, "--log-format", "json")
	s.Wait(document)
	s.Stop()
	for _, line := range logged(s) {
		if line.Msg == "job" && line.ID == document && line.Request == request {
			return
		}
	}
	t.Errorf("no job of the request %s: %s", request, s.Log)
}

// TestLogFollowsARequestToACrash kills converters during a conversion. The log lines about these crashes must have the
// ID of the request.
//
// SECURITY.md, promise 23 (killed converter)
func TestLogFollowsARequestToACrash(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t, "--log-format", "json")
	s.Wait(s.Upload("a.docx", lecterntest.UniqueSample(t, "sample.docx")).ID) // starts LibreOffice
	requests := map[string]string{}
	for range 6 {
		document, request := post(s, "a.docx", lecterntest.UniqueSample(t, "sample.docx"))
		requests[document] = request
		for _, pid := range lecterntest.ChildPIDs(t, s.Cmd.Process.Pid) {
			_ = syscall.Kill(pid, syscall.SIGKILL) // the process may have ended
		}
		s.Wait(document)
	}
	s.Stop()
	deaths := 0
	for _, line := range logged(s) {
		if line.Msg != "converter died, trying again" {
			continue
		}
		deaths++
		if line.Detail == "" || line.Request == "" || line.Request != requests[line.Document] {
			t.Errorf("%+v, of %+v", line, requests)
		}
	}
	if deaths == 0 {
		t.Error("no converter died")
	}
}
