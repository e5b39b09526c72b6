package main

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

// draw returns the image of a drawing, with one pixel for each unit, as PNG with at most 256 colors.
func draw(file string) ([]byte, error) {
	source, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var size struct {
		Width  int `xml:"width,attr"`
		Height int `xml:"height,attr"`
	}
	if err := xml.Unmarshal(source, &size); err != nil {
		return nil, err
	}
	work, err := os.MkdirTemp("", "drawing-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(work)
	if file, err = filepath.Abs(file); err != nil {
		return nil, err
	}
	made := filepath.Join(work, "drawn.png")
	page := url.URL{Scheme: "file", Path: file}
	browser := exec.Command("chromium-headless-shell", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
		"--default-background-color=00000000",
		"--user-data-dir="+filepath.Join(work, "profile"), fmt.Sprintf("--window-size=%d,%d", size.Width, size.Height), "--screenshot="+
			made, page.String())
	if output, err := browser.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("chromium: %w: %s", err, output)
	}
	content, err := os.ReadFile(made)
	if err != nil {
		return nil, err
	}
	drawn, err := png.Decode(bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	err = encoder.Encode(&out, paletted(drawn))
	return out.Bytes(), err
}

// paletted returns an image reduced to its most frequent colors.
func paletted(drawn image.Image) *image.Paletted {
	bounds := drawn.Bounds()
	count := map[color.NRGBA]int{}
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			count[color.NRGBAModel.Convert(drawn.At(x, y)).(color.NRGBA)]++
		}
	}
	var palette color.Palette
	for one := range count {
		palette = append(palette, one)
	}
	slices.SortFunc(palette, func(a, b color.Color) int {
		first, second := a.(color.NRGBA), b.(color.NRGBA)
		return cmp.Or(cmp.Compare(count[second], count[first]), slices.Compare([]byte{first.R, first.G, first.B, first.A},
			[]byte{second.R, second.G, second.B, second.A}))
	})
	out := image.NewPaletted(bounds, palette[:min(256, len(palette))])
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			out.Set(x, y, drawn.At(x, y))
		}
	}
	return out
}
