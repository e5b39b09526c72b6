package crm

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/textproto"
	"os"
	"path"
	"strings"
)

// Salesforce's limits for fields, in characters.
const (
	maxTitle = 255
	maxPath  = 500
)

// upload is the multipart form for a new version of a file. The first part contains the fields, and the second part the
// content.
type upload struct {
	contentType string // the content type of the form
	head, tail  []byte
	file        *os.File
	fileSize    int64
	size        int64 // the size of the whole form, in bytes
}

// newVersion contains the fields of a new version.
type newVersion struct {
	Title        string
	PathOnClient string
	// Location is the record that the file is shared with.
	Location string `json:"FirstPublishLocationId,omitempty"`
}

// newUpload returns an upload of a file. If record is not empty, the file is linked to that record.
func newUpload(record, name string, file *os.File) (*upload, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	extension := path.Ext(name)
	fields, err := json.Marshal(newVersion{
		Title: shorten(strings.TrimSuffix(name, extension), maxTitle), PathOnClient: shorten(strings.TrimSuffix(name, extension),
			maxPath-len(extension)) + extension, Location: record,
	})
	if err != nil {
		return nil, err
	}
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	json, err := w.CreatePart(textproto.MIMEHeader{"Content-Disposition": {`form-data; name="entity_content"`},
		"Content-Type": {"application/json"}})
	if err != nil {
		return nil, err
	}
	_, err = json.Write(fields)
	kind := mime.TypeByExtension(extension)
	if kind == "" {
		kind = "application/octet-stream"
	}
	// The name of the file is sent in the fields and not in this header, because a name in the header would have to be
	// ASCII.
	_, partErr := w.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {fmt.Sprintf(`form-data; name="VersionData"; filename="document%s"`, safeExt(extension))}, "Content-Type": {kind},
	})
	head := bytes.Clone(form.Bytes())
	err = errors.Join(err, partErr, w.Close())
	u := &upload{contentType: w.FormDataContentType(), head: head, tail: form.Bytes()[len(head):], file: file, fileSize: info.Size()}
	u.size = int64(len(u.head)) + u.fileSize + int64(len(u.tail))
	return u, err
}

// reader returns a reader for the whole form.
func (u *upload) reader() io.Reader {
	return io.MultiReader(bytes.NewReader(u.head), io.NewSectionReader(u.file, 0, u.fileSize), bytes.NewReader(u.tail))
}

// shorten returns the beginning of a text, up to limit characters.
func shorten(text string, limit int) string {
	if all := []rune(text); len(all) > limit {
		return string(all[:limit])
	}
	return text
}

// safeExt returns an extension if it consists of letters and digits; otherwise "".
func safeExt(extension string) string {
	for _, r := range strings.TrimPrefix(extension, ".") {
		if (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') {
			return ""
		}
	}
	return extension
}
