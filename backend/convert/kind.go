package convert

// Kind is a kind of converter process that has a sandbox.
type Kind string

// The kinds of converter processes.
const (
	KindPDF      Kind = "pdf"
	KindOffice   Kind = "office"
	KindOOXML    Kind = "ooxml"
	KindTemplate Kind = "template"
)
