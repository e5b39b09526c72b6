package body

import (
	"cmp"
	"errors"
	"net/http"
	"net/url"

	"github.com/danielgtaylor/huma/v2"

	"lectern/backend/internal/fault"
	"lectern/backend/internal/jsonobject"
)

// PasswordField is the name of the password in forms and JSON.
const PasswordField = "password"

// maxForm is the size limit of a form without files, in bytes.
const maxForm = 64 << 10

// Password is a request that can have the password of a document, in its header or in its body.
type Password struct {
	Request
	Header string `header:"Document-Password" doc:"Password of an encrypted document. Send a password with characters that a header cannot contain in the form field 'password'." example:"correct horse"`
}

// ReadPassword returns the password of a request without a file, or "". A password in the body overrides the password
// in the header. It also copies the fields of a form into the fields of input with the same names.
func (in *Password) ReadPassword(input any) (string, error) {
	in.request.Body = http.MaxBytesReader(in.response, receivedBody{in.request.Body}, maxForm)
	fields, err := in.formFields()
	if err == nil {
		err = applyForm(in.operation, in.request.URL.Query(), fields, input)
	}
	return cmp.Or(fields.Get(PasswordField), in.Header), err
}

// ErrSecondDocument is returned for a request that names a document in its URL or parameters and contains another
// document as its body.
var ErrSecondDocument = fault.Field(FilePart, "The request names a document already, so its body cannot contain another one. Send "+
	"only a password and parameters, as a form or as JSON, with the matching Content-Type.")

// formFields returns the fields of a body that is not a file: the fields of a form, or the password of a JSON object.
func (in *Password) formFields() (url.Values, error) {
	r := in.request
	switch kind := in.mediaType(); {
	case isJSON(kind):
		var fields struct {
			Password string `json:"password"`
		}
		err := jsonobject.DecodeOptional(r.Body, &fields)
		return url.Values{PasswordField: {fields.Password}}, err
	case kind == "application/x-www-form-urlencoded":
		err := r.ParseForm()
		return r.PostForm, formFault(err)
	case kind == "multipart/form-data":
		err := r.ParseMultipartForm(maxForm)
		if err == nil && len(r.MultipartForm.File) > 0 {
			return nil, ErrSecondDocument
		}
		return r.PostForm, formFault(err)
	}
	if text, err := jsonobject.Read(r.Body); err != nil || len(text) > 0 {
		return nil, cmp.Or(err, error(ErrSecondDocument))
	}
	return nil, nil
}

// formFault converts the error of parsing a form into an error of the client. It returns nil for nil.
func formFault(err error) error {
	if err == nil || fault.IsFault(err) {
		return err
	}
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		return fault.New(fault.TooLarge, "The body is too large: it can only contain a password and parameters.")
	}
	return fault.New(fault.Malformed, "The body cannot be read: it is not the form that its Content-Type declares.")
}

// Fields describes a body that may contain the password and the parameters of an operation, as JSON or as a form.
func Fields(_ huma.API, op *huma.Operation) *huma.RequestBody {
	object := &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{PasswordField: passwordSchema()}}
	form := &huma.Schema{Type: huma.TypeObject, Properties: parametersOf(op)}
	form.Properties[PasswordField] = passwordSchema()
	return &huma.RequestBody{Content: map[string]*huma.MediaType{
		"application/x-www-form-urlencoded": {Schema: form},
		"multipart/form-data":               {Schema: form},
		"application/json":                  {Schema: object},
	}}
}

// passwordSchema returns the schema of a password.
func passwordSchema() *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Description: "Password of an encrypted document. It is stored encrypted until the " +
		"conversion ends."}
}
