package api

import (
	"errors"
	"mime"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"lectern/backend/fault"
	"lectern/backend/jsonobject"
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
func (in *PasswordInput) password() (string, error) {
	in.request.Body = http.MaxBytesReader(in.response, patient(in.request.Body, in.response), maxForm)
	password, err := bodyPassword(in.request)
	if err != nil {
		return "", err
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
		var fields struct {
			Password string `json:"password"`
		}
		err := jsonobject.DecodeOptional(r.Body, &fields)
		return fields.Password, err
	case "application/x-www-form-urlencoded":
		err := r.ParseForm()
		return r.PostForm.Get(passwordField), formFault(err)
	case "multipart/form-data":
		err := r.ParseMultipartForm(maxForm)
		return r.PostForm.Get(passwordField), formFault(err)
	}
	return "", nil
}

// formFault says why a form was not read; nil where it was.
func formFault(err error) error {
	if err == nil {
		return nil
	}
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		return fault.New(fault.TooLarge, "The body is too large: it holds a password at most.")
	}
	return fault.New(fault.Malformed, "The body cannot be read: it is no form, as its Content-Type says.")
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
