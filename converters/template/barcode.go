package template

import (
	"bytes"
	"cmp"
	"image"
	"image/color"
	"image/png"

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
		value = object["src"]
	}
	text := r.text(t, value)
	encode, known := codeTypes()[kind]
	if !known || len(text) > longestCode {
		r.found.add(t.problem("barcode-invalid", "type", kind))
		return nil, spec
	}
	made, err := encode(text)
	if err != nil {
		r.found.add(t.problem("barcode-invalid", "type", kind, "reason", err.Error()))
		return nil, spec
	}
	if spec.alt == "" {
		spec.alt = text
	}
	return drawCode(made, &spec), spec
}

// How large a code is where nobody says, in EMU.
const (
	squareCode = 3 * picture.Centimetre
	codeHeight = 3 * picture.Centimetre / 2
	codeModule = picture.Centimetre / 30 // of a code of bars
)

// drawCode gives the picture of a code: a dot for each module, with the quiet zone that readers of
// codes need around it, and its size where that is not said.
func drawCode(code barcode.Barcode, spec *imageSpec) *picture.Picture {
	bounds, flat := code.Bounds(), code.Metadata().Dimensions == 1
	quiet := 4
	if flat {
		quiet = 10
	}
	width, height, above := bounds.Dx()+2*quiet, bounds.Dy()+2*quiet, quiet
	if flat {
		height, above = 1, 0
	}
	drawn := image.NewPaletted(image.Rect(0, 0, width, height), color.Palette{color.White, color.Black})
	for y := range height {
		for x := range width {
			inner := image.Pt(x-quiet+bounds.Min.X, y-above+bounds.Min.Y)
			if flat {
				inner.Y = bounds.Min.Y
			}
			if !inner.In(bounds) {
				continue
			}
			if r, _, _, _ := code.At(inner.X, inner.Y).RGBA(); r < 0x8000 {
				drawn.SetColorIndex(x, y, 1)
			}
		}
	}
	// Each module is drawn larger, so that programs that smooth pictures keep its edges.
	var out bytes.Buffer
	if err := png.Encode(&out, enlarge(drawn, flat)); err != nil {
		return nil
	}
	made := &picture.Picture{Content: out.Bytes(), Extension: "png", Type: "image/png", Width: squareCode, Height: squareCode}
	if !flat {
		return made
	}
	made.Width, made.Height = int64(width)*codeModule, codeHeight
	if spec.width > 0 || spec.height > 0 { // one side leaves the other as it is
		spec.fit, spec.width, spec.height = picture.Stretch, cmp.Or(spec.width, made.Width), cmp.Or(spec.height, made.Height)
	}
	return made
}

// modulePixels is how many pixels a side of a module has.
const modulePixels = 8

func enlarge(drawn *image.Paletted, flat bool) *image.Paletted {
	bounds := drawn.Bounds()
	down := modulePixels
	if flat {
		down = 64
	}
	large := image.NewPaletted(image.Rect(0, 0, bounds.Dx()*modulePixels, bounds.Dy()*down), drawn.Palette)
	for y := range large.Bounds().Dy() {
		for x := range large.Bounds().Dx() {
			large.SetColorIndex(x, y, drawn.ColorIndexAt(x/modulePixels, y/down))
		}
	}
	return large
}
