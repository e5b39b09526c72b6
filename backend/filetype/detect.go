package filetype

import "io"

// Detect says of which type the size bytes of r are. The name decides only
// between .ppt, .pps, .pot and .ppa, which are one format. Errors about the file are
// *UnsupportedError, *ProtectedError or *DamagedError; others are r's own.
func Detect(r io.ReaderAt, size int64, name string) (Type, error) {
	head := make([]byte, 5)
	if _, err := r.ReadAt(head, 0); err != nil {
		return "", err
	}
	if string(head) == "%PDF-" {
		return Pdf, nil
	}
	return "", &UnsupportedError{Kind: "a file of unknown content"}
}
