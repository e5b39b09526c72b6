package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/skratchdot/open-golang/open"
)

// Bridge is what the window's page may call in this program.
type Bridge struct {
	apiBase, key string
}

// Connection says how the window's page reaches the server.
type Connection struct {
	APIBase string `json:"apiBase"`
	// Key is the window's own, good for this run.
	Key string `json:"key"`
}

// Connection tells the window's page how to reach the server.
func (b *Bridge) Connection() Connection {
	return Connection{APIBase: b.apiBase, Key: b.key}
}

// openTimeout bounds the request for a session.
const openTimeout = 10 * time.Second

// OpenDocument shows a document in the person's browser.
func (b *Bridge) OpenDocument(id string) error {
	ctx, cancel := context.WithTimeout(context.Background(), openTimeout)
	defer cancel()
	address, err := b.createSession(ctx, id)
	if err != nil {
		return err
	}
	if err := open.Start(address); err != nil {
		return fmt.Errorf("the browser could not be started; the document is at %s", address)
	}
	return nil
}

// createSession makes a viewing session and gives its viewer's address.
func (b *Bridge) createSession(ctx context.Context, id string) (string, error) {
	address := b.apiBase + "/session?documentId=" + url.QueryEscape(id)
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, nil)
	if err != nil {
		return "", err
	}
	request.Header.Set("Authorization", b.key)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", fmt.Errorf("reach the server: %w", err)
	}
	defer answer.Body.Close()
	var content struct {
		ViewerURL string `json:"viewerURL"`
		Message   string `json:"message"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&content); err != nil {
		return "", fmt.Errorf("the server answered %s: %w", answer.Status, err)
	}
	if answer.StatusCode != http.StatusOK {
		return "", errors.New(content.Message)
	}
	return content.ViewerURL, nil
}
