package crmtest

import (
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"path"
	"strings"
	"unicode/utf8"
)

// newVersion contains the supported fields of a new version.
type newVersion struct {
	Title, PathOnClient, FirstPublishLocationId string
}

// create receives a new version of a file as a form with two parts. The first part contains the fields.
func (s *Server) create(w http.ResponseWriter, r *http.Request) *failure {
	if r.ContentLength < 0 {
		return fail(http.StatusLengthRequired, "UNKNOWN_EXCEPTION", "Content-Length is missing")
	}
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/form-data" || params["boundary"] == "" {
		return fail(http.StatusUnsupportedMediaType, "UNSUPPORTED_MEDIA_TYPE", "The Content-Type %q is not supported",
			r.Header.Get("Content-Type"))
	}
	form := multipart.NewReader(r.Body, params["boundary"])
	fields, f := readFields(form)
	if f != nil {
		return f
	}
	content, f := readContent(form)
	if f != nil {
		return f
	}
	if f := s.checkFields(&fields); f != nil {
		return f
	}
	extension := path.Ext(fields.PathOnClient)
	title := fields.Title
	if title == "" {
		title = strings.TrimSuffix(fields.PathOnClient, extension)
	}
	document := s.newID("069")
	id := s.addVersion(document, title, strings.TrimPrefix(extension, "."), content)
	s.stored = append(s.stored, Stored{ID: id, Title: title, Path: fields.PathOnClient, Record: fields.FirstPublishLocationId,
		Content: content})
	writeJSON(w, http.StatusCreated, map[string]any{"id": id, "success": true, "errors": []any{}})
	return nil
}

func badForm(format string, args ...any) *failure {
	return fail(http.StatusBadRequest, "INVALID_MULTIPART_REQUEST", format, args...)
}

// readFields reads the part that contains the fields.
func readFields(form *multipart.Reader) (fields newVersion, f *failure) {
	part, err := form.NextPart()
	if err != nil {
		return fields, badForm("Multipart message could not be read: %v", err)
	}
	switch kind, _, err := mime.ParseMediaType(part.Header.Get("Content-Type")); {
	case part.FormName() != "entity_content", part.FileName() != "", err != nil, kind != "application/json":
		return fields, badForm("Multipart message must include a non-binary part")
	}
	text, err := io.ReadAll(part)
	if err != nil {
		return fields, badForm("Multipart message could not be read: %v", err)
	}
	var named map[string]json.RawMessage
	if err := json.Unmarshal(text, &named); err != nil || json.Unmarshal(text, &fields) != nil {
		return fields, fail(http.StatusBadRequest, "JSON_PARSER_ERROR", "%v", err)
	}
	for name := range named {
		if name != "Title" && name != "PathOnClient" && name != "FirstPublishLocationId" {
			return fields, noColumn(name, "ContentVersion")
		}
	}
	return fields, nil
}

// readContent reads the last part, which contains the content.
func readContent(form *multipart.Reader) ([]byte, *failure) {
	part, err := form.NextPart()
	if err != nil {
		return nil, badForm("Multipart message must include a binary part")
	}
	if part.FormName() != "VersionData" || part.FileName() == "" || part.Header.Get("Content-Type") == "" {
		return nil, badForm("The binary part is %v", part.Header)
	}
	content, err := io.ReadAll(part)
	if err != nil {
		return nil, badForm("Multipart message could not be read: %v", err)
	}
	if _, err := form.NextPart(); err != io.EOF {
		return nil, badForm("Multipart message has another part, or does not end: %v", err)
	}
	return content, nil
}

// checkFields validates the fields. The record that the file is shared with must exist.
func (s *Server) checkFields(fields *newVersion) *failure {
	for name, most := range map[string]int{"Title": 255, "PathOnClient": 500} {
		value := map[string]string{"Title": fields.Title, "PathOnClient": fields.PathOnClient}[name]
		if utf8.RuneCountInString(value) > most {
			return &failure{status: http.StatusBadRequest, code: "STRING_TOO_LONG", message: name + ": data value too large", fields: []string{name}}
		}
	}
	if fields.PathOnClient == "" {
		return &failure{status: http.StatusBadRequest, code: "REQUIRED_FIELD_MISSING", message: "Required fields are missing: [PathOnClient]",
			fields: []string{"PathOnClient"}}
	}
	record := fields.FirstPublishLocationId
	if record == "" {
		return nil
	}
	if f := checkID(record); f != nil {
		return f
	}
	for object := range s.tables {
		if found, f := s.find(object, record); found != nil {
			return nil
		} else if f.code == "ENTITY_IS_DELETED" {
			return f
		}
	}
	return &failure{status: http.StatusBadRequest, code: "INVALID_CROSS_REFERENCE_KEY", message: fmt.Sprintf("invalid cross reference id: %s",
		record), fields: []string{"FirstPublishLocationId"}}
}
