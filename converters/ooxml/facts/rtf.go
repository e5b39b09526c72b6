package facts

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"os"
	"strings"

	"lectern/converters/wire"
)

const rtfOverlap = 1 << 10 // largest size of a control word with its arguments, in bytes

// rtfWords are the control words for external content and embedded objects.
var rtfWords = []struct{ word, kind string }{
	{`\objautlink`, "oleObject"}, {`\objlink`, "oleObject"}, {`\objemb`, ""}, {`\objocx`, "control"},
	{`\*\template`, "attachedTemplate"}, {`\fldinst`, "field"}, {`\objdata`, "data"}, {`\*\mailmerge`, "mailMerge"},
}

// rtfReader reads the facts of an RTF.
type rtfReader struct{ *facts }

// read searches the whole text for control words, even in groups that other programs skip.
func (f *rtfReader) read(in *os.File) error {
	defer f.checkImages(in, maxRTFImages)
	buf := make([]byte, 0, 256<<10)
	from := io.NewSectionReader(in, 0, 1<<62)
	for {
		n, err := from.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		if f.remaining -= int64(n); f.remaining < 0 {
			return errTooLarge
		}
		last := err != nil
		if last && !errors.Is(err, io.EOF) {
			return err
		}
		end := len(buf) - rtfOverlap
		if last {
			end = len(buf)
		}
		if end > 0 {
			f.processWords(buf, end)
			buf = buf[:copy(buf, buf[end:])]
		}
		if last {
			return nil
		}
	}
}

// processWords processes the control words that begin before the index end.
func (f *rtfReader) processWords(text []byte, end int) {
	for _, word := range rtfWords {
		for at := 0; ; {
			found := bytes.Index(text[at:], []byte(word.word))
			if found < 0 || at+found >= end {
				break
			}
			at += found + len(word.word)
			f.processWord(word.kind, text[at:min(len(text), at+rtfOverlap)])
		}
	}
}

// processWord processes a control word. rest is the text after it.
func (f *rtfReader) processWord(kind string, rest []byte) {
	switch kind {
	case "":
		f.Embedded++
	case "oleObject":
		f.addLink(kind, "") // the address is in the data of the object
	case "field":
		f.addFieldLink(rtfCode(rest))
	case "control":
		f.addControl(rtfClass(rest))
	case "mailMerge":
		f.addConnection(wire.FactConnection{Name: mergeSource(rest), Refresh: true})
	case "data":
		if isBrokenObject(rest) {
			f.BrokenObjects++
		}
	default:
		f.addLink(kind, rtfArgument(rest))
	}
}

// rtfClass returns the class of an object, or "". rest is the text after the control word for the kind of the object.
func rtfClass(rest []byte) string {
	object, _, _ := bytes.Cut(rest, []byte(`\object`))
	_, class, _ := bytes.Cut(object, []byte(`\objclass`))
	return rtfArgument(class)
}

// mergeSource returns the data source of a mail merge: its query, or its connection if it has no query.
func mergeSource(rest []byte) string {
	for _, word := range []string{`\mmquery`, `\mmconnectstr `, `\mmdatasource`} {
		if _, source, found := bytes.Cut(rest, []byte(word)); found {
			return cmp.Or(rtfArgument(source), mailMergeName)
		}
	}
	return mailMergeName
}

// rtfCode returns the code of a field without formatting control words. The code may be spread over several groups.
func rtfCode(text []byte) string {
	var code strings.Builder
	for depth := 0; len(text) > 0; {
		c := text[0]
		text = text[1:]
		switch {
		case c == '{':
			depth++
		case c == '}':
			if depth--; depth < 0 {
				return code.String()
			}
		case c == '\\' && len(text) > 0 && isASCIILetter(text[0]):
			text = text[rtfWordLength(text):]
		case c == '\\' && len(text) > 0:
			if strings.IndexByte(`\{}`, text[0]) >= 0 {
				code.WriteByte(text[0])
			}
			text = text[1:]
		case c != '\r' && c != '\n':
			code.WriteByte(c)
		}
	}
	return code.String()
}

// rtfWordLength returns the length of a control word including its number and the delimiting space.
func rtfWordLength(text []byte) int {
	length := 0
	for length < len(text) && (isASCIILetter(text[length]) || text[length] == '-' || text[length] >= '0' && text[length] <= '9') {
		length++
	}
	if length < len(text) && text[length] == ' ' {
		length++
	}
	return length
}

// rtfArgument returns the text after a control word up to the end of its group or quotes.
func rtfArgument(text []byte) string {
	argument, _, _ := strings.Cut(string(text), "}")
	argument = strings.ReplaceAll(strings.TrimSpace(argument), `\\`, `\`)
	if quoted, found := strings.CutPrefix(argument, `"`); found {
		argument, _, _ = strings.Cut(quoted, `"`)
	}
	return strings.ReplaceAll(argument, `\\`, `\`)
}

func isASCIILetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
