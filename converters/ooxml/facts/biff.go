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

// The records of a workbook of Excel 5 to 2003 that are looked into (MS-XLS 2.3), and the length of
// their heads.
const (
	biffHead       = 4
	biffFilePass   = 0x002F
	biffObject     = 0x005D
	biffSheet      = 0x0085
	biffPivotCache = 0x00C6 // in a stream of its own
	biffQuery      = 0x01AD
	biffBook       = 0x01AE // another workbook, or a program that is asked by DDE
	biffContinue   = 0x003C
	biffArt        = 0x00EB // the pictures of all sheets, which goes on in the records behind it
	biffBundled    = 0x008F // the name of the sheet behind it, in a workbook of Excel 4
	biffPicture    = 0x007F // before Excel 97
	biffSheetLink  = 0x0017 // another workbook, or a program that is asked by DDE, before Excel 97
	biffBegin      = 0x0809
	biffBegin4     = 0x0409 // as Excel 4 has it, whose files have one sheet mostly and lie in no compound file
	biffBegin3     = 0x0209
	biffBegin2     = 0x0009
	biffConnection = 0x0876
	biffSheetFlags = 0x0081 // of which one says that it is a dialog

	biffMacroSheet = 0x0040 // the type of a sheet of macros, in its first record
	biffListMacro  = 1      // and in the list of sheets
	pivotNameSize  = 4      // letters in the name of a stream with a pivot cache
)

var errBIFFEncrypted = errors.New("its workbook is encrypted")

// biff is a workbook that is being read.
type biff struct {
	*binaryReader
	sheets []biffListed
	macros map[uint32]bool // where sheets of macros begin in the stream
	// dialogs are where dialog sheets begin, and begin is where the present sheet does.
	dialogs map[uint32]bool
	begin   uint32
	bundled string // the name of the next sheet, in a workbook of Excel 4
	wide    bool   // texts have a flag that says how they are written, as since Excel 97
	at      uint32
	art     []byte
	inArt   bool // the record before was one with art
}

// biffListed is a sheet as the list of sheets has it.
type biffListed struct {
	wire.FactSheet
	begin  uint32
	macros bool
}

// ofBIFF looks into a workbook's records.
func (f *binaryReader) ofBIFF(stream *bufio.Reader) error {
	b := &biff{binaryReader: f, macros: map[uint32]bool{}, dialogs: map[uint32]bool{}}
	err := eachBIFF(stream, func(at uint32, kind uint16, data []byte) error {
		b.at = at
		return b.record(kind, data)
	})
	b.tellSheets()
	f.warn(err)
	art := io.Reader(bytes.NewReader(b.art))
	if errors.Is(err, errMuch) { // it goes on behind what was read
		art = io.MultiReader(art, &metered{left: new(int64)})
	}
	return f.ofArt(bufio.NewReader(art))
}

// ofBIFFPivot looks into the stream of a pivot cache.
func (f *binaryReader) ofBIFFPivot(stream *bufio.Reader) error {
	return eachBIFF(stream, func(_ uint32, kind uint16, data []byte) error {
		const flagsAt, sourceAt, refresh, ownSheet = 6, 16, 1 << 2, 1
		le := binary.LittleEndian
		if kind != biffPivotCache || len(data) < sourceAt+2 {
			return io.EOF // it comes first in such a stream; this is another one
		}
		if le.Uint16(data[flagsAt:])&refresh != 0 && le.Uint16(data[sourceAt:]) != ownSheet {
			f.connection(wire.FactConnection{Name: "pivot table", Refresh: true})
		}
		return io.EOF
	})
}

// eachBIFF calls visit with the place of each record, its kind and its data, until visit returns io.EOF or
// another error, which it returns. What is cut off ends it likewise.
func eachBIFF(stream *bufio.Reader, visit func(at uint32, kind uint16, data []byte) error) error {
	var head [biffHead]byte
	data := make([]byte, 0, 1<<16)
	for at := uint32(0); ; {
		if _, err := io.ReadFull(stream, head[:]); err != nil {
			return biffEnd(err)
		}
		le := binary.LittleEndian
		data = data[:le.Uint16(head[2:])]
		if _, err := io.ReadFull(stream, data); err != nil {
			return biffEnd(err)
		}
		if err := visit(at, le.Uint16(head[:]), data); err != nil {
			return biffEnd(err)
		}
		at += biffHead + uint32(len(data))
	}
}

