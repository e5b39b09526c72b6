// Package samples has the templates that a new library begins with.
package samples

import _ "embed" // embeds the files

// Template is a sample application.
type Template struct {
	Name, Filename string
	Content        []byte
	// Params are named parameters to try it with; nil if the package has its own.
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
		{Name: "Invoice", Filename: "invoice.docx", Content: invoice, Params: invoiceParams, ParamsName: "Zoë’s books"},
		{Name: "Offer letter", Filename: "offer.zip", Content: offer},
		{Name: "Quarterly deck", Filename: "deck.pptx", Content: deck, Params: deckParams, ParamsName: "Third quarter 2026"},
	}
}
