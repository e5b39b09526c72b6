// Package opc reads and writes packages of the Open Packaging Conventions (ECMA-376, part 2), the ZIP format of Office
// documents. Unchanged parts are copied in compressed form.
package opc

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/klauspost/compress/zip"
)

// Errors for files that cannot be read.
var (
	ErrNoPackage = errors.New("it is not an Office document in the present format")
	ErrEncrypted = errors.New("it is protected by a password")
	ErrTooLarge  = errors.New("its unpacked size is too large")
)

// Limits restrict the size of a package.
type Limits struct {
	Parts      int
	PartBytes  int64 // maximal uncompressed size of a part, as declared in the ZIP directory
	TotalBytes int64 // maximal size of all parts that are decompressed, in bytes
}

// Package is an Office file and its parts. It must not be used by several goroutines at a time.
type Package struct {
	entries   []*entry
	byName    map[string]*entry // by name in lower case, because part names ignore case
	types     contentTypes
	related   map[string]*Relations
	last      map[string]int // the last number that FreeName used for each pattern
	bytesLeft int64          // number of bytes that can still be decompressed
}

// entry is a part. Its content is read from the file, unless the part has been replaced.
type entry struct {
	name    string // without a leading slash
	file    *zip.File
	content []byte
	write   func(io.Writer) error // writes content that is too large for memory; can be nil
	deleted bool
}

// oleMagic is the signature of compound files, which contain encrypted documents or documents in old formats.
const oleMagic = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

// Open reads the directory of a package. The package refers to source, which must not be modified. Open returns
// [ErrEncrypted] for a document that is protected by a password, and [ErrTooLarge] if the package exceeds a limit.
func Open(source []byte, limits Limits) (*Package, error) {
	if bytes.HasPrefix(source, []byte(oleMagic)) {
		if bytes.Contains(source, []byte("E\x00n\x00c\x00r\x00y\x00p\x00t\x00e\x00d\x00P\x00a\x00c\x00k\x00a\x00g\x00e\x00")) {
			return nil, ErrEncrypted
		}
		return nil, ErrNoPackage
	}
	archive, err := zip.NewReader(bytes.NewReader(source), int64(len(source)))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoPackage, err)
	}
	p := &Package{byName: make(map[string]*entry), related: make(map[string]*Relations),
		last: make(map[string]int), bytesLeft: limits.TotalBytes}
	if len(archive.File) > limits.Parts {
		return nil, ErrTooLarge
	}
	for _, file := range archive.File {
		if err := p.addFile(file, limits.PartBytes); err != nil {
			return nil, err
		}
	}
	if err := p.readTypes(); err != nil {
		return nil, err
	}
	return p, nil
}

