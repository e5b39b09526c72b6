// Command client uses a server through the client that oapi-codegen generates from its description:
//
//	client URL KEY FILE
//
// It posts the file, waits until the document is ready, creates a session, reads the document, and prints 'done'.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"lectern-client/api"
)

func main() {
	if err := run(context.Background(), os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println("done")
}

// session calls the operations of the server.
type session struct {
	*api.ClientWithResponses
	ctx context.Context
}

func run(ctx context.Context, url, key, file string) error {
	if err := validate("openapi.json"); err != nil {
		return err
	}
	client, err := api.NewClientWithResponses(url, api.WithRequestEditorFn(func(_ context.Context, r *http.Request) error {
		r.Header.Set("Authorization", key)
		return nil
	}))
	if err != nil {
		return err
	}
	s := session{client, ctx}
	document, err := s.post(file)
	if err == nil {
		document, err = s.await(document)
	}
	if err == nil {
		err = s.createSession(document)
	}
	if err == nil {
		err = s.read(document)
	}
	if err == nil {
		err = s.checkNotFound()
	}
	return err
}

// validate returns an error if the description is not a valid OpenAPI 3.0 document.
func validate(path string) error {
	description, err := openapi3.NewLoader().LoadFromFile(path)
	if err != nil {
		return err
	}
	if !strings.HasPrefix(description.OpenAPI, "3.0.") {
		return fmt.Errorf("the description is of version %s", description.OpenAPI)
	}
	return description.Validate(context.Background())
}

func (s session) post(file string) (document api.Document, err error) {
	content, err := os.ReadFile(file)
	if err != nil {
		return document, err
	}
	name, tags := filepath.Base(file), []string{"one", "two, three"}
	answer, err := s.UploadDocumentWithBodyWithResponse(s.ctx, &api.UploadDocumentParams{Filename: &name, Tag: &tags},
		"application/octet-stream", bytes.NewReader(content))
	if err != nil || answer.JSON200 == nil {
		return document, fmt.Errorf("post: %w, %s", err, answer.Body)
	}
	return answer.JSON200.AsDocument()
}

func (s session) await(document api.Document) (api.Document, error) {
	wait, timeout := api.GetDocumentParamsWait("ready"), int64(60)
	answer, err := s.GetDocumentWithResponse(s.ctx, document.Id, &api.GetDocumentParams{Wait: &wait, Timeout: &timeout})
	if err != nil || answer.JSON200 == nil {
		return document, fmt.Errorf("wait: %w, %s", err, answer.Body)
	}
	if document = *answer.JSON200; document.Status != "ready" || document.PageCount == 0 || document.Tags == nil || len(*document.Tags) != 2 {
		return document, fmt.Errorf("the document is %s", answer.Body)
	}
	return document, nil
}

func (s session) createSession(document api.Document) error {
	answer, err := s.CreateSessionWithResponse(s.ctx, &api.CreateSessionParams{DocumentId: document.Id})
	if err != nil || answer.JSON200 == nil {
		return fmt.Errorf("create session: %w, %s", err, answer.Body)
	}
	page, err := http.Get(answer.JSON200.ViewerURL)
	if err != nil {
		return err
	}
	defer page.Body.Close()
	text, err := io.ReadAll(page.Body)
	if err != nil || page.StatusCode != http.StatusOK || !bytes.Contains(text, []byte("<svg")) {
		return fmt.Errorf("the viewer page has status %s, %v", page.Status, err)
	}
	return nil
}

func (s session) read(document api.Document) error {
	words, err := s.GetPageWithResponse(s.ctx, document.Id, "1.json", &api.GetPageParams{})
	if err != nil || words.JSON200 == nil || words.JSON200.Page != 1 || words.JSON200.Width == 0 {
		return fmt.Errorf("page 1 is %w, %s", err, words.Body)
	}
	picture, err := s.GetPageWithResponse(s.ctx, document.Id, "1.png", &api.GetPageParams{})
	if err != nil || !bytes.HasPrefix(picture.Body, []byte("\x89PNG")) {
		return fmt.Errorf("the picture of page 1 is %w, %.40q", err, picture.Body)
	}
	text, err := s.GetTextWithResponse(s.ctx, document.Id)
	if err != nil || text.StatusCode() != http.StatusOK || len(text.Body) == 0 {
		return fmt.Errorf("the text is %w, %s", err, text.Body)
	}
	list, err := s.ListDocumentsWithResponse(s.ctx, &api.ListDocumentsParams{Tag: document.Tags})
	if err != nil || list.JSON200 == nil {
		return fmt.Errorf("list: %w, %s", err, list.Body)
	}
	settings, err := s.GetSettingsWithResponse(s.ctx)
	if err != nil || settings.JSON200 == nil {
		return fmt.Errorf("settings: %w, %s", err, settings.Body)
	}
	return nil
}

// checkNotFound requests a document that does not exist, and checks the error.
func (s session) checkNotFound() error {
	answer, err := s.GetDocumentWithResponse(s.ctx, "none", nil)
	if err != nil {
		return err
	}
	if problem := answer.ApplicationproblemJSON404; problem == nil || problem.Code == "" || problem.Message == "" {
		return errors.New("the error is not readable: " + string(answer.Body))
	}
	return nil
}
