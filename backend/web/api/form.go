package api

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

	"lectern/backend/internal/bodies"
	"lectern/backend/internal/disposition"
	"lectern/backend/internal/fault"
	"lectern/backend/sentence/bytesize"
	"lectern/backend/web/problem"
)

// filePart is the name of the parts of a form that are files. A single file counts under any name.
const filePart = "file"

// maxFiles bounds the files of one upload.
const maxFiles = 100

// maxIgnored bounds the other files of a form from which one file is taken: so many bytes of them are skipped, in all.
const maxIgnored = 100 << 20

// maxFields bounds the fields of a form that has files, all together, in bytes.
const maxFields = 1 << 20

// fieldCost is what a field counts for beside its name and its value, so that those without a value are bounded as well.
const fieldCost = 64

// formReader reads forms with files. T is what becomes of a file.
type formReader[T any] struct {
	receive func(name string, file io.Reader) (T, error)
	discard func(T)
	ignored int64                  // bytes that parts may have of which nothing is read
	wants   func(name string) bool // reports whether a field is of any concern

	files     []T
	strays    []T      // files under other names: the first one, while there is none under the right one
	strayed   int      // how many there are
	names     []string // of the fields
	values    *bodies.Texts
	fieldSize int64 // with the fields that are of no concern
}

// read reads all parts, in whatever order, and returns the files and fields. If it fails, the files are discarded.
func (f *formReader[T]) read(ctx context.Context, r *http.Request) (files []T, fields url.Values, err error) {
	f.values = bodies.NewTexts(ctx)
	err = f.readParts(ctx, r)
	if err == nil {
		err = f.adoptStray()
	}
	if err == nil {
		fields, err = f.allFields(ctx)
	}
	if err != nil {
		f.discardAll(f.files)
		f.files = nil
	}
	f.discardAll(f.strays)
	return f.files, fields, err
}

func (f *formReader[T]) readParts(ctx context.Context, r *http.Request) error {
	form, err := multipartOf(ctx, r)
	if err != nil {
		return err
	}
	for {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			return readEpilogue(ctx, r.Body)
		}
		if err == nil {
			err = f.readPart(ctx, part)
		} else {
			err = brokenForm(ctx, err)
		}
		if err != nil {
			return err
		}
	}
}

func (f *formReader[T]) readPart(ctx context.Context, part *multipart.Part) error {
	header := disposition.ParsePart(part.Header.Get("Content-Disposition"))
	switch {
	case header.Name == filePart:
		return f.readFile(header.Filename, part)
	case header.HasFilename && header.Name != passwordField:
		return f.readStray(header.Filename, part)
	}
	return f.readField(header.Name, part)
}

// readFile receives a file behind those before it.
func (f *formReader[T]) readFile(name string, part io.Reader) error {
	if len(f.files) == maxFiles {
		return fault.Field(filePart, "One upload takes at most %d files.", maxFiles)
	}
	file, err := f.receive(name, part)
	if err == nil {
		f.files = append(f.files, file)
	}
	return err
}

// readStray receives a file under another name, if it may be the only one. Browsers send an input without a file as an
// empty one without a name.
func (f *formReader[T]) readStray(name string, part io.Reader) error {
	content := bufio.NewReader(part)
	if _, err := content.Peek(1); name == "" && errors.Is(err, io.EOF) {
		return nil
	}
	f.strayed++
	if f.strayed > 1 || len(f.files) > 0 {
		return f.ignore(content)
	}
	file, err := f.receive(name, content)
	if err == nil {
		f.strays = append(f.strays, file)
	}
	return err
}

// adoptStray uses the only file of a form as the one that is meant, whatever its name is.
func (f *formReader[T]) adoptStray() error {
	switch {
	case len(f.files) > 0 || f.strayed == 0:
		return nil
	case f.strayed > 1:
		return fault.Field(filePart, "The form holds %d files, none of them as the part 'file': name those that you mean so.", f.strayed).
			Coded(fault.FileAmbiguous)
	}
	f.files, f.strays = f.strays, nil
	return nil
}

// readField receives a field, or reads over one that is of no concern.
func (f *formReader[T]) readField(name string, part io.Reader) error {
	part = io.LimitReader(part, maxFields-f.fieldSize+1)
	var size int64
	var err error
	if f.wants(name) {
		size, err = f.values.Add(part)
		f.names = append(f.names, name)
		size += int64(len(name)) + fieldCost
	} else {
		size, err = io.Copy(io.Discard, part)
	}
	if f.fieldSize += size; err == nil && f.fieldSize > maxFields {
		return fault.New(fault.TooLarge, "The fields of the form are larger than %s.", bytesize.Text(maxFields))
	}
	return err
}

// allFields returns the fields that are of concern, as soon as there is memory for them.
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

// wantsField returns a function that reports whether a field of a form is a parameter of an operation, or the password.
func wantsField(op *huma.Operation) func(name string) bool {
	return func(name string) bool {
		isNamed := func(parameter *huma.Param) bool { return parameter.In == "query" && parameter.Name == name }
		return name == passwordField || slices.ContainsFunc(op.Parameters, isNamed)
	}
}

// ignore reads over a part.
func (f *formReader[T]) ignore(part io.Reader) error {
	n, err := io.Copy(io.Discard, io.LimitReader(part, f.ignored+1))
	if f.ignored -= n; err == nil && f.ignored < 0 {
		return fault.New(fault.TooLarge, "The form holds more than the files that it may have.")
	}
	return err
}

func (f *formReader[T]) discardAll(files []T) {
	for _, file := range files {
		f.discard(file)
	}
}

// multipartOf returns the reader of a form's parts.
func multipartOf(ctx context.Context, r *http.Request) (*multipart.Reader, error) {
	form, err := r.MultipartReader()
	if err != nil {
		return nil, problem.New(ctx, http.StatusBadRequest, "The form cannot be read: its Content-Type is not multipart/form-data "+
			"with a boundary.")
	}
	return form, nil
}

// maxEpilogue bounds what may follow the last part of a form, in bytes.
const maxEpilogue = 64 << 10

// readEpilogue reads over what follows the last part of a form, since an encoded body may be broken there.
func readEpilogue(ctx context.Context, body io.Reader) error {
	if _, err := io.CopyN(io.Discard, body, maxEpilogue); err != nil && !errors.Is(err, io.EOF) {
		return brokenForm(ctx, err)
	}
	return nil
}

// brokenForm words an error between the parts of a form.
func brokenForm(ctx context.Context, err error) error {
	if fault.IsAny(err) { // its encoding is broken
		return err
	}
	return problem.New(ctx, http.StatusBadRequest, "The form cannot be read: it is cut off or malformed.")
}

// mediaType returns the type of a request's body in lower case, without its parameters.
func mediaType(r *http.Request) string {
	kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
	return strings.ToLower(strings.TrimSpace(kind))
}

// longestNull is how many bytes null may have with the space around it.
const longestNull = 64

// rawFile returns a body that is a file. JSON that is null, and null of no type, is no body.
func rawFile(kind string, body io.Reader) io.Reader {
	if kind != "" && !isJSON(kind) {
		return body
	}
	content := bufio.NewReader(body)
	if head, err := content.Peek(longestNull); errors.Is(err, io.EOF) && isNull(head) {
		return bytes.NewReader(nil)
	}
	return content
}

func isNull(text []byte) bool { return string(bytes.TrimSpace(text)) == "null" }
