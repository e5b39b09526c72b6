package objects

import (
	"bytes"
	"cmp"

	"github.com/boombuler/barcode"
	"github.com/boombuler/barcode/code128"
	"github.com/boombuler/barcode/code39"
	"github.com/boombuler/barcode/datamatrix"
	"github.com/boombuler/barcode/ean"
	"github.com/boombuler/barcode/qr"

	"lectern/converters/template/core"
	"lectern/converters/template/expression"
	"lectern/converters/template/picture"
)

// isBarcode reports whether a tag inserts a bar code: {:qr text} or {:barcode number | type:"ean"}.
func isBarcode(t *core.Tag) bool { return t.Command == "qr" || t.Command == "barcode" }

// codeTypes returns the encoders by the names of the types of bar codes.
func codeTypes() map[string]func(string) (barcode.Barcode, error) {
	return map[string]func(string) (barcode.Barcode, error){
		"qr":         func(text string) (barcode.Barcode, error) { return qr.Encode(text, qr.M, qr.Auto) },
		"code128":    func(text string) (barcode.Barcode, error) { return code128.Encode(text) },
		"code39":     func(text string) (barcode.Barcode, error) { return code39.Encode(text, false, true) },
		"ean":        func(text string) (barcode.Barcode, error) { return ean.Encode(text) },
		"datamatrix": func(text string) (barcode.Barcode, error) { return datamatrix.Encode(text) },
	}
}

// barcodeStore caches the bar codes of a document by their types and texts.
type barcodeStore struct {
	drawn map[[2]string]*picture.Picture
}

// longestCode is the maximal number of characters that any type of bar code can encode.
const longestCode = 4296

// LoadBarcode returns the bar code for a tag's value and its options. It returns nil if the value is missing or cannot
// be encoded.
func LoadBarcode(r *core.Renderer, t *core.Tag, s *core.Scope) (*picture.Picture, ImageOptions) {
	value, ok := r.Value(t, s)
	if !ok || !expression.Truthy(value) {
		return nil, ImageOptions{}
	}
	kind := map[string]string{"qr": "qr", "barcode": "code128"}[t.Command]
	spec := ImageOptions{}
	if object, isObject := value.(map[string]any); isObject {
		var problem string
		if spec, problem = readImage(object); problem != "" {
			r.Problems.Add(t.Problem(problem))
			return nil, spec
		}
		if text := MemberText(object, "type"); text != "" {
			kind = text
		}
		if value = object["src"]; !expression.Truthy(value) {
			return nil, spec
		}
	}
	text := r.Text(t, value)
	encode, known := codeTypes()[kind]
	if !known || len(text) > longestCode {
		r.Problems.Add(t.Problem("barcode-invalid", "type", kind))
		return nil, spec
	}
	if spec.Alt == "" {
		spec.Alt = text
	}
	made := core.Extension[barcodeStore](r.Document).drawn[[2]string{kind, text}]
	if made == nil {
		if made = encodeBarcode(r, t, kind, text, encode); made == nil {
			return nil, spec
		}
	}
	if kind != "qr" && kind != "datamatrix" && (spec.Width > 0 || spec.Height > 0) { // linear codes can be stretched
		spec.Fit, spec.Width, spec.Height = picture.Stretch, cmp.Or(spec.Width, made.Width), cmp.Or(spec.Height, made.Height)
	}
	return made, spec
}

// moduleSteps is the cost of each module (pixel) of a bar code, in steps. For a QR code, most of the work is to choose
// the mask.
const moduleSteps = 2

// encodeBarcode encodes a bar code and caches it. It returns nil, and reports a problem, if the text cannot be encoded.
func encodeBarcode(r *core.Renderer, t *core.Tag, kind, text string, encode func(string) (barcode.Barcode, error)) *picture.Picture {
	code, err := encode(text)
	if err != nil {
		r.Problems.Add(t.Problem("barcode-invalid", "type", kind, "reason", err.Error()))
		return nil
	}
	if err := r.Env.ChargeSteps(int64(code.Bounds().Dx()) * int64(code.Bounds().Dy()) * moduleSteps); err != nil {
		r.BudgetExceeded(t, "steps")
		return nil
	}
	all := core.Extension[barcodeStore](r.Document)
	if all.drawn == nil {
		all.drawn = make(map[[2]string]*picture.Picture)
	}
	made := drawCode(code)
	all.drawn[[2]string{kind, text}] = made
	return made
}

// Default sizes of bar codes, in EMU.
const (
	squareCode = 3 * picture.Centimetre
	codeHeight = 3 * picture.Centimetre / 2
	codeModule = picture.Centimetre / 30 // the width of a module of a linear code
)

// drawCode draws a bar code surrounded by the quiet zone that scanners need.
func drawCode(code barcode.Barcode) *picture.Picture {
	made := &picture.Picture{Extension: "png", Type: "image/png", Width: squareCode, Height: squareCode}
	if code.Metadata().Dimensions != 1 {
		made.Content = picture.BilevelPNG(codeRows(code, 4, 4), moduleRows)
		return made
	}
	row := codeRows(code, 10, 0)[:1]
	made.Content = picture.BilevelPNG(row, barRows)
	made.Width, made.Height = int64(len(row[0]))*codeModule, codeHeight
	return made
}

// Heights of a module of a two-dimensional code and of a linear code, in pixels. Modules of both kinds are 8 pixels
// (one byte) wide, so that their edges stay sharp in viewers that smooth pictures.
const (
	moduleRows = 8
	barRows    = 64
)

// codeRows returns the rows of a bar code, with one byte for each module. horizontal is the number of white modules
// that are added at each side. vertical is the number of white rows that are added above and also below.
func codeRows(code barcode.Barcode, horizontal, vertical int) [][]byte {
	bounds := code.Bounds()
	rows := make([][]byte, bounds.Dy()+2*vertical)
	for y := range rows {
		rows[y] = bytes.Repeat([]byte{0xff}, bounds.Dx()+2*horizontal)
	}
	for y := range bounds.Dy() {
		for x := range bounds.Dx() {
			if r, _, _, _ := code.At(x+bounds.Min.X, y+bounds.Min.Y).RGBA(); r < 0x8000 {
				rows[y+vertical][x+horizontal] = 0
			}
		}
	}
	return rows
}
