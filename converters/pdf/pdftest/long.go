package pdftest

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"math/rand/v2"
	"strings"
)

// words is the vocabulary of the pages of [Long].
var words = strings.Fields(`the of and a to in is you that it he was for on are as with his they at be this have
from or one had by word but not what all were we when your can said there use an each which she do how their if`)

// Long returns a PDF of n pages with 400 words each. Every fifth page has an image. Pages and images are compressed.
func Long(n int) []byte {
	random := rand.New(rand.NewPCG(5, 6))
	var further []string
	pages := make([]Page, n)
	for i := range pages {
		pages[i] = Page{Content: Compressed(prose(random, i+1)), Compressed: true}
		if i%5 == 4 {
			pages[i].Resources = fmt.Sprintf("/XObject<</X %d 0 R>>", Object(len(further)))
			further = append(further, photograph(random, 160, 100))
		}
	}
	return Build(pages, further...)
}

func prose(random *rand.Rand, page int) string {
	var content strings.Builder
	fmt.Fprintf(&content, "BT /F 14 Tf 60 790 Td (Page %d) Tj /F 11 Tf 14 TL 0 -10 Td ", page)
	for range 40 {
		content.WriteString("T* (")
		for range 10 {
			content.WriteString(words[random.IntN(len(words))] + " ")
		}
		content.WriteString(") Tj ")
	}
	content.WriteString("ET")
	if page%5 == 0 {
		content.WriteString(" q 240 0 0 150 60 40 cm /X Do Q")
	}
	return content.String()
}

// photograph returns an image object with smooth gradients and some noise.
func photograph(random *rand.Rand, width, height int) string {
	data := make([]byte, 0, 3*width*height)
	at := random.IntN(256)
	for y := range height {
		for x := range width {
			noise := random.IntN(8)
			data = append(data, byte(x/2+at+noise), byte(y+at+noise), byte((x+y)/3+noise))
		}
	}
	return Stream(fmt.Sprintf("/Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace/DeviceRGB/BitsPerComponent 8"+
		"/Filter/FlateDecode", width, height), Compressed(string(data)))
}

// Compressed returns data encoded for the filter FlateDecode.
func Compressed(data string) string {
	var out bytes.Buffer
	w := zlib.NewWriter(&out)
	_, _ = w.Write([]byte(data)) // a buffer never fails
	_ = w.Close()
	return out.String()
}
