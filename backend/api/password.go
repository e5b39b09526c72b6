package api

import (
	"context"
	"errors"
	"io"
	"mime"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"lectern/backend/fault"
	"lectern/backend/problem"
)

// passwordField is the name of a password in forms and JSON.
const passwordField = "password"

// maxForm bounds a body that holds no file, in bytes.
const maxForm = 64 << 10

// PasswordInput is a request that can carry a document's password, in its header or
// in its body. Huma does not see the body: it would tell it in errors. (It has a large
// initial because huma passes over embedded types that have none.)
type PasswordInput struct {
	Header   string `header:"Document-Password" doc:"Opens the document, where it is encrypted. What a header cannot carry goes into the field 'password' of a form." example:"correct horse"`
	request  *http.Request
	response http.ResponseWriter
}

// Resolve implements huma.Resolver.
func (in *PasswordInput) Resolve(ctx huma.Context) []error {
	in.request, in.response = humago.Unwrap(ctx)
	return nil
}

// password gives the password of a request without a file, or "". That in the body
// comes first.
func (in *PasswordInput) password(ctx context.Context) (string, error) {
	in.request.Body = http.MaxBytesReader(in.response, patient(in.request.Body, in.response), maxForm)
	password, err := bodyPassword(in.request)
	if err != nil {
		if _, large := errors.AsType[*http.MaxBytesError](err); large {
			return "", problem.New(ctx, http.StatusRequestEntityTooLarge, "The body is too large: it holds a password at most.")
		}
		return "", problem.New(ctx, http.StatusBadRequest, "The body cannot be read: it is neither a form nor JSON, as its Content-Type says.")
	}
	if hasFile(in.request) {
		return "", fault.Field("file", "The document is given by its address: its body cannot be another one.")
	}
	if password == "" {
		password = in.Header
	}
	return password, nil
}

// hasFile says whether a request that names a document by its address sends one, too.
func hasFile(r *http.Request) bool {
	if r.MultipartForm != nil {
		return len(r.MultipartForm.File) > 0
	}
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return r.ContentLength != 0 && kind != "application/json" && kind != "application/x-www-form-urlencoded"
}

func bodyPassword(r *http.Request) (string, error) {
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")) // what cannot be read is of no kind
	switch kind {
	case "application/json":
		return jsonPassword(r.Body)
	case "application/x-www-form-urlencoded":
		err := r.ParseForm()
		return r.PostForm.Get(passwordField), err
	case "multipart/form-data":
		err := r.ParseMultipartForm(maxForm)
		return r.PostForm.Get(passwordField), err
	}
	return "", nil
}

func jsonPassword(body io.Reader) (string, error) {
	var fields struct {
		Password string `json:"password"`
	}
	err := readOptional(body, &fields)
	return fields.Password, err
}

// describePassword adds the body that can hold a password to the description of an
// operation.
func describePassword(op *huma.Operation) {
	schema := &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{passwordField: passwordSchema()}}
	op.RequestBody = &huma.RequestBody{Content: map[string]*huma.MediaType{
		"application/x-www-form-urlencoded": {Schema: schema},
		"multipart/form-data":               {Schema: schema},
		"application/json":                  {Schema: schema},
	}}
}

func passwordSchema() *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Description: "Opens the document, where it is encrypted. It is kept, sealed, until the conversion has ended."}
}
