package facts

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"lectern/converters/ooxml/imagecheck"
	"lectern/converters/wire"
)

// The records of Excel 2 to 2003 workbooks that are read (MS-XLS 2.3), and the size of a record header.
const (
	biffHeaderSize = 4
	biffFilePass   = 0x002F
	biffObject     = 0x005D
	biffSheet      = 0x0085
	biffPivotCache = 0x00C6 // in a separate stream
	biffQuery      = 0x01AD
	biffBook       = 0x01AE // reference to another workbook or a DDE program
	biffContinue   = 0x003C
	biffArt        = 0x00EB // the images of all sheets; continued in the following records
	biffBundled    = 0x008F // name of the following sheet, in Excel 4 workbooks
	biffPicture    = 0x007F // an image before Excel 97
	biffSheetLink  = 0x0017 // reference to another workbook or a DDE program, before Excel 97
	biffBOF        = 0x0809
	biffBOF4       = 0x0409 // in Excel 4, whose files usually have one sheet and are no compound files
	biffBOF3       = 0x0209
	biffBOF2       = 0x0009
	biffConnection = 0x0876
	biffSheetFlags = 0x0081 // one of the flags marks a dialog sheet

	biffMacroSheet = 0x0040 // type of a macro sheet in its first record
	biffListMacro  = 1      // type of a macro sheet in the list of sheets
	pivotNameSize  = 4      // length of the name of a stream with a pivot cache
)

var errBIFFEncrypted = errors.New("its workbook is encrypted")

// biff is the state of reading a workbook.
type biff struct {
	*binaryReader
	sheets []listedSheet
	macros map[uint32]bool // positions of macro sheets in the stream
	// dialogs are the positions of dialog sheets, sheetStart is the position of the current sheet.
	dialogs       map[uint32]bool
	sheetStart    uint32
	nextSheetName string // name of the next sheet, in an Excel 4 workbook
	wide          bool   // strings have a flag for their encoding, as since Excel 97
	at            uint32
	drawings      []byte
	afterDrawings bool // the previous record contained drawings
}

// listedSheet is an entry of the list of sheets.
type listedSheet struct {
	wire.FactSheet
	start  uint32
	macros bool
}

// readBIFF reads the records of a workbook.
func (f *binaryReader) readBIFF(stream *bufio.Reader) error {
	b := &biff{binaryReader: f, macros: map[uint32]bool{}, dialogs: map[uint32]bool{}}
	err := eachRecord(stream, func(at uint32, kind uint16, data []byte) error {
		b.at = at
		return b.record(kind, data)
	})
	b.addSheets()
	f.addWarning(err)
	art := io.Reader(bytes.NewReader(b.drawings))
	if errors.Is(err, errTooLarge) { // the stream has more data, which was not read
		art = io.MultiReader(art, &limitedReader{remaining: new(int64)})
	}
	return f.readArt(bufio.NewReader(art))
}

// readPivotStream reads the stream of a pivot cache.
func (f *binaryReader) readPivotStream(stream *bufio.Reader) error {
	return eachRecord(stream, func(_ uint32, kind uint16, data []byte) error {
		const flagsAt, sourceAt, refresh, ownSheet = 6, 16, 1 << 2, 1
		le := binary.LittleEndian
		if kind != biffPivotCache || len(data) < sourceAt+2 {
			return io.EOF // every pivot cache begins with this record, so this is another stream
		}
		if le.Uint16(data[flagsAt:])&refresh != 0 && le.Uint16(data[sourceAt:]) != ownSheet {
			f.addConnection(wire.FactConnection{Name: "pivot table", Refresh: true})
		}
		return io.EOF
	})
}

// eachRecord calls the function visit with the position, kind and data of each record. It stops at a truncated record,
// or when visit returns an error. It returns the error of visit unless that is io.EOF.
func eachRecord(stream *bufio.Reader, visit func(at uint32, kind uint16, data []byte) error) error {
	var head [biffHeaderSize]byte
	data := make([]byte, 0, 1<<16)
	for at := uint32(0); ; {
		if _, err := io.ReadFull(stream, head[:]); err != nil {
			return biffError(err)
		}
		le := binary.LittleEndian
		data = data[:le.Uint16(head[2:])]
		if _, err := io.ReadFull(stream, data); err != nil {
			return biffError(err)
		}
		if err := visit(at, le.Uint16(head[:]), data); err != nil {
			return biffError(err)
		}
		at += biffHeaderSize + uint32(len(data))
	}
}

func biffError(err error) error {
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return nil
	case errors.Is(err, errBIFFEncrypted), errors.Is(err, errTooLarge):
		return err
	}
	return fmt.Errorf("%w: %w", errCompound, err)
}

func (b *biff) record(kind uint16, data []byte) error {
	le := binary.LittleEndian
	b.afterDrawings = kind == biffArt || b.afterDrawings && kind == biffContinue
	switch {
	case b.afterDrawings:
		b.drawings = append(b.drawings, data...)
	case kind == biffFilePass:
		return errBIFFEncrypted
	case (kind == biffBOF || kind == biffBOF4 || kind == biffBOF3 || kind == biffBOF2) && len(data) >= 4:
		b.beginSheet(kind, data)
	case kind == biffBundled && len(data) > 5:
		b.nextSheetName = b.text(data[4:], 1)
	case kind == biffSheet && len(data) > 7 && len(b.sheets) < wire.MaxFacts:
		b.sheets = append(b.sheets, b.decodeListEntry(data))
	case kind == biffSheetFlags && len(data) >= 2 && len(b.dialogs) < wire.MaxFacts:
		const dialog = 1 << 4
		b.dialogs[b.sheetStart] = le.Uint16(data)&dialog != 0
	case kind == biffObject && b.wide: // before Excel 97, objects have another layout and are no controls
		b.addObject(data)
	case kind == biffQuery && len(data) > 10:
		const refresh = 1 << 5
		b.addConnection(wire.FactConnection{Name: b.text(data[10:], 2), Refresh: le.Uint16(data)&refresh != 0})
	case kind == biffConnection && len(data) > 8:
		const refresh = 1 << 7
		b.addConnection(wire.FactConnection{Name: "data connection", Refresh: le.Uint16(data[6:])&refresh != 0})
	case kind == biffBook && len(data) > 4:
		b.addBookLink(data)
	case kind == biffPicture && !b.wide:
		b.unnamed++
		b.facts.addImage(fmt.Sprintf("picture %d", b.unnamed), b.pictureFault(data))
	case kind == biffSheetLink && !b.wide && len(data) > 1:
		b.addSheetLink(b.text(data, 1))
	}
	return nil
}

