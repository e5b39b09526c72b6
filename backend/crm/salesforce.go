package crm

import (
	"cmp"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"lectern/backend/internal/fault"
	"lectern/backend/internal/outbound"
	"lectern/backend/internal/retry"
	"lectern/backend/sentence"
)

// salesforce implements the platform "Salesforce" with its REST API. A file in Salesforce is a ContentDocument. Each of
// its versions is a ContentVersion.
type salesforce struct {
	client       *outbound.Client
	maxTemplate  func() int64
	timeout      time.Duration                  // time limit for requests that transfer a file
	allowedHosts atomic.Pointer[outbound.Hosts] // hosts that the operator has allowed in addition to Salesforce's
	versions     versions
	// pause waits before a request is repeated.
	pause func(context.Context, time.Duration) error
}

func newSalesforce(config Config) *salesforce {
	s := &salesforce{client: config.Client, maxTemplate: config.MaxTemplate, timeout: cmp.Or(config.Timeout, outbound.DefaultTimeout),
		pause: wait}
	s.allowedHosts.Store(&outbound.Hosts{})
	return s
}

// wait is like [retry.Sleep], but returns the cause of the context's end if it is interrupted.
func wait(ctx context.Context, d time.Duration) error {
	if !retry.Sleep(ctx, d) {
		return context.Cause(ctx)
	}
	return nil
}

// Check implements [Platform].
func (s *salesforce) Check(in Integration) error {
	switch {
	case in.SessionID == "":
		return fault.Field("/integration/sessionID", "The sessionID of the integration is missing. It is needed for requests to "+
			"Salesforce.")
	case strings.ContainsFunc(in.SessionID, func(r rune) bool { return r <= ' ' || r > '~' }):
		return fault.Field("/integration/sessionID", "The sessionID of the integration has characters that are not valid in a "+
			"Salesforce session id.")
	case in.ServerURL == "":
		return fault.Field("/integration/serverURL", "The serverURL of the integration is missing. Set it to the address of "+
			"Salesforce.")
	case in.LinkTo != "" && !isSalesforceID(in.LinkTo):
		return fault.TranslatableField("/integration/linkTo", errRecordID(in.LinkTo).message)
	}
	if _, err := s.origin(in.ServerURL); err != nil {
		return fault.TranslatableField("/integration/serverURL", err.message)
	}
	return nil
}

func errRecordID(id string) *Error {
	return failed("platform-record", sentence.New("crm-record-identifier",
		"“{id}” is not the id of a record in Salesforce, which has 15 or 18 characters.").With("id", shorten(id, 100)))
}

// version is a version of a file, a ContentVersion in Salesforce.
type version struct {
	ID            string `json:"Id"`
	Title         string
	FileExtension string
	ContentSize   int64 // bytes
}

const versionFields = "Id, Title, FileExtension, ContentSize"

// name returns the file name with its extension.
func (v *version) name() string {
	extension := "." + v.FileExtension
	if v.FileExtension == "" || strings.HasSuffix(strings.ToLower(v.Title), strings.ToLower(extension)) {
		return v.Title
	}
	return v.Title + extension
}

// Template implements [Platform].
func (s *salesforce) Template(ctx context.Context, in Integration, identifier string) (string, io.ReadCloser, error) {
	if err := checkFileID(identifier); err != nil {
		return "", nil, err
	}
	caller, err := s.newCaller(ctx, in)
	if err != nil {
		return "", nil, err
	}
	found, err := caller.findVersion(ctx, identifier)
	if err != nil {
		return "", nil, err
	}
	limit := s.maxTemplate()
	if found.ContentSize > limit {
		return "", nil, errTooLarge(limit)
	}
	answer, err := caller.send(ctx, request{
		path: caller.base + "/sobjects/ContentVersion/" + found.ID + "/VersionData", accept: "*/*",
		timeout: s.timeout, limit: limit, missing: errFileGone(identifier),
	})
	if err != nil {
		return "", nil, err
	}
	return found.name(), &fileBody{ReadCloser: answer.Body, host: caller.host, tooLarge: errTooLarge(limit)}, nil
}

