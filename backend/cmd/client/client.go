// Package client speaks to the server that runs on a data folder of this machine, for programs of
// its own user.
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

// Client talks to the server that runs on a data folder, as its user's own key allows.
type Client struct {
	Instance library.Instance
	// Language is the tag of the language in which the server is to say what its person reads; empty
	// for English.
	Language string
}

// Find gives a client of the server that runs on a data folder, or an error where none answers.
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

// View makes a session of a document and gives its viewer's address.
func (c *Client) View(ctx context.Context, id string) (string, error) {
	var session struct {
		ViewerURL string `json:"viewerURL"`
	}
	address := c.Instance.APIBase + "/session?documentId=" + url.QueryEscape(id)
	return session.ViewerURL, c.Do(ctx, http.MethodPost, address, nil, &session)
}

// Do makes a request with the key of the command line, and reads the answer into a struct.
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

// Send makes a request with the key of the command line, and gives the body of the answer.
func (c *Client) Send(ctx context.Context, method, address string, body io.Reader) (io.ReadCloser, error) {
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
	return answer.Body, nil
}

// httpClient gives a client for a server of this machine. One that speaks HTTPS has
// written down its certificate, which is the only one taken, whatever name it is for.
func httpClient(certificate []byte) *http.Client {
	if certificate == nil {
		return http.DefaultClient
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.TLSClientConfig = &tls.Config{
		InsecureSkipVerify: true, // in favour of the comparison below, which is stricter
		VerifyPeerCertificate: func(raw [][]byte, _ [][]*x509.Certificate) error {
			if len(raw) == 0 || !bytes.Equal(raw[0], certificate) {
				return errors.New("this is not the certificate of the running Lectern")
			}
			return nil
		},
	}
	return &http.Client{Transport: transport}
}

// Refusal is what the server said against a request.
type Refusal struct {
	Status  int    // of HTTP
	Code    string // names the error
	Message string
}

func (r *Refusal) Error() string { return r.Message }

func refusal(answer *http.Response) error {
	var problem struct {
		Code    string `json:"code"`
		Message string `json:"message"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&problem); err != nil || problem.Message == "" {
		problem.Message = "the server answered " + answer.Status
	}
	return &Refusal{answer.StatusCode, problem.Code, problem.Message}
}

// File is what became of a file that was to be taken in.
type File struct {
	Path         string `json:"path"`
	Name         string `json:"name"`
	State        string `json:"state"`
	Message      string `json:"message"`
	LocalMessage string `json:"localMessage"` // in the client's language; empty where that is English
	DocumentID   string `json:"documentId"`
}

// Take has the server take files and folders in, which are named by absolute paths. It gives what
// became of each, in the order in which they were found.
func (c *Client) Take(ctx context.Context, paths []string) (files []File, err error) {
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

// ErrNoWindow says that the server runs without a window.
var ErrNoWindow = errors.New("it runs without a window")

const (
	// maxShown is how many documents are opened at once: each has a tab of its own.
	maxShown = 10
	// maxTold is of how many files the window tells why they were not taken in.
	maxTold = 1000
)

// ShowWindow brings the server's window to the front. The error is [ErrNoWindow] where it has none.
func (c *Client) ShowWindow(ctx context.Context) error { return c.ShowFiles(ctx, nil) }

// ShowFiles brings the server's window to the front with what became of files. It opens the
// documents that were made of them, and has the window take in the others once more: so it tells in
// its person's language why it cannot. Of many, it is the first ones. The error is [ErrNoWindow]
// where there is none.
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
		"files":     refused[:min(len(refused), maxTold)],
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
