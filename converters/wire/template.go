package wire

import "encoding/json"

// # Templates
//
// `lectern-converter template [--memory=BYTES]` answers requests, one after the other, until its standard input ends. A
// request is a frame whose header is a [TemplateHead]. Its payload is a [TemplateRequest] as JSON, followed by the
// bytes of its parts, one after the other. The answer is a frame of the same form, with a [TemplateAnswer] and the
// bytes of its outputs.
//
// The process has no network and fetches no addresses. If the request lacks the content of an address, the answer
// contains no outputs, only the list of the required addresses. The caller then repeats the request with the fetched
// contents, or with an empty part for an address that has none.

// TemplateScheme is the scheme of the address of an included template. The template's name follows.
const TemplateScheme = "template:"

// Limits of a request.
const (
	MaxTemplateIncludes  = 10  // nesting depth of inserted templates
	MaxTemplateAddresses = 500 // addresses to fetch for one request
)

// TemplateHead is the header of a request or an answer.
type TemplateHead struct {
	JSON int `json:"json"` // length of the JSON in bytes
}

// Operations on a template.
const (
	// TemplateRender renders the documents.
	TemplateRender = "render"
	// TemplateCheck reports the errors of a template that are independent of parameters, and returns the JSON Schema
	// and a sample of its parameters.
	TemplateCheck = "check"
	// TemplateMark returns a copy of a text document with notes as comments.
	TemplateMark = "mark"
	// TemplateRows returns the rows of a file. Each row contains the parameters for one rendering.
	TemplateRows = "rows"
)

// # Rows
//
// A request for rows has a part [TemplateRowsFile]. It may also have the template: its schema then determines which
// texts of the file are parsed as numbers, booleans, lists or objects. The answer has one output, of the type
// [TemplateRowLines], or problems with the file as a whole. A row that cannot be read does not affect other rows; its
// line in the output contains its problems.
//
// Each line of the output is a [TemplateRow], such as
//
//	{"row":1,"line":2,"params":{"customer":{"name":"Zoë"},"total":3.5}}
//	{"row":2,"line":3,"problems":[{"code":"row-quote","values":{"line":"3"}}]}
//
// To render a row, its params are sent as the part [TemplateRowParams], in addition to the parameters that all rows
// share.

// TemplateRowLines is the type of the output of [TemplateRows].
const TemplateRowLines = "jsonl"

// Limits of a file of rows.
const (
	MaxTemplateRows     = 100_000
	MaxTemplateColumns  = 1000
	MaxTemplateRowsFile = 64 << 20 // bytes
)

// TemplateRow is a row of a file, with its parameters or its problems.
type TemplateRow struct {
	// Row is the number of the row. It counts from 1 and excludes the header and empty rows.
	Row int `json:"row"`
	// Line is the position where the row begins: a line of a text file, or a row of a sheet. It counts from 1.
	Line int `json:"line"`
	// Params is a JSON object with the parameters.
	Params   json.RawMessage   `json:"params,omitempty"`
	Problems []TemplateProblem `json:"problems,omitempty"`
}

// TemplateRequest is a request to process a template.
type TemplateRequest struct {
	Do string `json:"do"`
	// Name is the template's file name. Outputs are named after it.
	Name    string          `json:"name"`
	Options TemplateOptions `json:"options"`
	Parts   []TemplatePart  `json:"parts"`
}

// TemplateOptions are the options of a request. In a package of templates, the values in application.json take
// precedence over Locale, TimeZone and Missing.
type TemplateOptions struct {
	// Locale is a BCP 47 tag, such as "de-CH". If it is empty, the locale is "en".
	Locale string `json:"locale,omitempty"`
	// TimeZone is a name of the IANA time zone database. If it is empty, the time zone is UTC.
	TimeZone string `json:"timeZone,omitempty"`
	// Now is the time of the rendering, in milliseconds since 1970 (UTC).
	Now int64 `json:"now,omitempty"`
	// Missing controls how a placeholder without a value is rendered: "empty" (the default) leaves it empty, "keep"
	// keeps the placeholder, and "error" reports a problem.
	Missing string `json:"missing,omitempty"`
	// Name is the name of the output, without extension. It may contain placeholders, such as "Letter {customer.name}".
	// Outputs whose name is defined in a package keep that name. If Name is empty, the output has the name of the
	// template, with Row appended unless Row is 0. A check also reports errors in Name.
	Name string `json:"name,omitempty"`
	// Row is the number of the row that the parameters come from; 0 for none. Placeholders can use it as $row.
	Row int `json:"row,omitempty"`
}

// TemplatePart is a part of a request.
type TemplatePart struct {
	Kind string `json:"kind"`
	// Name is the address from which the part was fetched, or the name of the file with the rows.
	Name string `json:"name,omitempty"`
	Size int64  `json:"size"` // bytes
}

// The kinds of parts of a request.
const (
	TemplateFile      = "template" // an Office file, or a package; exactly one part
	TemplateParams    = "params"   // a JSON object; if absent, there are no parameters
	TemplateRowParams = "row"      // a JSON object whose members override those of TemplateParams
	TemplateRowsFile  = "rows"     // CSV, a workbook (.xlsx), JSON lines or a JSON list of objects
	TemplateFetched   = "fetched"  // the content of an address
	TemplateNotes     = "notes"    // JSON, a list of [TemplateNote]
)

// TemplateNote is a comment to add to a copy of a template.
type TemplateNote struct {
	// Part and Paragraph are copied from the [TemplateProblem] that the comment is about.
	Part      string `json:"part"`
	Paragraph string `json:"paragraph"`
	Text      string `json:"text"`
}

// TemplateAnswer is the answer to a request. It has outputs, addresses to fetch, or problems.
type TemplateAnswer struct {
	Outputs []TemplateOutput `json:"outputs,omitempty"`
	// Needs are the addresses whose contents the request must contain.
	Needs    []string          `json:"needs,omitempty"`
	Problems []TemplateProblem `json:"problems,omitempty"`
	// Schema is the JSON Schema of the parameters, and Sample is a sample of valid parameters. Only set by checks.
	Schema json.RawMessage `json:"schema,omitempty"`
	Sample json.RawMessage `json:"sample,omitempty"`
	// Merge is the name of the PDF that joins the outputs; empty if they stay separate. Only set for packages.
	Merge string `json:"merge,omitempty"`
	// Query maps parameters to queries that provide their values before a rendering. Only set by checks of packages.
	Query map[string]string `json:"query,omitempty"`
}

// TemplateOutput is a finished document, or a copy with comments.
type TemplateOutput struct {
	Name string `json:"name"` // with the file extension
	Type string `json:"type"` // file extension, such as docx
	Size int64  `json:"size"` // bytes
}

// TemplateProblem is an error in a template, its parameters or its files.
type TemplateProblem struct {
	// Code identifies the problem, such as "unclosed-loop". Values has the values for the placeholders of its message.
	Code   string            `json:"code"`
	Values map[string]string `json:"values,omitempty"`
	// File is the name of the template in a package, and Part the name of the part in the template, such as
	// word/header1.xml.
	File string `json:"file,omitempty"`
	Part string `json:"part,omitempty"`
	// Paragraph is the shortened text of the paragraph, and Tag the text between the delimiters of the template tag.
	Paragraph string `json:"paragraph,omitempty"`
	Tag       string `json:"tag,omitempty"`
	// Nearest is the valid name that is most similar to the wrong one, or "" if none is similar.
	Nearest string `json:"nearest,omitempty"`
}
