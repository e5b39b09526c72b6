// Package template makes finished documents of Office files with tags, and parameters.
//
// A part of a document is cut into tokens, the tags in its text are found over the runs that an
// editor has split them into, and what lies between the two tags of a loop becomes a node of a
// tree. The tree is rendered as often as there are items; what has no tags is copied byte for byte.
//
// The language is that of docxtemplater (https://docxtemplater.com/docs/tag-types/), with its
// modules' tags and some of our own; docs of all tags are in the guide.
package template

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"time"
	_ "time/tzdata" // the sandbox has no files

	"golang.org/x/text/language"

	"lectern/converters/template/expression"
	"lectern/converters/template/markup"
	"lectern/converters/template/opc"
	"lectern/converters/wire"
)

// limits bound what a template unpacks to.
var limits = opc.Limits{Parts: 10_000, Bytes: 1 << 30, Read: 256 << 20}

// What a rendering may spend: some seconds of evaluation, and memory for what it makes.
const (
	mostSteps = 50_000_000
	mostBytes = 512 << 20
)

// Request asks for a rendering.
type Request struct {
	// Name is the template's file name.
	Name     string
	Template []byte
	Params   map[string]any
	// Fetched is what addresses lead to; nothing where they lead to nothing.
	Fetched map[string][]byte
	Options wire.TemplateOptions

	files map[string][]byte // those of the package, by their names
}

// Document is a finished one.
type Document struct {
	Name, Type string
	Content    []byte
}

// Problems is the error of a template or of parameters that give no document.
type Problems []wire.TemplateProblem

// Error gives the first, for logs.
func (p Problems) Error() string {
	return fmt.Sprintf("%d problems with the template, the first: %s in %s: %s", len(p), p[0].Code, p[0].Part, p[0].Tag)
}

// NeedError is the error of a rendering that needs what addresses lead to.
type NeedError struct{ Addresses []string }

// Error says how many, for logs.
func (e *NeedError) Error() string {
	return fmt.Sprintf("%d addresses are to be fetched", len(e.Addresses))
}

// Result are the documents that a template makes: one, or those of a package.
type Result struct {
	Documents []Document
	// Merge is the name of the PDF that they are to become; empty where they stay apart.
	Merge string

	needs []string
}

// Render gives the documents that a template, or a package of templates, and parameters make. Its
// error is a [Problems], a [*NeedError], or ctx's.
func Render(ctx context.Context, request Request) (*Result, error) {
	a, err := openApplication(request.Template)
	switch {
	case err != nil:
		return nil, err
	case a != nil:
		return a.render(ctx, request)
	}
	if request.Options.Name == "" && request.Options.Row == 0 {
		made, err := renderFile(ctx, request)
		if err != nil {
			return nil, err
		}
		return &Result{Documents: []Document{*made}}, nil
	}
	return renderNamed(ctx, request)
}

// renderNamed renders a single file, whose document has the name that the options say.
func renderNamed(ctx context.Context, request Request) (*Result, error) {
	if wrong := checkName(request.Options.Name); len(wrong) > 0 {
		return nil, append(wrongFile(request.Template, newInference()), wrong...)
	}
	n, err := newNamer(&request)
	if err != nil {
		return nil, err
	}
	made, err := renderFile(ctx, request)
	if err != nil {
		return nil, err
	}
	if n.rename(made, &request.Options, request.Name); len(n.found.list) > 0 {
		return nil, Problems(n.found.list)
	}
	return &Result{Documents: []Document{*made}}, nil
}

// renderFile renders a single file.
func renderFile(ctx context.Context, request Request) (*Document, error) {
	p, kind, main, err := open(request.Template)
	if err != nil {
		return nil, err
	}
	d := &document{Package: p, kind: kind, main: main, language: newLanguage(), fetched: request.Fetched, files: request.files}
	programs := d.compileAll()
	if len(d.found.list) > 0 {
		return nil, Problems(d.found.list)
	}
	env, err := environment(&request.Options)
	if err != nil {
		return nil, err
	}
	if err := d.renderAll(ctx, programs, env, &request); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := d.save(&out); err != nil {
		return nil, err
	}
	return &Document{Name: FileName(stem(request.Name)) + "." + finished(kind), Type: finished(kind), Content: out.Bytes()}, nil
}

// open opens a template.
func open(source []byte) (p *opc.Package, kind, main string, err error) {
	p, err = opc.Open(source, limits)
	if err == nil {
		kind, main, err = typeOf(p)
	}
	switch {
	case errors.Is(err, opc.ErrEncrypted):
		return nil, "", "", Problems{{Code: "encrypted"}}
	case errors.Is(err, opc.ErrTooLarge):
		return nil, "", "", Problems{{Code: "bomb"}}
	case err != nil:
		return nil, "", "", Problems{{Code: "not-a-package", Values: map[string]string{"reason": err.Error()}}}
	case kind == "":
		return nil, "", "", Problems{{Code: "unsupported-type"}}
	}
	if part := missingPart(p, main); part != "" {
		return nil, "", "", Problems{{Code: "missing-part", Part: part, Values: map[string]string{"part": part}}}
	}
	if root, err := rootOf(p, main); err == nil && !isMain(root) { // an error is told when the part is read
		return nil, "", "", Problems{{Code: "broken-part", Part: main,
			Values: map[string]string{"reason": fmt.Sprintf("its root is %q", root.Name)}}}
	}
	return p, kind, main, nil
}

