package filetype

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"lectern/backend/sentence"
)

// headSize is the number of bytes at the beginning of a file that are searched for magic bytes. PDF readers search
// 1,024 bytes for the header. Naming an unsupported type in an error message needs up to 3,072 bytes.
const headSize = 3072

// Detect returns the type of the file in r, which has size bytes. The name is only used to distinguish .ppt, .pps, .pot
// and .ppa, which share one format. Errors about the file are *UnsupportedError, *ProtectedError, *EncryptionError,
// *DamagedError or *EmptyError; other errors come from reading r.
//
// Detect reads at most [readLimit] bytes, even of large or hostile files.
func Detect(r io.ReaderAt, size int64, name string) (Type, error) {
	if size == 0 {
		return "", &UnsupportedError{Kind: sentence.New("kind-empty", "an empty file")}
	}
	w := &limitedReader{r: r, size: size, remaining: readLimit}
	head, err := w.head(headSize)
	if err != nil {
		return "", fmt.Errorf("reading the beginning of the file: %w", err)
	}
	t, err := detect(w, head, name)
	if w.readErr != nil {
		return "", fmt.Errorf("looking into the file: %w", w.readErr)
	}
	return t, err
}

// detect returns the type by magic bytes. It first checks for magic bytes at the very beginning of the file. The header
// of a PDF is checked last, because it may also be further inside the file, where it could be part of another file's
// content.
func detect(w *limitedReader, head []byte, name string) (Type, error) {
	switch {
	case bytes.HasPrefix(head, []byte(oleMagic)):
		return detectOLE(w, name)
	case bytes.HasPrefix(head, []byte("PK\x03\x04")), bytes.HasPrefix(head, []byte("PK\x05\x06")):
		return detectZIP(w, head)
	case bytes.HasPrefix(head, []byte(`{\rtf`)):
		return Rtf, nil
	case rawBIFF(head):
		return Xls, nil
	case bytes.Contains(head[:min(len(head), 1024)], []byte("%PDF-")):
		return Pdf, nil
	}
	return "", &UnsupportedError{Kind: describe(head)}
}

// Causes of damage that several functions report.
var (
	lostText  = sentence.New("damage-text", "its text cannot be found")
	brokenZIP = sentence.New("damage-zip", "the file is broken or incomplete")
)

// damaged returns the error for a file of a supported type whose structure is broken.
func damaged(cause sentence.Sentence, err error) error {
	if errors.Is(err, errLimit) {
		cause = sentence.New("damage-structure", "its structure is larger than in any real document")
	}
	return &DamagedError{Cause: cause}
}