func biffEnd(err error) error {
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return nil
	case errors.Is(err, errBIFFEncrypted), errors.Is(err, errMuch):
		return err
	}
	return fmt.Errorf("%w: %w", errCompound, err)
}

func (b *biff) record(kind uint16, data []byte) error {
	le := binary.LittleEndian
	b.inArt = kind == biffArt || b.inArt && kind == biffContinue
	switch {
	case b.inArt:
		b.art = append(b.art, data...)
	case kind == biffFilePass:
		return errBIFFEncrypted
	case (kind == biffBegin || kind == biffBegin4 || kind == biffBegin3 || kind == biffBegin2) && len(data) >= 4:
		b.begins(kind, data)
	case kind == biffBundled && len(data) > 5:
		b.bundled = b.text(data[4:], 1)
	case kind == biffSheet && len(data) > 7 && len(b.sheets) < wire.MaxFacts:
		b.sheets = append(b.sheets, b.listed(data))
	case kind == biffSheetFlags && len(data) >= 2 && len(b.dialogs) < wire.MaxFacts:
		const dialog = 1 << 4
		b.dialogs[b.begin] = le.Uint16(data)&dialog != 0
	case kind == biffObject && b.wide: // an older one has another form, and is no control
		b.object(data)
	case kind == biffQuery && len(data) > 10:
		const refresh = 1 << 5
		b.connection(wire.FactConnection{Name: b.text(data[10:], 2), Refresh: le.Uint16(data)&refresh != 0})
	case kind == biffConnection && len(data) > 8:
		const refresh = 1 << 7
		b.connection(wire.FactConnection{Name: "data connection", Refresh: le.Uint16(data[6:])&refresh != 0})
	case kind == biffBook && len(data) > 4:
		b.book(data)
	case kind == biffPicture && !b.wide:
		b.unnamed++
		b.facts.picture(fmt.Sprintf("picture %d", b.unnamed), b.pictureFault(data))
	case kind == biffSheetLink && !b.wide && len(data) > 1:
		b.sheetLink(b.text(data, 1))
	}
	return nil
}

// pictureFault returns what is wrong with a picture before Excel 97. One that goes on in other records was not checked.
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

// begins notes where a workbook or a sheet begins. A sheet before Excel 5 is in no list of sheets.
func (b *biff) begins(kind uint16, data []byte) {
	le := binary.LittleEndian
	if b.at == 0 { // that of the workbook: its sheets may say otherwise
		b.wide = kind == biffBegin && le.Uint16(data) >= 0x0600
	}
	b.begin = b.at
	if le.Uint16(data[2:]) != biffMacroSheet || len(b.macros) >= wire.MaxFacts {
		return
	}
	b.macros[b.at] = true
	if kind != biffBegin {
		b.sheets = append(b.sheets, biffListed{FactSheet: wire.FactSheet{Name: b.bundled}, begin: b.at})
	}
}

// listed reads an entry of the list of sheets (MS-XLS 2.4.28).
func (b *biff) listed(data []byte) biffListed {
	return biffListed{
		FactSheet: wire.FactSheet{Name: b.text(data[6:], 1), Hidden: data[4]&3 != 0},
		begin:     binary.LittleEndian.Uint32(data), macros: data[5] == biffListMacro,
	}
}

// tellSheets notes the sheets of macros, those that the list calls so and those that do so themselves, and dialogs.
func (b *biff) tellSheets() {
	for _, sheet := range b.sheets {
		if sheet.macros || b.macros[sheet.begin] {
			b.macroSheet(sheet.Name, sheet.Hidden)
		}
		if b.dialogs[sheet.begin] {
			b.dialogSheet(sheet.Name)
		}
		delete(b.macros, sheet.begin)
	}
	for range b.macros { // of which the list has none
		b.macroSheet("", true)
	}
}

// text reads a text behind its length, which has so many bytes (MS-XLS 2.5.294, 2.5.240).
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

// latin1 decodes bytes of which each is a character.
func latin1(data []byte) string {
	runes := make([]rune, len(data))
	for i, c := range data {
		runes[i] = rune(c)
	}
	return string(runes)
}

// object notes an ActiveX control: among the parts of an object (MS-XLS 2.5.143) there are flags then that say so. Its class
// is in the part behind them.
func (b *biff) object(data []byte) {
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
		b.control(class)
	}
}

// class returns the class of a control, behind a formula (MS-XLS 2.5.187, 2.5.203); nothing where it is not there.
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