// fileBody is the body of a file being downloaded. It converts errors of reading into errors of the platform.
type fileBody struct {
	io.ReadCloser
	host     string
	tooLarge *Error
}

// Read implements [io.Reader].
func (b *fileBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err == nil || err == io.EOF {
		return n, err
	}
	return n, describeFetchError(err, b.host, b.tooLarge)
}

func errFileGone(id string) *Error {
	return failed("platform-file-gone", sentence.New("crm-file-gone", "The file {id} does not exist in Salesforce, or the user "+
		"of the session cannot see it.").With("id", id))
}

// findVersion returns the version that id identifies. If id identifies a file, it returns the latest version of the
// file.
func (c *caller) findVersion(ctx context.Context, id string) (found version, err error) {
	gone := errFileGone(id)
	if strings.HasPrefix(id, versionPrefix) {
		fields := url.Values{"fields": {strings.ReplaceAll(versionFields, " ", "")}}
		if err = c.get(ctx, request{path: c.base + "/sobjects/ContentVersion/" + id + "?" + fields.Encode(), missing: gone}, &found); err != nil {
			return found, err
		}
	} else {
		var page struct{ Records []version }
		soql := "SELECT " + versionFields + " FROM ContentVersion WHERE ContentDocumentId = '" + id + "' AND IsLatest = true"
		if err = c.get(ctx, request{path: c.queryPath(soql), missing: gone}, &page); err != nil {
			return found, err
		}
		if len(page.Records) == 0 {
			return found, gone
		}
		found = page.Records[0]
	}
	if !isSalesforceID(found.ID) {
		return found, errBroken(c.host)
	}
	return found, nil
}

// get sends a request and decodes the response from JSON.
func (c *caller) get(ctx context.Context, r request, into any) error {
	r.accept, r.timeout, r.limit = "application/json", quickTimeout, maxAnswer
	answer, err := c.send(ctx, r)
	if err != nil {
		return err
	}
	return c.read(answer, into)
}

// maxUpload is Salesforce's maximal size of a version, in bytes.
const maxUpload = 2 << 30

// Store implements [Platform].
func (s *salesforce) Store(ctx context.Context, in Integration, record, name string, file *os.File) (string, error) {
	if record != "" && !isSalesforceID(record) {
		return "", errRecordID(record)
	}
	caller, err := s.newCaller(ctx, in)
	if err != nil {
		return "", err
	}
	upload, err := newUpload(record, name, file)
	if err != nil {
		return "", err
	}
	if upload.size > maxUpload {
		return "", errTooLarge(maxUpload)
	}
	order := request{
		method: http.MethodPost, path: caller.base + "/sobjects/ContentVersion", accept: "application/json", upload: upload, timeout: s.timeout,
		limit: maxAnswer,
	}
	if record != "" {
		order.missing = errRecordGone(record)
	}
	answer, err := caller.send(ctx, order)
	if err != nil {
		return "", err
	}
	var made struct {
		ID      string `json:"id"`
		Success bool
	}
	if err := caller.read(answer, &made); err != nil {
		return "", err
	}
	if !made.Success || !isSalesforceID(made.ID) {
		return "", errBroken(caller.host)
	}
	return made.ID, nil
}

func errRecordGone(id string) *Error {
	return failed("platform-record-gone", sentence.New("crm-record-gone",
		"The record {id} does not exist in Salesforce, or the user of the session cannot link to it.").With("id", id))
}

// read decodes a response from JSON and closes it.
func (c *caller) read(answer *outbound.Response, target any) error {
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return describeFetchError(err, c.host, errBroken(c.host))
	}
	if json.Unmarshal(text, target) != nil {
		return errBroken(c.host)
	}
	return nil
}
