package ooxml

import (
	"archive/zip"
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"strings"

	"golang.org/x/text/encoding/unicode"
)

// The bounds of a package. The server has looked at its directory before.
const (
	maxParts = 100_000
	maxPart  = 64 << 20 // bytes of a part that is held whole
	maxRels  = 100_000  // relationships of one part
)

var errPart = errors.New("a part is missing or too large")

// pack is an Office Open XML package that is open for reading (ECMA-376 part 2).
// Parts are known by their keys: their names from the root, in lower case.
type pack struct {
	parts map[string]*zip.File
	order []string // keys, as in the archive
	// pictures are the keys of those that were looked at, or told as missing.
	pictures map[string]bool
}

func openPack(in *os.File) (*pack, error) {
	info, err := in.Stat()
	if err != nil {
		return nil, err
	}
	return newPack(in, info.Size())
}

func newPack(in io.ReaderAt, size int64) (*pack, error) {
	archive, err := zip.NewReader(in, size)
	if err != nil {
		return nil, err
	}
	if len(archive.File) > maxParts {
		return nil, fmt.Errorf("%d parts are too many", len(archive.File))
	}
	p := &pack{parts: make(map[string]*zip.File, len(archive.File)), pictures: map[string]bool{}}
	for _, file := range archive.File {
		key := partKey("/", file.Name)
		if p.parts[key] == nil && !strings.HasSuffix(file.Name, "/") {
			p.parts[key] = file
			p.order = append(p.order, key)
		}
	}
	return p, nil
}

// partKey gives the key of the part that a target names, as seen from a folder.
func partKey(folder, target string) string {
	target = strings.ToLower(strings.ReplaceAll(target, `\`, "/"))
	if !strings.HasPrefix(target, "/") {
		target = folder + "/" + target
	}
	return path.Clean("/" + target)
}

// size is how long a part says that it is, unpacked; 0 for none.
func (p *pack) size(key string) int64 {
	if file := p.parts[key]; file != nil {
		return int64(min(file.UncompressedSize64, 1<<62))
	}
	return 0
}

// open reads a part as a stream, without its byte order mark.
func (p *pack) open(key string) (io.ReadCloser, error) {
	file := p.parts[key]
	if file == nil {
		return nil, fmt.Errorf("%w: %s", errPart, key)
	}
	return file.Open()
}

// asUTF8 gives a part in UTF-8, of which it is where it is not in UTF-16.
func asUTF8(part io.Reader) io.Reader {
	text := bufio.NewReader(part)
	head, _ := text.Peek(2)
	wide, big := isWide(head)
	if !wide {
		return text
	}
	order := unicode.LittleEndian
	if big {
		order = unicode.BigEndian
	}
	return unicode.UTF16(order, unicode.UseBOM).NewDecoder().Reader(text)
}

// scan calls visit with the tokens of a part, until it says that it has enough.
func (p *pack) scan(key string, visit func(token) (more bool)) error {
	part, err := p.open(key)
	if err != nil {
		return err
	}
	defer part.Close()
	for s := newScanner(asUTF8(part)); ; {
		t, err := s.next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
		if !visit(t) {
			return nil
		}
	}
}

// relation is a relationship of a part to another, or to something outside.
type relation struct {
	id string
	// kind is the last word of its type, which is the same in strict and
	// transitional documents: "image", "styles".
	kind     string
	target   string // as it is written
	key      string // of the part; empty where it is outside
	external bool
	raw      []byte
}

// relsKey gives the key of the part that holds the relationships of another.
func relsKey(key string) string {
	return path.Join(path.Dir(key), "_rels", path.Base(key)+".rels")
}

// relations gives the relationships of a part, none where it has none.
func (p *pack) relations(key string) ([]relation, error) {
	if p.parts[relsKey(key)] == nil {
		return nil, nil
	}
	var all []relation
	err := p.scan(relsKey(key), func(t token) bool {
		if t.kind != endTag && string(t.local) == "Relationship" {
			all = append(all, newRelation(path.Dir(key), t))
		}
		return len(all) < maxRels
	})
	return all, err
}

func newRelation(folder string, t token) relation {
	r := relation{
		id: t.value("Id"), kind: path.Base(t.value("Type")), target: t.value("Target"),
		external: t.value("TargetMode") == "External", raw: bytes.Clone(t.raw),
	}
	if !r.external {
		file, _, _ := strings.Cut(r.target, "#")
		r.key = partKey(folder, file)
	}
	return r
}

// main gives the key of the package's document.
func (p *pack) main() (string, error) {
	relations, err := p.relations("/")
	if err != nil {
		return "", err
	}
	for _, r := range relations {
		if r.kind == "officeDocument" && p.parts[r.key] != nil {
			return r.key, nil
		}
	}
	return "", fmt.Errorf("%w: the document", errPart)
}

// of gives the part of the first relation of a kind, empty where there is none.
func of(relations []relation, kind string) string {
	for _, r := range relations {
		if r.kind == kind {
			return r.key
		}
	}
	return ""
}
