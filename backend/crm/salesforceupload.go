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

// The bounds of fields, in characters, as Salesforce says.
const (
	maxTitle = 255
	maxPath  = 500
)

// upload is a new version of a file on its way to Salesforce: a form whose first part has the fields,
// and whose second one the bytes.
type upload struct {
	kind       string // its content type
	head, tail []byte
	file       *os.File
	fileSize   int64
	size       int64 // bytes in all
}

// versionToBe are the fields of a new version.
type versionToBe struct {
	Title        string
	PathOnClient string
	// Location has the file shared with a record from the beginning.
	Location string `json:"FirstPublishLocationId,omitempty"`
}

// newUpload makes an upload of a file by its name, linked to a record unless that is empty.
func newUpload(record, name string, file *os.File) (*upload, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	extension := path.Ext(name)
	fields, err := json.Marshal(versionToBe{
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
	// The name stands in the fields: here it would have to be spelled in ASCII.
	_, partErr := w.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {fmt.Sprintf(`form-data; name="VersionData"; filename="document%s"`, plain(extension))}, "Content-Type": {kind},
	})
	head := bytes.Clone(form.Bytes())
	err = errors.Join(err, partErr, w.Close())
	u := &upload{kind: w.FormDataContentType(), head: head, tail: form.Bytes()[len(head):], file: file, fileSize: info.Size()}
	u.size = int64(len(u.head)) + u.fileSize + int64(len(u.tail))
	return u, err
}

// reader gives all that is sent, from its beginning.
func (u *upload) reader() io.Reader {
	return io.MultiReader(bytes.NewReader(u.head), io.NewSectionReader(u.file, 0, u.fileSize), bytes.NewReader(u.tail))
}

// shorten gives so many characters of a text at most.
func shorten(text string, most int) string {
	if all := []rune(text); len(all) > most {
		return string(all[:most])
	}
	return text
}

// plain gives an extension where it is made of letters and digits, else none.
func plain(extension string) string {
	for _, r := range strings.TrimPrefix(extension, ".") {
		if (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') {
			return ""
		}
	}
	return extension
}
