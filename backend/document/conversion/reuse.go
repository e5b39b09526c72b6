package conversion

import (
	"context"
	"strconv"

	"lectern/backend/convert/filetype"
	"lectern/backend/document"
	"lectern/backend/internal/fault"
)

// rulesVersion is the version of the processing in this package. It is incremented when earlier results must not be
// reused any more.
const rulesVersion = 1

// conversionKey returns the key under which the conversion of a document is recorded. It is nil if the version of the
// converter is unknown, and for a document with a password, because its conversion must not be shared.
func (w *Worker) conversionKey(doc *document.Document) *document.ConversionKey {
	if len(doc.Password) > 0 {
		return nil
	}
	engine := engineOf(doc.Type, w.converter, w.renderer)
	if engine == "" {
		return nil
	}
	return &document.ConversionKey{Original: doc.Original, Type: doc.Type, Engine: engine + ", rules " + strconv.Itoa(rulesVersion)}
}

// engineOf returns the name and version of the program that renders documents of a type.
func engineOf(kind filetype.Type, converter Converter, renderer Renderer) string {
	if kind.IsOffice() {
		return converter.Version()
	}
	return renderer.Version()
}

// reuse returns the PDF of an earlier conversion of the same bytes. If there is no such conversion, the key of the PDF
// is empty. If the PDF of that conversion is missing or damaged, the result lostKey is the key of this PDF.
func (w *Worker) reuse(ctx context.Context, a *attempt, key *document.ConversionKey) (whole wholePDF, lostKey string, err error) {
	if key == nil {
		return whole, "", nil
	}
	done, err := w.store.FindConversion(ctx, *key)
	if err != nil {
		return whole, "", ignoreNotFound(err)
	}
	if there, err := w.content.Has(ctx, done.PDF); err != nil || !there {
		return whole, done.PDF, err
	}
	if whole.PDF, err = w.store.FindPDF(ctx, done.PDF); err != nil {
		return wholePDF{}, "", err
	}
	a.report = done.Report.AsReused()
	return whole, "", nil
}

// ignoreNotFound returns err, or nil if it is a fault of kind NotFound.
func ignoreNotFound(err error) error {
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	return err
}

// newConversion returns the record of the conversion that was just done, or nil for a document whose conversion is not
// shared.
func newConversion(a *attempt, key *document.ConversionKey, pdf string) *document.Conversion {
	if key == nil {
		return nil
	}
	return &document.Conversion{ConversionKey: *key, PDF: pdf, Report: a.report}
}