func (p *Package) addFile(file *zip.File, limit int64) error {
	switch {
	case strings.HasSuffix(file.Name, "/"):
		return nil
	case file.Flags&1 != 0:
		return ErrEncrypted
	case file.UncompressedSize64 > uint64(limit):
		return ErrTooLarge
	}
	name := strings.TrimPrefix(strings.ReplaceAll(file.Name, `\`, "/"), "/")
	if p.byName[strings.ToLower(name)] == nil { // if names repeat, the first entry counts
		p.add(&entry{name: name, file: file})
	}
	return nil
}

func (p *Package) add(e *entry) {
	p.entries = append(p.entries, e)
	p.byName[strings.ToLower(e.name)] = e
}

func (p *Package) find(name string) *entry {
	e := p.byName[strings.ToLower(strings.TrimPrefix(name, "/"))]
	if e == nil || e.deleted {
		return nil
	}
	return e
}

// Has reports whether a part exists.
func (p *Package) Has(name string) bool { return p.find(name) != nil }

// Names returns the names of all parts, in the order of the file.
func (p *Package) Names() []string {
	var names []string
	for _, e := range p.entries {
		if !e.deleted {
			names = append(names, e.name)
		}
	}
	return names
}

// Read returns the content of a part, which must not be modified. It returns nil if the part does not exist, and
// [ErrTooLarge] (wrapped) if the limit for the total size is exceeded.
func (p *Package) Read(name string) ([]byte, error) {
	e := p.find(name)
	if e == nil {
		return nil, nil
	}
	if e.content == nil && e.file != nil {
		content, err := p.unpack(e.file)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		e.content = content
	}
	return e.content, nil
}

func (p *Package) unpack(file *zip.File) ([]byte, error) {
	r, err := file.Open()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoPackage, err)
	}
	defer r.Close()
	content, err := io.ReadAll(io.LimitReader(r, p.bytesLeft+1))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoPackage, err)
	}
	if p.bytesLeft -= int64(len(content)); p.bytesLeft < 0 {
		return nil, ErrTooLarge
	}
	return content, nil
}

// Write adds or replaces a part. The package keeps content, which must not be modified afterwards.
func (p *Package) Write(name string, content []byte) {
	e := p.entry(name)
	e.content, e.write = content, nil
}

// WriteFunc adds or replaces a part. The function write is called when the package is saved, and must write the content
// of the part.
func (p *Package) WriteFunc(name string, write func(io.Writer) error) {
	p.entry(name).write = write
}

func (p *Package) entry(name string) *entry {
	e := p.byName[strings.ToLower(name)]
	if e == nil {
		e = &entry{name: name}
		p.add(e)
	}
	e.file, e.deleted = nil, false
	return e
}

// Delete removes a part and its relationships.
func (p *Package) Delete(name string) {
	for _, name := range []string{name, relationsName(name)} {
		if e := p.find(name); e != nil {
			e.deleted = true
		}
	}
	delete(p.related, name)
	p.types.changed = true
}

// FreeName returns an unused part name: pattern, in which %d is replaced by a number. Numbers are tried in ascending
// order, beginning with the number in the previous name for this pattern, or with 1.
func (p *Package) FreeName(pattern string) string {
	for number := max(1, p.last[pattern]); ; number++ {
		name := fmt.Sprintf(pattern, number)
		if p.byName[strings.ToLower(name)] == nil {
			p.last[pattern] = number
			return name
		}
	}
}

// Save writes the package to a ZIP file.
func (p *Package) Save(to io.Writer) error {
	p.writeRelations()
	p.writeTypes()
	w := zip.NewWriter(to)
	for _, e := range p.orderedEntries() {
		if err := e.save(w); err != nil {
			return fmt.Errorf("write %s: %w", e.name, err)
		}
	}
	return w.Close()
}

// orderedEntries returns the entries in the order in which they are saved. The list of content types is first, because
// applications recognize the format by it.
func (p *Package) orderedEntries() []*entry {
	all := slices.DeleteFunc(slices.Clone(p.entries), func(e *entry) bool { return e.deleted })
	slices.SortStableFunc(all, func(a, b *entry) int { return rank(a) - rank(b) })
	return all
}

func rank(e *entry) int {
	switch strings.ToLower(e.name) {
	case strings.ToLower(typesName):
		return 0
	case relationsName(""):
		return 1
	}
	return 2
}

func (e *entry) save(w *zip.Writer) error {
	if e.file != nil {
		return w.Copy(e.file)
	}
	to, err := w.CreateHeader(&zip.FileHeader{Name: e.name, Method: zip.Deflate})
	if err != nil {
		return err
	}
	if e.write != nil {
		return e.write(to)
	}
	_, err = to.Write(e.content)
	return err
}

// resolve returns the name of the part that the target of a relationship refers to. from is the part with the
// relationship.
func resolve(from, target string) string {
	if strings.HasPrefix(target, "/") {
		return strings.TrimPrefix(path.Clean(target), "/")
	}
	return strings.TrimPrefix(path.Join(path.Dir("/"+from), target), "/")
}
