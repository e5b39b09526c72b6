// Package client sends requests to the server that runs on a data folder of this machine. It is for programs of the
// same user.
package client

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"time"

	"lectern/backend/library"
	"lectern/backend/sentence/pathname"
)

// Client sends requests to the server of a data folder, with the server's local key. Only the user who runs the server
// can read that key.
type Client struct {
	Instance library.Instance
	// Language is the tag of the language for messages of the server; empty for English.
	Language string
}

// Find returns a client of the server that is running on a data folder. It returns an error if no server responds.
func Find(ctx context.Context, data string) (*Client, error) {
	instance, err := library.FindInstance(data)
	if err != nil {
		return nil, err
	}
	c := &Client{Instance: instance}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	return c, c.Do(ctx, http.MethodGet, instance.URL+"/healthz", nil, nil)
}

// View creates a session of a document and returns the address of its viewer.
func (c *Client) View(ctx context.Context, id string) (string, error) {
	var session struct {
		ViewerURL string `json:"viewerURL"`
	}
	address := c.Instance.APIBase + "/session?documentId=" + url.QueryEscape(id)
	return session.ViewerURL, c.Do(ctx, http.MethodPost, address, nil, &session)
}

// Do sends a request with the local key, and decodes the JSON of the response into the value that into points to. If
// into is nil, Do ignores the response. A response with a status of 300 or more is an error.
func (c *Client) Do(ctx context.Context, method, address string, body io.Reader, into any) error {
	answer, err := c.Send(ctx, method, address, body)
	if err != nil {
		return err
	}
	defer answer.Close()
	if into == nil {
		return nil
	}
	return json.NewDecoder(answer).Decode(into)
}

// Send sends a request with the local key of the server. It returns the body of the response, which the caller must
// close.
func (c *Client) Send(ctx context.Context, method, address string, body io.Reader) (io.ReadCloser, error) {
	answer, err := c.SendForResponse(ctx, method, address, body)
	if err != nil {
		return nil, err
	}
	return answer.Body, nil
}

// SendForResponse is like [Client.Send], but returns the response, whose body the caller must close.
func (c *Client) SendForResponse(ctx context.Context, method, address string, body io.Reader) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, method, address, body)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", c.Instance.Key)
	r.Header.Set("Content-Type", "application/json")
	if c.Language != "" {
		r.Header.Set("Accept-Language", c.Language)
	}
	answer, err := httpClient(c.Instance.Certificate).Do(r)
	if err != nil {
		return nil, err
	}
	if answer.StatusCode >= 300 {
		defer answer.Body.Close()
		return nil, refusal(answer)
	}
	return answer, nil
}

// httpClient returns an HTTP client for a server of this machine. A server with HTTPS has stored its certificate in its
// instance file. The client accepts only that certificate, whatever host the certificate names.
func httpClient(certificate []byte) *http.Client {
	if certificate == nil {
		return http.DefaultClient
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.TLSClientConfig = &tls.Config{
		InsecureSkipVerify: true, // VerifyPeerCertificate below is stricter
		VerifyPeerCertificate: func(raw [][]byte, _ [][]*x509.Certificate) error {
			if len(raw) == 0 || !bytes.Equal(raw[0], certificate) {
				return errors.New("the certificate is not that of the running Lectern")
			}
			return nil
		},
	}
	return &http.Client{Transport: transport}
}

// Refusal is the error response of a server.
type Refusal struct {
	Status  int    // HTTP status
	Code    string // error code
	Message string
}

func (r *Refusal) Error() string { return r.Message }

func refusal(answer *http.Response) error {
	var problem struct {
		Code    string `json:"code"`
		Message string `json:"message"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&problem); err != nil || problem.Message == "" {
		problem.Message = "the server responded " + answer.Status
	}
	return &Refusal{answer.StatusCode, problem.Code, problem.Message}
}

// File is the result of importing a file.
type File struct {
	Path             string `json:"path"`
	Name             string `json:"name"`
	State            string `json:"state"`
	Message          string `json:"message"`
	LocalizedMessage string `json:"localMessage"` // in the language of the client; empty if that is English
	DocumentID       string `json:"documentId"`
}

// Import imports files and folders, given as absolute paths. It returns the result of each file, in the order in which
// the server found them.
func (c *Client) Import(ctx context.Context, paths []string) (files []File, err error) {
	body, err := json.Marshal(map[string]any{"paths": pathname.Texts(paths)})
	if err != nil {
		return nil, err
	}
	answer, err := c.Send(ctx, http.MethodPost, c.Instance.APIBase+"/intake", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	defer answer.Close()
	places := make(map[string]int)
	for lines := json.NewDecoder(answer); ; {
		var file File
		if err := lines.Decode(&file); err != nil {
			return files, err
		}
		file.Path = pathname.Path(file.Path)
		switch file.State {
		case "found":
			places[file.Path] = len(files)
			files = append(files, file)
		case "done":
			return files, nil
		default:
			files[places[file.Path]] = file
		}
	}
}

// ErrNoWindow is the error for a server that runs without a window.
var ErrNoWindow = errors.New("the server runs without a window")

const (
	// maxShown is the maximum number of documents that are opened at the same time, each in its own tab.
	maxShown = 10
	// maxReported is the maximum number of rejected files that are passed to the window. The window shows the reasons
	// for the rejection.
	maxReported = 1000
)

// ShowWindow brings the window of the server to the front. It returns [ErrNoWindow] if the server runs without a
// window.
func (c *Client) ShowWindow(ctx context.Context) error { return c.ShowFiles(ctx, nil) }

// ShowFiles brings the window of the server to the front and opens the documents of imported files. The window imports
// the rejected files again and shows the reasons in the language of its user. Files beyond the limits of a request are
// ignored. ShowFiles returns [ErrNoWindow] if the server runs without a window.
func (c *Client) ShowFiles(ctx context.Context, files []File) error {
	documents, refused := []string{}, []string{}
	for _, file := range files {
		if file.DocumentID == "" {
			refused = append(refused, pathname.Text(file.Path))
		} else {
			documents = append(documents, file.DocumentID)
		}
	}
	body, err := json.Marshal(map[string]any{
		"show":      true,
		"documents": documents[:min(len(documents), maxShown)],
		"files":     refused[:min(len(refused), maxReported)],
	})
	if err != nil {
		return err
	}
	err = c.Do(ctx, http.MethodPost, c.Instance.APIBase+"/window", bytes.NewReader(body), nil)
	if refused, ok := errors.AsType[*Refusal](err); ok && refused.Status == http.StatusConflict {
		return ErrNoWindow
	}
	return err
}
