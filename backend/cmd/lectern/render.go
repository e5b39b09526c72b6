package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"lectern/backend"
	"lectern/backend/convert"
	"lectern/backend/filetype"
	"lectern/backend/guard"
	"lectern/backend/task"
	"lectern/converters/wire"
)

type renderCommand struct {
	Template string `arg:"" help:"Template, an Office file with tags, or a package of templates." type:"path"`
	Params   string `short:"p" help:"File with the parameters, a JSON object; - is standard input. Without it there are none." placeholder:"FILE" default:""`
	Output   string `short:"o" help:"File for the result, or folder for the results; - is standard output. Without it they lie beside the template. What is there is replaced, but not the template." placeholder:"FILE" default:""`
	To       string `enum:"template,pdf" default:"template" help:"What to make: a document of the template's own type, or a PDF."`

	Locale   string `help:"Language in which numbers and dates are written, where the template says none, such as de-CH." placeholder:"TAG" default:""`
	TimeZone string `name:"time-zone" help:"Time zone of dates, where the template says none, such as Europe/Zurich." placeholder:"ZONE" default:""`
	Missing  string `enum:"empty,keep,error" default:"empty" help:"What becomes of a tag without value: it is left empty, kept, or an error."`
	Verbose  bool   `short:"v" help:"Log what the converters say, on standard error."`
}

// Run renders the template, and prints a line for each document; what is wrong with the template is
// on standard error.
func (c *renderCommand) Run(on *console) error {
	params, err := c.readParams()
	if err != nil {
		return err
	}
	e, err := openTemplates(on, c.Template, c.Verbose)
	if err != nil {
		return err
	}
	return errors.Join(c.render(on, e, params), e.close())
}

func (c *renderCommand) readParams() ([]byte, error) {
	switch c.Params {
	case "":
		return nil, nil
	case "-":
		return io.ReadAll(os.Stdin)
	}
	return os.ReadFile(c.Params)
}

func (c *renderCommand) render(on *console, e *templateEngines, params []byte) error {
	made, err := e.run(on, c.Template, convert.TemplateOrder{
		Do: wire.TemplateRender, Params: params,
		Options: wire.TemplateOptions{Locale: c.Locale, TimeZone: c.TimeZone, Missing: c.Missing, Now: time.Now().UnixMilli()},
	})
	if err != nil {
		return err
	}
	if c.Output == "-" && len(made.Outputs) != 1 {
		return fmt.Errorf("the package makes %d documents: --output names a folder for them", len(made.Outputs))
	}
	for i, output := range made.Outputs {
		if err := c.write(on, e, output, made.Bytes[i]); err != nil {
			return err
		}
	}
	return nil
}

// write writes one document to its place.
func (c *renderCommand) write(on *console, e *templateEngines, output wire.TemplateOutput, content []byte) error {
	if c.To == "pdf" {
		var err error
		if content, err = e.toPDF(on.ctx, output, content); err != nil {
			return err
		}
		output.Name = strings.TrimSuffix(output.Name, filepath.Ext(output.Name)) + ".pdf"
	}
	if c.Output == "-" {
		_, err := on.stdout.Write(content)
		return err
	}
	name := c.place(output.Name)
	if same, err := sameFile(name, c.Template); same || err != nil {
		return errors.Join(err, errors.New("the result would overwrite the template: --output names another place"))
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	if err := writeFile(name, bytes.NewReader(content)); err != nil {
		return err
	}
	fmt.Fprintln(on.stdout, name)
	return nil
}

// place gives where a document of a name goes: --output is a folder where it is one, ends like one,
// or has no extension.
func (c *renderCommand) place(name string) string {
	info, err := os.Stat(c.Output)
	switch {
	case c.Output == "":
		return filepath.Join(filepath.Dir(c.Template), name)
	case err == nil && info.IsDir(), strings.HasSuffix(c.Output, "/"), filepath.Ext(c.Output) == "":
		return filepath.Join(c.Output, name)
	}
	return c.Output
}

// templateEngines are the processes that templates need, and a folder for their work.
type templateEngines struct {
	*engines
	templates *convert.Templates
}

func openTemplates(on *console, template string, verbose bool) (*templateEngines, error) {
	settings := backend.DefaultConfig()
	web, err := guard.New(guard.Config{})
	if err != nil {
		return nil, err
	}
	e, err := openEngines(on, settings, verbose)
	if err != nil {
		return nil, err
	}
	config, err := backend.ConverterConfig(settings, e.temp)
	if err != nil {
		return nil, errors.Join(err, e.close())
	}
	return &templateEngines{e, convert.NewTemplates(config, besides{web, filepath.Dir(template)}, 0)}, nil
}

func (e *templateEngines) close() error { return errors.Join(e.templates.Close(), e.engines.close()) }

// run does what an order asks of a template, and tells on standard error what is wrong with that.
func (e *templateEngines) run(on *console, template string, order convert.TemplateOrder) (convert.TemplateResult, error) {
	source, err := os.ReadFile(template)
	if err != nil {
		return convert.TemplateResult{}, err
	}
	order.Name, order.Template = filepath.Base(template), source
	made, err := e.templates.Run(on.ctx, order)
	if err != nil || len(made.Problems) == 0 {
		return made, err
	}
	for _, problem := range task.Problems(made.Problems) {
		fmt.Fprintln(on.stderr, problemLine(template, problem))
	}
	return made, errReported
}

// problemLine tells a problem with where it is.
func problemLine(template string, p task.Problem) string {
	var line strings.Builder
	line.WriteString(template)
	for _, where := range []string{p.File, p.Part, p.Tag} {
		if where != "" {
			line.WriteString(": " + where)
		}
	}
	line.WriteString(": " + p.Said.String())
	if p.Nearest != "" {
		line.WriteString(" Did you mean “" + p.Nearest + "”?")
	}
	if p.Paragraph != "" && p.Paragraph != p.Tag {
		line.WriteString(" In “" + p.Paragraph + "”.")
	}
	return line.String()
}

// toPDF converts a document that was made.
func (e *templateEngines) toPDF(ctx context.Context, output wire.TemplateOutput, content []byte) (pdf []byte, err error) {
	kind, ok := filetype.WhenFilled(output.Type)
	if !ok {
		return nil, fmt.Errorf("of %s no PDF can be made", output.Name)
	}
	in, err := os.CreateTemp(e.temp, "filled-")
	if err != nil {
		return nil, err
	}
	defer in.Close()
	if _, err := in.Write(content); err != nil {
		return nil, err
	}
	err = convert.ToPDF(ctx, e.office, convert.Order{In: in, Kind: kind}, func(made *os.File) (err error) {
		pdf, err = io.ReadAll(made)
		return err
	})
	return pdf, hinted(err)
}

// besides gets what a template names: from the web, or, what it includes, from its own folder.
type besides struct {
	web    *guard.Client
	folder string
}

// Fetch implements [convert.Fetcher].
func (b besides) Fetch(ctx context.Context, address string, most int64) ([]byte, error) {
	from, err := b.open(ctx, address)
	if err != nil {
		return nil, err
	}
	defer from.Close()
	content, err := io.ReadAll(io.LimitReader(from, most+1))
	if int64(len(content)) > most {
		return nil, errors.New("it is too large")
	}
	return content, err
}

func (b besides) open(ctx context.Context, address string) (io.ReadCloser, error) {
	if name, included := strings.CutPrefix(address, wire.TemplateScheme); included {
		return os.OpenInRoot(b.folder, name)
	}
	answer, err := b.web.Get(ctx, address)
	if err != nil {
		return nil, err
	}
	return answer.Body, nil
}
