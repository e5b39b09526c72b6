package office

import (
	"encoding/binary"
	"fmt"
	"testing"

	"lectern/backend/convert"
	"lectern/backend/convert/converttest"
	"lectern/backend/convert/filetype"
)

// damagedObjectRTF returns an RTF with an embedded object. The object's header contains these lengths of class, topic
// and item ([MS-OLEDS], 2.2.4), but the data with these lengths is missing.
func damagedObjectRTF(lengths ...uint32) []byte {
	header := []byte{1, 5, 0, 0, 2, 0, 0, 0}
	for _, length := range lengths {
		header = binary.LittleEndian.AppendUint32(header, length)
	}
	return fmt.Appendf(nil, `{\rtf1\ansi Hello{\object\objemb{\*\objclass Package}{\*\objdata %x}{\result{text}}} world}`, header)
}

// A document with a damaged length is reported as damaged, not as too large for the memory, even if LibreOffice
// allocates gigabytes for it.
func TestDamagedObjectsAreDamaged(t *testing.T) {
	office := nested(t, openOffice(t, converttest.OfficeConfig(t)))
	for name, content := range map[string][]byte{
		"a class of a gigabyte":    damagedObjectRTF(0x40000000),
		"a class of two gigabytes": damagedObjectRTF(0x7ffffff0),
		"a class of four":          damagedObjectRTF(0xffffffff),
		"a topic":                  damagedObjectRTF(0, 0xffffffff),
		"between":                  damagedObjectRTF(0x60000000),
	} {
		_, err := office.Convert(t.Context(), Order{In: converttest.TempFile(t, content), Kind: filetype.Rtf}, &result{})
		if converttest.ReasonOf(err) != convert.ReasonDamaged {
			t.Errorf("%s: %#v, want %s", name, err, convert.ReasonDamaged)
		}
	}
	sound := damagedObjectRTF(0, 0, 0, 0)
	if _, err := office.Convert(t.Context(), Order{In: converttest.TempFile(t, sound), Kind: filetype.Rtf}, &result{}); err != nil {
		t.Errorf("an empty object: %v", err)
	}
}