// pictureFault returns the fault of an image in a workbook of a version before Excel 97. An image that continues in
// further records is not checked.
func (b *biff) pictureFault(data []byte) string {
	const sizeAt, head, metafileHead, metafile, bitmap = 4, 8, 8, 2, 9
	if len(data) < head {
		return wire.PictureDamaged
	}
	le, content := binary.LittleEndian, data[head:]
	format, size := le.Uint16(data), int64(le.Uint32(data[sizeAt:]))
	switch {
	case size > int64(len(content)):
		return b.checker.Skip()
	case format == metafile && len(content) >= metafileHead:
		return b.checker.Fault(content[metafileHead:], true)
	case format == bitmap:
		return imagecheck.CheckDIB(&b.checker, content, true)
	}
	return b.checker.Skip()
}

// beginSheet handles the first record of a workbook or sheet. Before Excel 5 there is no list of sheets.
func (b *biff) beginSheet(kind uint16, data []byte) {
	le := binary.LittleEndian
	if b.at == 0 { // the workbook itself; sheets may have another version
		b.wide = kind == biffBOF && le.Uint16(data) >= 0x0600
	}
	b.sheetStart = b.at
	if le.Uint16(data[2:]) != biffMacroSheet || len(b.macros) >= wire.MaxFacts {
		return
	}
	b.macros[b.at] = true
	if kind != biffBOF {
		b.sheets = append(b.sheets, listedSheet{FactSheet: wire.FactSheet{Name: b.nextSheetName}, start: b.at})
	}
}

// decodeListEntry decodes an entry of the list of sheets (MS-XLS 2.4.28).
func (b *biff) decodeListEntry(data []byte) listedSheet {
	return listedSheet{
		FactSheet: wire.FactSheet{Name: b.text(data[6:], 1), Hidden: data[4]&3 != 0},
		start:     binary.LittleEndian.Uint32(data), macros: data[5] == biffListMacro,
	}
}

// addSheets adds the macro sheets, which are marked in the list of sheets or in their own first record, and the dialog
// sheets.
func (b *biff) addSheets() {
	for _, sheet := range b.sheets {
		if sheet.macros || b.macros[sheet.start] {
			b.addMacroSheet(sheet.Name, sheet.Hidden)
		}
		if b.dialogs[sheet.start] {
			b.addDialogSheet(sheet.Name)
		}
		delete(b.macros, sheet.start)
	}
	for range b.macros { // macro sheets that are missing in the list
		b.addMacroSheet("", true)
	}
}

// text decodes a string. Its length precedes it in data, as a number of lengthSize bytes (MS-XLS 2.5.294, 2.5.240).
func (b *biff) text(data []byte, lengthSize int) string {
	if len(data) < lengthSize {
		return ""
	}
	length := int(data[0])
	if lengthSize == 2 {
		length = int(binary.LittleEndian.Uint16(data))
	}
	data = data[lengthSize:]
	if !b.wide {
		return latin1(data[:min(length, len(data))])
	}
	if len(data) == 0 {
		return ""
	}
	flags, data := data[0], data[1:]
	if flags&1 == 0 {
		return latin1(data[:min(length, len(data))])
	}
	return utf16Text(data[:min(2*length, len(data))])
}

// latin1 decodes Latin-1.
func latin1(data []byte) string {
	runes := make([]rune, len(data))
	for i, c := range data {
		runes[i] = rune(c)
	}
	return string(runes)
}

// addObject adds an ActiveX control if the flags of an object mark it as one (MS-XLS 2.5.143). The class is in the part
// that follows the flags.
func (b *biff) addObject(data []byte) {
	const flags, formula, isControl = 0x0008, 0x0009, 1 << 4
	le := binary.LittleEndian
	control, class := false, ""
	for len(data) >= 4 {
		kind, end := le.Uint16(data), min(4+int(le.Uint16(data[2:])), len(data))
		part := data[4:end]
		switch {
		case kind == flags && len(part) >= 2:
			control = le.Uint16(part)&isControl != 0
		case kind == formula:
			class = b.class(part)
		}
		data = data[end:]
	}
	if control {
		b.addControl(class)
	}
}

// class returns the class of a control, or "" if it is unknown. The bytes in part begin with a formula, followed by the
// class (MS-XLS 2.5.187, 2.5.203).
func (b *biff) class(part []byte) string {
	const formulaHead, infoHead, embedded = 8, 3, 3
	if len(part) < formulaHead {
		return ""
	}
	length := int(binary.LittleEndian.Uint16(part[2:]) & 0x7FFF)
	info := part[min(formulaHead+length, len(part)):]
	if len(info) < infoHead || info[0] != embedded {
		return ""
	}
	return b.text(append([]byte{info[1]}, info[infoHead:]...), 1)
}
