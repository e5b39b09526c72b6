package main

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"lectern/backend"
)

// client talks to the server that runs on a data folder, as its user's own key
// allows.
type client struct {
	instance backend.Instance
}

// findClient gives a client of the server that runs on a data folder, or an error
// where none answers.
func findClient(ctx context.Context, data string) (*client, error) {
	instance, err := backend.FindInstance(data)
	if err != nil {
		return nil, err
	}
	c := &client{instance}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	return c, c.do(ctx, http.MethodGet, instance.URL+"/healthz", nil, nil)
}

// upload posts a file and gives its document's id.
func (c *client) upload(ctx context.Context, name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	var doc struct {
		ID string `json:"id"`
	}
	address := c.instance.APIBase + "/document/upload?filename=" + url.QueryEscape(filepath.Base(name))
	return doc.ID, c.do(ctx, http.MethodPost, address, f, &doc)
}

// view makes a session of a document and gives its viewer's address.
func (c *client) view(ctx context.Context, id string) (string, error) {
	var session struct {
		ViewerURL string `json:"viewerURL"`
	}
	address := c.instance.APIBase + "/session?documentId=" + url.QueryEscape(id)
	return session.ViewerURL, c.do(ctx, http.MethodPost, address, nil, &session)
}

func (c *client) do(ctx context.Context, method, address string, body io.Reader, into any) error {
	answer, err := c.send(ctx, method, address, body)
	if err != nil {
		return err
	}
	defer answer.Close()
	if into == nil {
		return nil
	}
	return json.NewDecoder(answer).Decode(into)
}

// send makes a request with the key of the command line, and gives the body of the answer.
func (c *client) send(ctx context.Context, method, address string, body io.Reader) (io.ReadCloser, error) {
	r, err := http.NewRequestWithContext(ctx, method, address, body)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", c.instance.Key)
	r.Header.Set("Content-Type", "application/octet-stream")
	answer, err := httpClient(c.instance.Certificate).Do(r)
	if err != nil {
		return nil, err
	}
	if answer.StatusCode != http.StatusOK {
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

// refusal gives what the server said against a request.
func refusal(answer *http.Response) error {
	var problem struct {
		Message string `json:"message"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&problem); err != nil || problem.Message == "" {
		return fmt.Errorf("the server answered %s", answer.Status)
	}
	return fmt.Errorf("%s", problem.Message)
}
