package pdf

import (
	"testing"

	"lectern/converters/pdf/pdftest"
	"lectern/converters/wire"
)

func TestAbort(t *testing.T) {
	doc, _ := open(t, pdftest.Bomb(9)) // drawing page 2 takes minutes
	stopped := make(chan error)
	go func() {
		_, err := svgOf(doc, 2)
		stopped <- err
	}()
	for running := true; running; { // an abort before the drawing has begun has no effect
		doc.Abort()
		select {
		case err := <-stopped:
			if kind(err) != wire.PDFCancelled {
				t.Errorf("got %v", err)
			}
			running = false
		default:
		}
	}
	doc.Begin()
	if text, err := doc.Text(1); text != "Harmless\n" || err != nil {
		t.Errorf("after the abort: %q, %v", text, err)
	}
}

// Not only the drawing of a page can be aborted, but also the encoding of the image. For this page, encoding takes
// longer than drawing.
func TestAbortOfAnImage(t *testing.T) {
	doc, _ := open(t, pdftest.Build([]pdftest.Page{{Box: "0 0 9000 5500"}}))
	stopped := make(chan error)
	go func() {
		for { // until an abort takes effect
			if _, err := pngOf(doc, 1, 1); err != nil {
				stopped <- err
				return
			}
			doc.Begin()
		}
	}()
	for {
		doc.Abort()
		select {
		case err := <-stopped:
			if kind(err) != wire.PDFCancelled {
				t.Errorf("got %v", err)
			}
			return
		default:
		}
	}
}
