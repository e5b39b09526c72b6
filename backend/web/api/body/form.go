package body

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"lectern/backend/internal/bodymemory"
	"lectern/backend/internal/disposition"
	"lectern/backend/internal/fault"
	"lectern/backend/sentence/bytesize"
)

// FilePart is the name of the form parts that contain files. In a form with a single file, that part may have any name.
const FilePart = "file"

// maxFiles is the maximum number of files in one upload.
const maxFiles = 100

// MaxIgnored is the size limit, in bytes, of all superfluous files together in a form that takes one file.
const MaxIgnored = 100 << 20

// MaxFields is the size limit of all fields of a form with files together, in bytes.
const MaxFields = 1 << 20

// fieldCost is the number of bytes that is added to the size of each field, so that the size limit also limits the
// number of empty fields.
const fieldCost = 64

// formReader reads a form with files.
type formReader[T any] struct {
	Files[T]
	isKnown func(name string) bool // reports whether a field is a query parameter of the operation, or the password

	files         []T
	misnamed      []T      // the first file under another name than [FilePart]; empty once a file is named [FilePart]
	misnamedCount int      // number of files under other names
	names         []string // the names of the known fields
	values        *bodymemory.Texts
	fieldSize     int64 // bytes of all fields
}

// read reads all parts, in any order, and returns the files and the known fields. If it fails, it discards the files.
func (f *formReader[T]) read(ctx context.Context, r *http.Request) (files []T, fields url.Values, err error) {
	f.values = bodymemory.NewTexts(ctx)
	err = readParts(ctx, r, f.readPart)
	if err == nil {
		err = f.useMisnamed()
	}
	if err == nil {
		fields, err = f.allFields(ctx)
	}
	if err != nil {
		f.discardAll(f.files)
		f.files = nil
	}
	f.discardAll(f.misnamed)
	return f.files, fields, err
}

func (f *formReader[T]) readPart(part *multipart.Part) error {
	header := disposition.ParsePart(part.Header.Get("Content-Disposition"))
	switch {
	case header.Name == FilePart:
		return f.readFile(header.Filename, part)
	case header.HasFilename && header.Name != PasswordField:
		return f.readMisnamed(header.Filename, part)
	}
	return f.readField(header.Name, part)
}

// readFile receives a file.
func (f *formReader[T]) readFile(name string, part io.Reader) error {
	if len(f.files) == maxFiles {
		return fault.Field(FilePart, "One upload accepts at most %d files. Send the others in further requests.", maxFiles)
	}
	file, err := f.Receive(name, part)
	if err == nil {
		f.files = append(f.files, file)
	}
	return err
}

// readMisnamed receives the file in a form part that has another name than [FilePart]. Such a file is accepted if it is
// the form's only file. readMisnamed skips empty files without a name, which browsers send for file inputs that the
// user has not filled in.
func (f *formReader[T]) readMisnamed(name string, part io.Reader) error {
	content := bufio.NewReader(part)
	if _, err := content.Peek(1); name == "" && errors.Is(err, io.EOF) {
		return nil
	}
	f.misnamedCount++
	if f.misnamedCount > 1 || len(f.files) > 0 {
		return f.ignore(content)
	}
	file, err := f.Receive(name, content)
	if err == nil {
		f.misnamed = append(f.misnamed, file)
	}
	return err
}

// useMisnamed accepts the file in a form part that has another name than [FilePart] if it is the form's only file.
func (f *formReader[T]) useMisnamed() error {
	switch {
	case len(f.files) > 0 || f.misnamedCount == 0:
		return nil
	case f.misnamedCount > 1:
		return fault.Field(FilePart, "The form contains %d files, but none as the part 'file'. Name the part of each document "+
			"'file'.", f.misnamedCount).
			WithCode(fault.FileAmbiguous)
	}
	f.files, f.misnamed = f.misnamed, nil
	return nil
}

// readField reads a field that is a parameter or the password, and skips other fields.
func (f *formReader[T]) readField(name string, part io.Reader) error {
	part = io.LimitReader(part, MaxFields-f.fieldSize+1)
	var size int64
	var err error
	if f.isKnown(name) {
		size, err = f.values.Add(part)
		f.names = append(f.names, name)
		size += int64(len(name)) + fieldCost
	} else {
		size, err = io.Copy(io.Discard, part)
	}
	if f.fieldSize += size; err == nil && f.fieldSize > MaxFields {
		return fault.New(fault.TooLarge, "The fields of the form are larger than %s.", bytesize.Text(MaxFields))
	}
	return err
}

// allFields returns the known fields. It waits until there is memory for them.
func (f *formReader[T]) allFields(ctx context.Context) (url.Values, error) {
	values, err := f.values.All(ctx)
	if err != nil {
		return nil, err
	}
	fields := url.Values{}
	for i, name := range f.names {
		fields.Add(name, values[i])
	}
	return fields, nil
}

// isField returns a function that reports whether a form field with a name is a query parameter of the operation, or
// the password.
func isField(op *huma.Operation) func(name string) bool {
	return func(name string) bool {
		isNamed := func(parameter *huma.Param) bool { return parameter.In == "query" && parameter.Name == name }
		return name == PasswordField || slices.ContainsFunc(op.Parameters, isNamed)
	}
}

// ignore skips a part. It fails if the skipped parts of the form have more than [Files.MaxIgnored] bytes together.
func (f *formReader[T]) ignore(part io.Reader) error {
	n, err := io.Copy(io.Discard, io.LimitReader(part, f.MaxIgnored+1))
	if f.MaxIgnored -= n; err == nil && f.MaxIgnored < 0 {
		return fault.New(fault.TooLarge, "The form contains more files than allowed.")
	}
	return err
}

func (f *formReader[T]) discardAll(files []T) {
	for _, file := range files {
		f.Discard(file)
	}
}

// uploadType returns the Content-Type of a request in lower case and without parameters, even if it is malformed.
func uploadType(r *http.Request) string {
	kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
	return strings.ToLower(strings.TrimSpace(kind))
}

// maxNullBody is the size limit, in bytes, of a body that consists of the word null and white space.
const maxNullBody = 64

// rawFile returns the content of a body that is a file. A body that is the word null counts as empty if its type is
// JSON or missing, because some clients send null instead of no body.
func rawFile(mediaType string, body io.Reader) io.Reader {
	if mediaType != "" && !isJSON(mediaType) {
		return body
	}
	content := bufio.NewReader(body)
	if head, err := content.Peek(maxNullBody); errors.Is(err, io.EOF) && IsNull(head) {
		return bytes.NewReader(nil)
	}
	return content
}

// IsNull reports whether a JSON text is null.
func IsNull(text []byte) bool { return string(bytes.TrimSpace(text)) == "null" }
