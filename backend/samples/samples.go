// Package samples has the template applications that a new library begins with.
package samples

import _ "embed" // for the files

// Template is a sample application.
type Template struct {
	Name, Filename string
	Content        []byte
	// Params are parameters to try it with, under a name; nil where the package has some itself.
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

// Templates gives the sample applications.
func Templates() []Template {
	return []Template{
		{Name: "Invoice", Filename: "invoice.docx", Content: invoice, Params: invoiceParams, ParamsName: "Zoë’s books"},
		{Name: "Offer letter", Filename: "offer.zip", Content: offer},
		{Name: "Quarterly deck", Filename: "deck.pptx", Content: deck, Params: deckParams, ParamsName: "Third quarter 2026"},
	}
}
