package filetype

import (
	"bytes"
	"encoding/binary"
	"path"
	"strings"

	"lectern/backend/sentence"
)

// detectOLE returns the type of a compound file by the names of the streams in its root. The programs of Office 97 to
// 2003 always use the same names, which are compared in lower case.
func detectOLE(w *limitedReader, name string) (Type, error) {
	cause := sentence.New("damage-compound", "its compound file cannot be read")
	o, err := openOLE(w)
	if err != nil {
		return "", damaged(cause, err)
	}
	streams, err := o.topLevel()
	if err != nil {
		return "", damaged(cause, err)
	}
	for _, known := range oleKinds {
		if e, ok := streams[known.stream]; ok {
			return known.inspect(o, e, streams, name)
		}
	}
	for _, other := range oleOthers {
		if _, ok := streams[other.stream]; ok {
			return "", &UnsupportedError{Kind: other.kind}
		}
	}
	if o.lostDocument(streams) {
		return "", damaged(sentence.New("damage-content", "its compound file has lost its content"), nil)
	}
	return "", &UnsupportedError{Kind: sentence.New("kind-compound", "a compound file that is not an Office document")}
}

// oleKinds lists the streams of supported documents. The first match wins.
var oleKinds = []struct {
	stream  string
	inspect func(o *ole, e oleEntry, streams map[string]oleEntry, name string) (Type, error)
}{
	{"encryptedpackage", inspectEncrypted},
	{"worddocument", inspectWord},
	{"workbook", inspectExcel},
	{"book", inspectExcel},
	{"powerpoint document", inspectPowerPoint},
}

// oleOthers maps names of streams to the names of the unsupported file types that contain such a stream.
var oleOthers = []struct {
	stream string
	kind   sentence.Sentence
}{
	{"pp40", sentence.New("kind-powerpoint-95", "a PowerPoint 95 presentation")},
	{"visiodocument", sentence.New("kind-vsd", "a Visio drawing (.vsd)")},
	{"__properties_version1.0", sentence.New("kind-msg", "an Outlook message (.msg)")},
	{"quill", sentence.New("kind-pub", "a Publisher document (.pub)")},
	{"\x05hwpsummaryinformation", sentence.New("kind-hwp", "a Hangul document (.hwp)")},
	{"\u4840\u3f3f\u4577\u446c\u3b6a\u45e4\u4824", sentence.New("kind-msi", "a Windows installer (.msi)")},
	{"wksssworkbook", sentence.New("kind-xlr", "a Works spreadsheet (.xlr)")},
	{"matost", sentence.New("kind-wps", "a Works document (.wps)")},
}

// inspectEncrypted returns the error for an Office Open XML package that is encrypted with a password ([MS-OFFCRYPTO],
// section 2.3.1).
func inspectEncrypted(o *ole, _ oleEntry, streams map[string]oleEntry, name string) (Type, error) {
	protected := &ProtectedError{Kind: Type(strings.ToLower(strings.TrimPrefix(path.Ext(name), ".")))}
	known := protected.Kind.IsOpenXML()
	if !known {
		protected.Kind = Docx
	}
	// A stream that cannot be read is not reported as damage here. The converter reports the damage when a person
	// enters the password.
	info, err := o.read(streams["encryptioninfo"], encryptionInfoMax)
	if err == nil && packageOpensWith(info, excelDefaultPassword) {
		protected.Password = excelDefaultPassword
		if !known {
			protected.Kind = Xlsx
		}
	}
	return "", protected
}

// inspectWord reads the beginning of the file information block ([MS-DOC], section 2.5.2): the magic number wIdent and
// the flag fEncrypted.
func inspectWord(o *ole, e oleEntry, _ map[string]oleEntry, _ string) (Type, error) {
	const fibHead, flagsAt, fEncrypted = 32, 10, 1 << 8
	fib, err := o.read(e, fibHead)
	if err != nil || len(fib) < fibHead {
		return "", damaged(lostText, err)
	}
	le := binary.LittleEndian
	switch le.Uint16(fib) {
	case 0xA5EC, 0xA5DC: // magic numbers of Word 97 and later, and of Word 6 and 95
	default:
		return "", damaged(lostText, nil)
	}
	if le.Uint16(fib[flagsAt:])&fEncrypted != 0 {
		return "", &ProtectedError{Kind: Doc}
	}
	return Doc, nil
}

// Types of records of a workbook ([MS-XLS], section 2.3).
const (
	biffBOF        = 0x0809
	biffEOF        = 0x000A
	biffFilePass   = 0x002F
	biffBoundSheet = 0x0085
	// biffHead is the number of bytes of a workbook that are searched. Only a few short records precede the record for
	// the password.
	biffHead = 8 << 10
)

// inspectExcel searches for the record FilePass, after which all records are encrypted.
func inspectExcel(o *ole, e oleEntry, _ map[string]oleEntry, _ string) (Type, error) {
	b, err := o.read(e, biffHead)
	if err != nil || len(b) < 4 || binary.LittleEndian.Uint16(b) != biffBOF {
		return "", damaged(sentence.New("damage-workbook", "its workbook cannot be found"), err)
	}
	if pass := biffRecord(b, biffFilePass); pass != nil {
		protected := &ProtectedError{Kind: Xls}
		if opensWith(pass, excelDefaultPassword) {
			protected.Password = excelDefaultPassword
		}
		return "", protected
	}
	return Xls, nil
}

// biffRecord returns the content of the first record of a kind before the list of sheets, or nil if there is none.
func biffRecord(b []byte, kind uint16) []byte {
	for len(b) >= 4 {
		id, size := binary.LittleEndian.Uint16(b), int(binary.LittleEndian.Uint16(b[2:]))
		b = b[4:]
		if size > len(b) || id == biffEOF || id == biffBoundSheet {
			return nil
		}
		if id == kind {
			return b[:size]
		}
		b = b[size:]
	}
	return nil
}

// rawBIFF reports whether a file is a sheet or a workspace of Excel 2 to 4. Such a file is not a compound file, but
// begins with a BOF record, which contains a version and a kind.
func rawBIFF(head []byte) bool {
	for _, bof := range []string{"\x09\x00\x04\x00", "\x09\x02\x06\x00", "\x09\x04\x06\x00"} {
		if bytes.HasPrefix(head, []byte(bof)) && len(head) >= 8 {
			kind := binary.LittleEndian.Uint16(head[6:])
			return kind == 0x10 || kind == 0x20 || kind == 0x40 || kind == 0x100
		}
	}
	return false
}
