package template

import (
	"bytes"
	"cmp"

	"github.com/boombuler/barcode"
	"github.com/boombuler/barcode/code128"
	"github.com/boombuler/barcode/code39"
	"github.com/boombuler/barcode/datamatrix"
	"github.com/boombuler/barcode/ean"
	"github.com/boombuler/barcode/qr"

	"lectern/converters/template/expression"
	"lectern/converters/template/picture"
)

// isCode says whether a tag stands for a bar code: {:qr text}, {:barcode number | type:"ean"}.
func isCode(t *tag) bool { return t.command == "qr" || t.command == "barcode" }

// codeTypes are the kinds of bar codes, by their names.
func codeTypes() map[string]func(string) (barcode.Barcode, error) {
	return map[string]func(string) (barcode.Barcode, error){
		"qr":         func(text string) (barcode.Barcode, error) { return qr.Encode(text, qr.M, qr.Auto) },
		"code128":    func(text string) (barcode.Barcode, error) { return code128.Encode(text) },
		"code39":     func(text string) (barcode.Barcode, error) { return code39.Encode(text, false, true) },
		"ean":        func(text string) (barcode.Barcode, error) { return ean.Encode(text) },
		"datamatrix": func(text string) (barcode.Barcode, error) { return datamatrix.Encode(text) },
	}
}

// codes are the bar codes that were drawn for a document, by their kinds and texts.
type codes struct {
	drawn map[[2]string]*picture.Picture
}

// longestCode is how many characters a code may have; no kind holds more.
const longestCode = 4296

// code gives the picture of a tag's value as a bar code; nil where there is none.
func (r *renderer) code(t *tag, s *scope) (*picture.Picture, imageSpec) {
	value, ok := r.value(t, s)
	if !ok || !expression.Truthy(value) {
		return nil, imageSpec{}
	}
	kind := map[string]string{"qr": "qr", "barcode": "code128"}[t.command]
	spec := imageSpec{}
	if object, isObject := value.(map[string]any); isObject {
		var problem string
		if spec, problem = readImage(object); problem != "" {
			r.found.add(t.problem(problem))
			return nil, spec
		}
		if text := memberText(object, "type"); text != "" {
			kind = text
		}
		if value = object["src"]; !expression.Truthy(value) {
			return nil, spec
		}
	}
	text := r.text(t, value)
	encode, known := codeTypes()[kind]
	if !known || len(text) > longestCode {
		r.found.add(t.problem("barcode-invalid", "type", kind))
		return nil, spec
	}
	if spec.alt == "" {
		spec.alt = text
	}
	made := extension[codes](r.document).drawn[[2]string{kind, text}]
	if made == nil {
		if made = r.encode(t, kind, text, encode); made == nil {
			return nil, spec
		}
	}
	if kind != "qr" && kind != "datamatrix" && (spec.width > 0 || spec.height > 0) { // one side leaves the other as it is
		spec.fit, spec.width, spec.height = picture.Stretch, cmp.Or(spec.width, made.Width), cmp.Or(spec.height, made.Height)
	}
	return made, spec
}

// moduleSteps is what a module of a code costs, of which most is the choice of a pattern.
const moduleSteps = 2

// encode makes a code, which is kept; nil where it cannot be.
func (r *renderer) encode(t *tag, kind, text string, encode func(string) (barcode.Barcode, error)) *picture.Picture {
	code, err := encode(text)
	if err != nil {
		r.found.add(t.problem("barcode-invalid", "type", kind, "reason", err.Error()))
		return nil
	}
	if err := r.env.Step(int64(code.Bounds().Dx()) * int64(code.Bounds().Dy()) * moduleSteps); err != nil {
		r.spent(t, "steps")
		return nil
	}
	all := extension[codes](r.document)
	if all.drawn == nil {
		all.drawn = make(map[[2]string]*picture.Picture)
	}
	made := drawCode(code)
	all.drawn[[2]string{kind, text}] = made
	return made
}

// How large a code is where nobody says, in EMU.
const (
	squareCode = 3 * picture.Centimetre
	codeHeight = 3 * picture.Centimetre / 2
	codeModule = picture.Centimetre / 30 // of a code of bars
)

// drawCode gives the picture of a code: a square for each module, with the quiet zone that readers of
// codes need around it.
func drawCode(code barcode.Barcode) *picture.Picture {
	made := &picture.Picture{Extension: "png", Type: "image/png", Width: squareCode, Height: squareCode}
	if code.Metadata().Dimensions != 1 {
		made.Content = picture.Bilevel(modules(code, 4, 4), moduleRows)
		return made
	}
	row := modules(code, 10, 0)[:1]
	made.Content = picture.Bilevel(row, barRows)
	made.Width, made.Height = int64(len(row[0]))*codeModule, codeHeight
	return made
}

// How many rows of pixels a module has, and a code of bars. Each is as wide as the 8 pixels of a byte, so
// that programs that smooth pictures keep its edges.
const (
	moduleRows = 8
	barRows    = 64
)

// modules gives the rows of a code, with so many white modules beside it, and rows of them above and below.
func modules(code barcode.Barcode, beside, above int) [][]byte {
	bounds := code.Bounds()
	rows := make([][]byte, bounds.Dy()+2*above)
	for y := range rows {
		rows[y] = bytes.Repeat([]byte{0xff}, bounds.Dx()+2*beside)
	}
	for y := range bounds.Dy() {
		for x := range bounds.Dx() {
			if r, _, _, _ := code.At(x+bounds.Min.X, y+bounds.Min.Y).RGBA(); r < 0x8000 {
				rows[y+above][x+beside] = 0
			}
		}
	}
	return rows
}