// environment gives what expressions know, by the options.
func environment(options *wire.TemplateOptions) (*expression.Environment, error) {
	env := &expression.Environment{Locale: language.English, Zone: time.UTC, Now: time.UnixMilli(options.Now),
		Budget: &expression.Budget{Steps: mostSteps, Bytes: mostBytes}}
	var wrong Problems
	if options.Locale != "" {
		tag, err := language.Parse(options.Locale)
		if err != nil {
			wrong = append(wrong, wire.TemplateProblem{Code: "unknown-locale", Values: map[string]string{"name": options.Locale}})
		}
		env.Locale = tag
	}
	if options.TimeZone != "" {
		zone, err := time.LoadLocation(options.TimeZone)
		if err != nil {
			wrong = append(wrong, wire.TemplateProblem{Code: "unknown-time-zone", Values: map[string]string{"name": options.TimeZone}})
		}
		env.Zone = zone
	}
	if len(wrong) > 0 {
		return nil, wrong
	}
	return env, nil
}

// document is a template that becomes a document.
type document struct {
	*opc.Package
	kind, main string
	language   *tagLanguage
	found      problems
	fetched    map[string][]byte    // what addresses lead to
	copied     int                  // bytes of the parts that were copied into it
	needs      []string             // addresses of what is to be fetched
	files      map[string][]byte    // those of the package, by their names
	programs   map[string]*program  // by their parts
	pending    []func()             // what is to be written before anything else changes the parts
	extensions map[reflect.Type]any // what the formats keep with the document
}

// program is a part to be rendered.
type program struct {
	part  string
	nodes []node
	// slide is what a slide is repeated for; nil where it is not.
	slide *tag
}

// compileAll compiles all parts that have tags, and finds what is wrong with them. It gives those that
// are rendered by themselves.
func (d *document) compileAll() (programs []*program) {
	d.programs = make(map[string]*program)
	if isBook(d.kind) {
		d.prepareBook()
	}
	d.readNotes()
	for _, name := range d.Names() {
		f := formatOf(d.Type(name))
		data := f == nil && strings.HasPrefix(name, "customXml/item") && strings.HasSuffix(name, ".xml")
		if f == nil && !data || d.hasNotes(name) {
			continue
		}
		source, err := d.Read(name)
		if data {
			if f = drawingFormat(); !bytes.Contains(source, []byte(coverPage)) {
				continue
			}
		}
		if errors.Is(err, opc.ErrTooLarge) {
			d.found.add(wire.TemplateProblem{Code: "bomb", Part: name})
			return nil
		}
		var compiled *program
		if err == nil {
			refers := d.references(name, f)
			if name == d.main {
				d.addNoteTargets(refers.targets)
			}
			compiled, err = compile(name, source, f, refers, d.language, &d.found)
		}
		if err != nil {
			d.found.add(wire.TemplateProblem{Code: "broken-part", Part: name, Values: map[string]string{"reason": err.Error()}})
		}
		if compiled != nil {
			d.onlySlides(compiled)
			programs = append(programs, compiled)
			d.programs[name] = compiled
		}
	}
	if isBook(d.kind) {
		return d.compileBook(programs)
	}
	for _, kind := range noteKinds() {
		if n := d.noteParts()[kind]; n != nil {
			programs = append(programs, &program{part: n.part, nodes: n.loose()}) // the part itself is written at the end
		}
	}
	return slices.DeleteFunc(programs, func(p *program) bool { return d.isShown(p.part) })
}

// addresses gives those that a part's links lead to that have tags, by the ids of the relationships.
func (d *document) addresses(part string) map[string]string {
	relations, err := d.Relations(part)
	if err != nil {
		return nil // which is told when the part is read
	}
	var found map[string]string
	for _, one := range relations.All {
		if !one.External() || !one.Is("hyperlink") {
			continue
		}
		if target := unescapeTags(one.Target); hasTags(target) {
			if found == nil {
				found = make(map[string]string)
			}
			found[one.ID] = target
		}
	}
	return found
}

// renderAll puts the rendered parts into the document.
func (d *document) renderAll(ctx context.Context, programs []*program, env *expression.Environment, request *Request) error {
	r := &renderer{ctx: ctx, document: d, env: env, missing: request.Options.Missing, found: &d.found, used: make(map[*idNode]bool),
		rendered: make(map[string]bool), links: make(map[*markup.Token][]byte), ids: ids{document: d, last: firstID}}
	top := topScope(request)
	deck := newDeck(r, programs)
	if err := deck.repeat(top); err != nil {
		return err
	}
	for _, p := range programs {
		if d.Has(p.part) && p.slide == nil && !r.rendered[p.part] {
			r.renderPart(p, p.part, top)
		}
	}
	if err := d.forget(deck.gone); err != nil {
		return err
	}
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case r.failed != nil:
		return r.failed
	}
	if err := r.dropUnshown(); err != nil {
		return err
	}
	r.writeNotes()
	d.flush()
	if len(d.found.list) > 0 {
		return Problems(d.found.list)
	}
	if len(d.needs) > 0 {
		return &NeedError{d.needs}
	}
	return nil
}

// onFlush has write called when the pending parts are written.
func (d *document) onFlush(write func()) { d.pending = append(d.pending, write) }

// flush writes the pending parts.
func (d *document) flush() {
	pending := d.pending
	d.pending = nil
	for _, write := range pending {
		write()
	}
}

// save writes the document, which is a template no more.
func (d *document) save(to io.Writer) error {
	if kind := finished(d.kind); kind != d.kind {
		for contentType, extension := range kinds() {
			if extension == kind {
				d.SetType(d.main, contentType)
			}
		}
	}
	return d.Save(to)
}
