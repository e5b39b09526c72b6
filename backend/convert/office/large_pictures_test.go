package office

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"maps"
	"slices"
	"strings"
	"testing"

	"lectern/backend/convert/converttest"
	"lectern/backend/convert/filetype"
	"lectern/converters/ooxml/ooxmltest"
)

// sized returns a copy of a PNG whose header declares another size.
func sized(picture string, width, height uint32) string {
	content := []byte(picture)
	binary.BigEndian.PutUint32(content[16:], width)
	binary.BigEndian.PutUint32(content[20:], height)
	binary.BigEndian.PutUint32(content[29:], crc32.ChecksumIEEE(content[12:29]))
	return string(content)
}

// withParts returns a package with additional parts.
func withParts(t *testing.T, content []byte, parts map[string]string) []byte {
	t.Helper()
	from, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, file := range from.File {
		if err := w.Copy(file); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(parts)) {
		part, err := w.Create(name)
		if err == nil {
			_, err = part.Write([]byte(parts[name]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// slideOf returns a presentation with one slide that contains the given images.
func slideOf(t *testing.T, pictures ...string) []byte {
	t.Helper()
	var shapes strings.Builder
	var related []string
	parts := map[string]string{}
	for i, picture := range pictures {
		fmt.Fprintf(&shapes,
			`<p:pic><p:nvPicPr><p:cNvPr id="%[1]d" name="p"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:embed="r%[1]d"/><a:stretch>`+
				`<a:fillRect/></a:stretch></p:blipFill><p:spPr><a:xfrm><a:off x="%[1]d00000" y="1500000"/><a:ext cx="2000000" cy="2000000"/></a:xfrm>`+
				`<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:pic>`, i+2)
		related = append(related, "image", fmt.Sprintf("../media/image%d.png", i+1))
		parts[fmt.Sprintf("ppt/media/image%d.png", i+1)] = picture
	}
	return withParts(t, ooxmltest.PptxOf([]int{1}, ooxmltest.Slide{Shapes: shapes.String(), Related: related}), parts)
}

// If an image is too large, only that image is missing.
func TestTooLargePictureAmongOthers(t *testing.T) {
	office := nested(t, openOffice(t, converttest.OfficeConfig(t)))
	small := ooxmltest.Picture(1, 40)
	var got result
	content := slideOf(t, sized(small, 30000, 30000), ooxmltest.Picture(2, 40), ooxmltest.Picture(3, 40))
	report, err := office.Convert(t.Context(), Order{In: converttest.TempFile(t, content), Kind: filetype.Pptx}, &got)
	if err != nil || len(got.pages) == 0 || got.pages[len(got.pages)-1] != 1 {
		t.Errorf("%+v, %+v, %v", got, report, err)
	}
}
