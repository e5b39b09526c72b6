package api

import (
	"cmp"
	"errors"
	"mime"
	"net/http"
	"net/url"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"lectern/backend/internal/fault"
	"lectern/backend/internal/jsonobject"
)

// passwordField is the name of a password in forms and JSON.
const passwordField = "password"

// maxForm bounds a body that holds no file, in bytes.
const maxForm = 64 << 10

// PasswordInput is a request that can carry a document's password, in its header or
// in its body. Huma does not see the body: it would tell it in errors. (It has a large
// initial because huma passes over embedded types that have none.)
type PasswordInput struct {
	Header string `header:"Document-Password" doc:"Opens the document, where it is encrypted. What a header cannot carry goes into the field 'password' of a form." example:"correct horse"`

	operation    *huma.Operation
	request      *http.Request
	response     http.ResponseWriter
	formPassword string // of a form with files, once that is read
}

// Resolve implements huma.Resolver.
func (in *PasswordInput) Resolve(ctx huma.Context) []error {
	in.request, in.response = humago.Unwrap(ctx)
	in.operation = ctx.Operation()
	return nil
}

// readPassword returns the password of a request without a file, or "". That in the body comes first. It sets the
// parameters in input that a form names.
func (in *PasswordInput) readPassword(input any) (string, error) {
	in.request.Body = http.MaxBytesReader(in.response, receivedBody{in.request.Body}, maxForm)
	fields, err := bodyFields(in.request)
	if err == nil {
		err = applyForm(in.operation, in.request.URL.Query(), fields, input)
	}
	return cmp.Or(fields.Get(passwordField), in.Header), err
}

// errSecondDocument refuses a document in the body of a request that names another one.
var errSecondDocument = fault.Field(filePart, "The address of the request names the document: the body cannot be another one. "+
	"It may have a password and parameters, as a form or as JSON, with that Content-Type.")

// bodyFields returns the fields of a body that is no file: those of a form, and the password in a JSON object.
func bodyFields(r *http.Request) (url.Values, error) {
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")) // what cannot be read is of no kind
	switch {
	case isJSON(kind):
		var fields struct {
			Password string `json:"password"`
		}
		err := jsonobject.DecodeOptional(r.Body, &fields)
		return url.Values{passwordField: {fields.Password}}, err
	case kind == "application/x-www-form-urlencoded":
		err := r.ParseForm()
		return r.PostForm, formFault(err)
	case kind == "multipart/form-data":
		err := r.ParseMultipartForm(maxForm)
		if err == nil && len(r.MultipartForm.File) > 0 {
			return nil, errSecondDocument
		}
		return r.PostForm, formFault(err)
	}
	if text, err := jsonobject.Read(r.Body); err != nil || len(text) > 0 {
		return nil, cmp.Or(err, error(errSecondDocument))
	}
	return nil, nil
}

// formFault says why a form was not read; nil where it was.
func formFault(err error) error {
	if err == nil || fault.IsAny(err) {
		return err
	}
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		return fault.New(fault.TooLarge, "The body is too large: it holds a password and parameters at most.")
	}
	return fault.New(fault.Malformed, "The body cannot be read: it is no form, as its Content-Type says.")
}

// describePassword adds the body that can hold a password to the description of an
// operation.
func describePassword(op *huma.Operation) {
	object := &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{passwordField: passwordSchema()}}
	form := &huma.Schema{Type: huma.TypeObject, Properties: formFields(op)}
	form.Properties[passwordField] = passwordSchema()
	op.RequestBody = &huma.RequestBody{Content: map[string]*huma.MediaType{
		"application/x-www-form-urlencoded": {Schema: form},
		"multipart/form-data":               {Schema: form},
		"application/json":                  {Schema: object},
	}}
}

func passwordSchema() *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Description: "Opens the document, where it is encrypted. It is kept, sealed, until the " +
		"conversion has ended."}
}
