package wire

import "encoding/json"

// # Templates
//
// `lectern-converter template [--memory=BYTES]` answers requests, one after the other, until its
// standard input ends. A request is a frame whose header is a [TemplateHead] and whose payload is a
// [TemplateRequest] as JSON, with the bytes of its parts behind it, one after the other. It is
// answered by such a frame with a [TemplateAnswer] and the bytes of its outputs.
//
// The process has no network and fetches no addresses. If the request lacks the content of an address, the answer has
// no outputs but the list of the required addresses. The caller then repeats the request with the fetched contents, or
// with an empty part for an address that has none.

// TemplateScheme begins the address of a template that another one includes: its name follows.
const TemplateScheme = "template:"

// The bounds of what a template may ask for.
const (
	MaxTemplateIncludes  = 10  // templates that include each other
	MaxTemplateAddresses = 500 // of what is to be fetched for one request
)

// TemplateHead is the header of a request or an answer. It has the length of the JSON.
type TemplateHead struct {
	JSON int `json:"json"` // bytes
}

// Operations on a template.
const (
	// TemplateRender asks for the finished documents.
	TemplateRender = "render"
	// TemplateCheck asks for what is wrong with a template by itself, and for the schema and a
	// sample of its parameters.
	TemplateCheck = "check"
	// TemplateMark asks for a copy of a text document with notes as comments.
	TemplateMark = "mark"
	// TemplateRows asks for the rows of a file, each of which is to become documents.
	TemplateRows = "rows"
)

// # Rows
//
// A request for rows has a part [TemplateRowsFile], and the template where its schema is to tell
// which texts of the file are numbers, truths, lists or objects. It is answered by one output, of the
// type [TemplateRowLines], or by problems with the file as a whole. A row that cannot be read does not
// stop the others: it is in its place among them, with what is wrong.
//
// The lines of the output are each a [TemplateRow], such as
//
//	{"row":1,"line":2,"params":{"customer":{"name":"Zoë"},"total":3.5}}
//	{"row":2,"line":3,"problems":[{"code":"row-quote","values":{"line":"3"}}]}
//
// To render a row, its params are sent as the part [TemplateRowParams], beside those of all rows.

// TemplateRowLines is the type of the output of [TemplateRows].
const TemplateRowLines = "jsonl"

// The bounds of a file of rows.
const (
	MaxTemplateRows     = 100_000
	MaxTemplateColumns  = 1000
	MaxTemplateRowsFile = 64 << 20 // bytes
)

// TemplateRow is a row of a file. It has params or problems.
type TemplateRow struct {
	// Row counts the rows from 1, without the header and without empty ones.
	Row int `json:"row"`
	// Line is where it begins: a line of a text, a row of a sheet. Both count from 1.
	Line int `json:"line"`
	// Params is a JSON object.
	Params   json.RawMessage   `json:"params,omitempty"`
	Problems []TemplateProblem `json:"problems,omitempty"`
}

// TemplateRequest asks something of a template.
type TemplateRequest struct {
	Do string `json:"do"`
	// Name is the template's file name, which its outputs are named after.
	Name    string          `json:"name"`
	Options TemplateOptions `json:"options"`
	Parts   []TemplatePart  `json:"parts"`
}

// TemplateOptions say how a template is to be understood. What a package's application.json says
// comes before them, but for Now.
type TemplateOptions struct {
	// Locale is a tag of BCP 47; empty for en.
	Locale string `json:"locale,omitempty"`
	// TimeZone is a name of the IANA database; empty for UTC.
	TimeZone string `json:"timeZone,omitempty"`
	// Now is the time of the rendering, in milliseconds since 1970.
	Now int64 `json:"now,omitempty"`
	// Missing is what becomes of a tag without value: "empty" (the default), "keep", "error".
	Missing string `json:"missing,omitempty"`
	// Name is the name of the output, without extension. It may contain tags, such as "Letter {customer.name}".
	// Outputs that a package names keep their names. If Name is empty, the output has the name of the template, with
	// Row if that is given. A check also reports errors in Name.
	Name string `json:"name,omitempty"`
	// Row is the number of the row that the parameters are of, which tags know as $row; 0 is none.
	Row int `json:"row,omitempty"`
}

// TemplatePart is a part of a request.
type TemplatePart struct {
	Kind string `json:"kind"`
	// Name is the address of what was fetched, or the name of the file with the rows.
	Name string `json:"name,omitempty"`
	Size int64  `json:"size"` // bytes
}

// The kinds of parts of a request.
const (
	TemplateFile      = "template" // an Office file, or a package; there is one
	TemplateParams    = "params"   // JSON, an object; none is an empty one
	TemplateRowParams = "row"      // JSON, an object whose members win over those of TemplateParams
	TemplateRowsFile  = "rows"     // CSV, a workbook (.xlsx), JSON lines or a JSON list of objects
	TemplateFetched   = "fetched"  // what an address leads to
	TemplateNotes     = "notes"    // JSON, a list of [TemplateNote]
)

// TemplateNote is a comment that is put into a copy of a template.
type TemplateNote struct {
	// Part and Paragraph are those of a [TemplateProblem].
	Part      string `json:"part"`
	Paragraph string `json:"paragraph"`
	Text      string `json:"text"`
}

// TemplateAnswer is what comes of a request. It has outputs, or what they need, or problems.
type TemplateAnswer struct {
	Outputs []TemplateOutput `json:"outputs,omitempty"`
	// Needs are the addresses of what is to be fetched.
	Needs    []string          `json:"needs,omitempty"`
	Problems []TemplateProblem `json:"problems,omitempty"`
	// Schema is the JSON Schema of the parameters, and Sample parameters that it allows; of a check.
	Schema json.RawMessage `json:"schema,omitempty"`
	Sample json.RawMessage `json:"sample,omitempty"`
	// Merge is the name of the PDF that the outputs are to be merged into; empty if they are not. Packages only.
	Merge string `json:"merge,omitempty"`
	// Query is what fills parameters from the platform before a rendering; of a check of a package.
	Query map[string]string `json:"query,omitempty"`
}

// TemplateOutput is a finished document, or a copy with comments.
type TemplateOutput struct {
	Name string `json:"name"` // with its extension
	Type string `json:"type"` // the extension, such as docx
	Size int64  `json:"size"` // bytes
}

// TemplateProblem is one thing that is wrong.
type TemplateProblem struct {
	// Code identifies the problem, such as "unclosed-loop". Values has the values for the placeholders of its message.
	Code   string            `json:"code"`
	Values map[string]string `json:"values,omitempty"`
	// File is the template's, in a package; Part the part of it, such as word/header1.xml.
	File string `json:"file,omitempty"`
	Part string `json:"part,omitempty"`
	// Paragraph is the text of the paragraph, shortened, and Tag what stands between the delimiters.
	Paragraph string `json:"paragraph,omitempty"`
	Tag       string `json:"tag,omitempty"`
	// Nearest is the valid name that is most like the wrong one; empty where none is.
	Nearest string `json:"nearest,omitempty"`
}
