package opc

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"strings"
)

// The bounds of a package. The server has looked at its directory before.
const (
	MaxParts     = 100_000
	MaxPart      = 64 << 20 // bytes of a part that is held whole
	MaxRelations = 100_000  // relationships of one part
)

var ErrPart = errors.New("a part is missing or too large")

// Package is an Office Open XML package that is open for reading (ECMA-376 part 2).
// Parts are known by their keys: their names from the root, in lower case.
type Package struct {
	Parts map[string]*zip.File
	Order []string // keys, as in the archive
	// pictures are the keys of those that were looked at, or told as missing.
	CheckedImages map[string]bool
}

func Open(in *os.File) (*Package, error) {
	info, err := in.Stat()
	if err != nil {
		return nil, err
	}
	return New(in, info.Size())
}

func New(in io.ReaderAt, size int64) (*Package, error) {
	archive, err := zip.NewReader(in, size)
	if err != nil {
		return nil, err
	}
	if len(archive.File) > MaxParts {
		return nil, fmt.Errorf("%d parts are too many", len(archive.File))
	}
	p := &Package{Parts: make(map[string]*zip.File, len(archive.File)), CheckedImages: map[string]bool{}}
	for _, file := range archive.File {
		key := PartKey("/", file.Name)
		if p.Parts[key] == nil && !strings.HasSuffix(file.Name, "/") {
			p.Parts[key] = file
			p.Order = append(p.Order, key)
		}
	}
	return p, nil
}

// PartKey gives the key of the part that a target names, as seen from a folder.
func PartKey(folder, target string) string {
	target = strings.ToLower(strings.ReplaceAll(target, `\`, "/"))
	if !strings.HasPrefix(target, "/") {
		target = folder + "/" + target
	}
	return path.Clean("/" + target)
}

// Size is how long a part says that it is, unpacked; 0 for none.
func (p *Package) Size(key string) int64 {
	if file := p.Parts[key]; file != nil {
		return int64(min(file.UncompressedSize64, 1<<62))
	}
	return 0
}

// Open reads a part as a stream, without its byte order mark.
func (p *Package) Open(key string) (io.ReadCloser, error) {
	file := p.Parts[key]
	if file == nil {
		return nil, fmt.Errorf("%w: %s", ErrPart, key)
	}
	return file.Open()
}

// Scan calls visit with the tokens of a part, until it says that it has enough.
func (p *Package) Scan(key string, visit func(Token) (more bool)) error {
	part, err := p.Open(key)
	if err != nil {
		return err
	}
	defer part.Close()
	for s := NewScanner(UTF8Reader(part)); ; {
		t, err := s.Next()
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

// Relation is a relationship of a part to another, or to something outside.
type Relation struct {
	Id string
	// kind is the last word of its type, which is the same in strict and
	// transitional documents: "image", "styles".
	Kind     string
	Target   string // as it is written
	Key      string // of the part; empty where it is outside
	External bool
	Raw      []byte
}

// RelationsKey gives the key of the part that holds the relationships of another.
func RelationsKey(key string) string {
	return path.Join(path.Dir(key), "_rels", path.Base(key)+".rels")
}

// Relations gives the relationships of a part, none where it has none.
func (p *Package) Relations(key string) ([]Relation, error) {
	if p.Parts[RelationsKey(key)] == nil {
		return nil, nil
	}
	var all []Relation
	err := p.Scan(RelationsKey(key), func(t Token) bool {
		if t.Kind != EndTag && string(t.Local) == "Relationship" {
			all = append(all, newRelation(path.Dir(key), t))
		}
		return len(all) < MaxRelations
	})
	return all, err
}

func newRelation(folder string, t Token) Relation {
	r := Relation{
		Id: t.Value("Id"), Kind: path.Base(t.Value("Type")), Target: t.Value("Target"),
		External: t.Value("TargetMode") == "External", Raw: bytes.Clone(t.Raw),
	}
	if !r.External {
		file, _, _ := strings.Cut(r.Target, "#")
		r.Key = PartKey(folder, file)
	}
	return r
}

// Main gives the key of the package's document.
func (p *Package) Main() (string, error) {
	relations, err := p.Relations("/")
	if err != nil {
		return "", err
	}
	for _, r := range relations {
		if r.Kind == "officeDocument" && p.Parts[r.Key] != nil {
			return r.Key, nil
		}
	}
	return "", fmt.Errorf("%w: the document", ErrPart)
}

// RelatedPart gives the part of the first relation of a kind, empty where there is none.
func RelatedPart(relations []Relation, kind string) string {
	for _, r := range relations {
		if r.Kind == kind {
			return r.Key
		}
	}
	return ""
}

const ContentTypes = "/[content_types].xml"

// RelationID gives the relationship's id of a slide, which has another id without prefix.
func RelationID(t Token) (id string) {
	EachAttribute(t.Attrs, func(name, value []byte) {
		if bytes.HasSuffix(name, []byte(":id")) {
			id = Unescape(value)
		}
	})
	return id
}
