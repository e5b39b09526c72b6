package conversion

import (
	"context"
	"errors"
	"io"
	"math"
	"time"

	"lectern/backend/convert/filetype"
	"lectern/backend/document"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/tempfile"
	"lectern/backend/sentence"
)

// identify stores the type of the document's content. It returns an error if the type is not supported. If a default
// password opens the file, that becomes the document's password.
func (w *Worker) identify(ctx context.Context, a *attempt) error {
	begin := time.Now()
	kind, err := document.DetectType(ctx, w.content, a.doc.Original, a.doc.Name)
	a.earlierReport.AddStep(ctx, document.StepDetected, begin)
	sealed := a.doc.Password
	if protected, ok := errors.AsType[*filetype.ProtectedError](err); ok {
		a.earlierReport.AddFact(document.FactEncrypted, "")
		if protected.Password != "" {
			sealed, err = w.sealer.Seal(protected.Password, a.doc.ID)
		}
		if len(sealed) > 0 {
			kind, err = protected.Kind, nil
		}
	}
	if _, ok := errors.AsType[*filetype.EncryptionError](err); ok {
		a.earlierReport.AddFact(document.FactEncrypted, "")
	}
	if err != nil {
		return err
	}
	return w.save(ctx, a, document.Update{AddJob: true, Report: &a.earlierReport, Change: func(d *document.Document) error {
		d.SetType(kind)
		d.Password = sealed
		return nil
	}})
}

// unsealPassword returns the password that came with the document, or "".
func (w *Worker) unsealPassword(ctx context.Context, doc *document.Document) (string, error) {
	if len(doc.Password) == 0 {
		return "", nil
	}
	password, err := w.sealer.Open(doc.Password, doc.ID)
	if err != nil {
		w.log.ErrorContext(ctx, "the stored password of a document can no longer be decrypted", "document", doc.ID, "error", err)
		return "", fault.TranslatableField("password", sentence.New("password-lost",
			"The password of the document can no longer be read. Try again with the password."))
	}
	return password, nil
}

// decrypt stores a copy of a PDF without its encryption, and returns its key, which the caller holds. The original
// stays as it was posted.
func (w *Worker) decrypt(ctx context.Context, a *attempt) (key string, err error) {
	out, err := tempfile.New(w.content.Temp())
	if err != nil {
		return "", err
	}
	defer out.Close()
	if err := w.renderer.Decrypt(ctx, w.source(a, a.doc.Original), a.password, out); err != nil {
		return "", err
	}
	if _, err := out.Seek(0, io.SeekStart); err != nil {
		return "", err
	}
	key, _, err = w.content.Add(ctx, out, math.MaxInt64-1)
	return key, err
}
