package document

import (
	"context"
	"io"
	"math"
	"strings"

	"lectern/backend/internal/fault"
	"lectern/backend/internal/tempfile"
	"lectern/backend/sentence"
)

// maxPassword bounds a password, in bytes. It is more than any format takes.
const maxPassword = 1024

func validatePassword(password string) error {
	if len(password) > maxPassword {
		return fault.Field("password", "The password is longer than %d bytes.", maxPassword)
	}
	if strings.ContainsRune(password, 0) {
		return fault.Field("password", "The password has a character that none can have.")
	}
	return nil
}

// seal closes a document's password; an empty one is none.
func (s *Service) seal(password, id string) ([]byte, error) {
	if password == "" {
		return nil, nil
	}
	return s.sealer.Seal(password, id)
}

// unseal gives the document's password, or "".
func (s *Service) unseal(ctx context.Context, doc *Document) (string, error) {
	if len(doc.Password) == 0 {
		return "", nil
	}
	password, err := s.sealer.Open(doc.Password, doc.ID)
	if err != nil {
		s.log.ErrorContext(ctx, "password lost", "document", doc.ID, "error", err)
		return "", fault.FieldTold("password", sentence.New("password-lost",
			"The password that came with the document can no longer be read: try again with it."))
	}
	return password, nil
}

// decrypt makes the working copy of a PDF that a password opens, and gives its
// content key. The caller holds it, and must release it. The original stays as it was
// posted.
func (r *run) decrypt(ctx context.Context) (key string, err error) {
	out, err := tempfile.New(r.content.Temp())
	if err != nil {
		return "", err
	}
	defer out.Close()
	if err := r.pages.renderer.Decrypt(ctx, r.source(r.doc.Original), r.password, out); err != nil {
		return "", err
	}
	if _, err := out.Seek(0, io.SeekStart); err != nil {
		return "", err
	}
	key, _, err = r.content.Add(ctx, out, math.MaxInt64-1)
	return key, err
}
