package template

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"time"
	_ "time/tzdata" // embedded because the sandbox of the converter contains no time zone files

	"golang.org/x/text/language"

	"lectern/converters/template/core"
	"lectern/converters/template/expression"
	"lectern/converters/template/objects"
	"lectern/converters/template/opc"
	"lectern/converters/template/sheet"
	"lectern/converters/template/slide"
	"lectern/converters/wire"
)

// The budget of a rendering. maxSteps is the number of evaluation steps, which take a few seconds in total. maxBytes is
// the memory for values, in bytes.
const (
	maxSteps = 50_000_000
	maxBytes = 512 << 20
)

// renderFile renders a single file. Errors are of type [Problems] or [*NeedError], or the error of ctx.
func renderFile(ctx context.Context, request Request) (*Document, error) {
	p, kind, main, err := core.Open(request.Template)
	if err != nil {
		return nil, err
	}
	d := &core.Document{Package: p, Kind: kind, Main: main, Language: newLanguage(), Fetched: request.Fetched, Files: request.files}
	programs := compileParts(d)
	if len(d.Problems.List) > 0 {
		return nil, Problems(d.Problems.List)
	}
	env, err := environment(&request.Options)
	if err != nil {
		return nil, err
	}
	if err := renderParts(ctx, d, programs, env, &request); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := saveDocument(d, &out); err != nil {
		return nil, err
	}
	finished := core.FinishedType(kind)
	return &Document{Name: FileName(baseName(request.Name)) + "." + finished, Type: finished, Content: out.Bytes()}, nil
}

// environment returns the environment for evaluating expressions, with the locale, time zone and time of the options.
func environment(options *wire.TemplateOptions) (*expression.Environment, error) {
	env := &expression.Environment{Locale: language.English, Zone: time.UTC, Now: time.UnixMilli(options.Now),
		Budget: &expression.Budget{Steps: maxSteps, Bytes: maxBytes}}
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

// compileParts compiles all parts that contain tags, and adds their problems to the document. It returns the programs
// that the caller must render. Parts that are shown in another part, such as charts, are rendered together with that
// part.
func compileParts(d *core.Document) (programs []*core.Program) {
	d.Programs = make(map[string]*core.Program)
	if sheet.IsWorkbook(d.Kind) {
		sheet.Prepare(d)
	}
	objects.ReadNotes(d)
	for _, name := range d.Names() {
		f := core.FormatOf(d.Type(name))
		data := f == nil && strings.HasPrefix(name, "customXml/item") && strings.HasSuffix(name, ".xml")
		if f == nil && !data || objects.HasNotes(d, name) {
			continue
		}
		source, err := d.Read(name)
		if data {
			if f = core.DrawingFormat(); !bytes.Contains(source, []byte(core.CoverPage)) {
				continue
			}
		}
		if errors.Is(err, opc.ErrTooLarge) {
			d.Problems.Add(wire.TemplateProblem{Code: "bomb", Part: name})
			return nil
		}
		var compiled *core.Program
		if err == nil {
			refers := objects.ReferencesOf(d, name, f)
			if name == d.Main {
				objects.AddNoteTargets(d, refers.Targets)
			}
			compiled, err = core.Compile(name, source, f, refers, d.Language, &d.Problems)
		}
		if err != nil {
			d.Problems.Add(wire.TemplateProblem{Code: "broken-part", Part: name, Values: map[string]string{"reason": err.Error()}})
		}
		if compiled != nil {
			slide.CheckRepeat(d, compiled)
			programs = append(programs, compiled)
			d.Programs[name] = compiled
		}
	}
	if sheet.IsWorkbook(d.Kind) {
		return sheet.Compile(d, programs)
	}
	for _, kind := range objects.NoteKinds() {
		if n := objects.NotesOf(d)[kind]; n != nil {
			programs = append(programs, &core.Program{Part: n.Part, Nodes: n.UnreferencedNotes()}) // WriteNotes writes the part
		}
	}
	return slices.DeleteFunc(programs, func(p *core.Program) bool { return objects.IsShown(d, p.Part) })
}

// renderParts renders the programs and writes the results to the parts of the document.
func renderParts(ctx context.Context, d *core.Document, programs []*core.Program, env *expression.Environment, request *Request) error {
	r := core.NewRenderer(ctx, d, env, request.Options.Missing)
	top := topScope(request)
	deck := slide.NewDeck(r, programs)
	if err := deck.Repeat(top); err != nil {
		return err
	}
	for _, p := range programs {
		if d.Has(p.Part) && p.Repeat == nil && !r.Rendered[p.Part] {
			r.RenderPart(p, p.Part, top)
		}
	}
	if err := d.RemoveReferences(deck.Deleted); err != nil {
		return err
	}
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case r.Failed != nil:
		return r.Failed
	}
	if err := objects.RemoveUnshownCharts(r); err != nil {
		return err
	}
	objects.WriteNotes(r)
	d.Flush()
	if len(d.Problems.List) > 0 {
		return Problems(d.Problems.List)
	}
	if len(d.Requested) > 0 {
		return &NeedError{d.Requested}
	}
	return nil
}

// saveDocument writes the document. A template type such as dotx becomes the corresponding document type.
func saveDocument(d *core.Document, to io.Writer) error {
	if kind := core.FinishedType(d.Kind); kind != d.Kind {
		for contentType, extension := range core.Kinds() {
			if extension == kind {
				d.SetType(d.Main, contentType)
			}
		}
	}
	return d.Save(to)
}
