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

// Limits of a package. The server has already checked the central directory of the ZIP file.
const (
	MaxParts     = 100_000
	MaxPart      = 64 << 20 // bytes of a part that is read into memory
	MaxRelations = 100_000  // relationships of one part
)

var ErrPart = errors.New("a part is missing or too large")

// Package is an open Office Open XML package (ECMA-376 part 2). The key of a part is its absolute name in lower case.
type Package struct {
	Parts map[string]*zip.File
	Keys  []string // keys in the order of the archive
	// CheckedImages are the keys of the images that were checked or reported as missing.
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
			p.Keys = append(p.Keys, key)
		}
	}
	return p, nil
}

// PartKey returns the key of the part that a target refers to, relative to a folder.
func PartKey(folder, target string) string {
	target = strings.ToLower(strings.ReplaceAll(target, `\`, "/"))
	if !strings.HasPrefix(target, "/") {
		target = folder + "/" + target
	}
	return path.Clean("/" + target)
}

// Size returns the declared size of a part in bytes, unpacked. It is 0 for a missing part.
func (p *Package) Size(key string) int64 {
	if file := p.Parts[key]; file != nil {
		return int64(min(file.UncompressedSize64, 1<<62))
	}
	return 0
}

// Open opens a part for reading.
func (p *Package) Open(key string) (io.ReadCloser, error) {
	file := p.Parts[key]
	if file == nil {
		return nil, fmt.Errorf("%w: %s", ErrPart, key)
	}
	return file.Open()
}

// Scan calls the function visit with each token of a part until visit returns false.
func (p *Package) Scan(key string, visit func(Token) (more bool)) error {
	part, err := p.Open(key)
	if err != nil {
		return err
	}
	defer part.Close()
	for s := NewScanner(UTF8Reader(part)); ; {
		t, err := s.Next()
		if errors.Is(err, io.EOF) {
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

// Relation is a relationship of a part to another part or to an external target.
type Relation struct {
	Id string
	// Kind is the last word of the relationship's type, such as "image" or "styles". It is the same in strict and
	// transitional documents.
	Kind     string
	Target   string // as written
	Key      string // of the target part; empty for an external target
	External bool
	Raw      []byte
}

// RelationsKey returns the key of the part that contains the relationships of a part.
func RelationsKey(key string) string {
	return path.Join(path.Dir(key), "_rels", path.Base(key)+".rels")
}

// Relations returns the relationships of a part.
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

// Main returns the key of the main document part.
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

// RelatedPart returns the key of the first related part of a kind, or "".
func RelatedPart(relations []Relation, kind string) string {
	for _, r := range relations {
		if r.Kind == kind {
			return r.Key
		}
	}
	return ""
}

const ContentTypes = "/[content_types].xml"

// RelationID returns the value of an id attribute with a prefix, such as r:id. Slides and sheets also have an attribute
// "id" without a prefix, which is no relationship id.
func RelationID(t Token) (id string) {
	EachAttribute(t.Attrs, func(name, value []byte) {
		if bytes.HasSuffix(name, []byte(":id")) {
			id = Unescape(value)
		}
	})
	return id
}
