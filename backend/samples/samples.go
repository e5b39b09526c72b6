// Package samples contains the templates that a user can start with.
package samples

import _ "embed" // embeds the files

// Template is a sample template.
type Template struct {
	ID             string // name of the sample in the API
	Name, Filename string
	Content        []byte
	// Params are parameters to try the template with, stored under the name ParamsName. Params is nil if the template
	// is a package that contains parameters.
	Params     []byte
	ParamsName string
}

var (
	//go:embed invoice.docx
	invoice []byte
	//go:embed invoice.json
	invoiceParams []byte
	//go:embed offer.zip
	offer []byte
	//go:embed deck.pptx
	deck []byte
	//go:embed deck.json
	deckParams []byte
)

// Templates returns the sample templates.
func Templates() []Template {
	return []Template{
		{ID: "invoice", Name: "Invoice", Filename: "invoice.docx", Content: invoice, Params: invoiceParams, ParamsName: "Zoë’s books"},
		{ID: "letter", Name: "Offer letter", Filename: "offer.zip", Content: offer},
		{ID: "deck", Name: "Quarterly deck", Filename: "deck.pptx", Content: deck, Params: deckParams, ParamsName: "Third quarter 2026"},
	}
}
