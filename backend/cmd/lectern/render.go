package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"lectern/backend"
	"lectern/backend/convert/bundle"
	"lectern/backend/convert/filetype"
	"lectern/backend/convert/office"
	converttemplate "lectern/backend/convert/template"
	"lectern/backend/internal/outbound"
	"lectern/backend/internal/tempfile"
	"lectern/backend/task"
	"lectern/converters/wire"
)

type renderCommand struct {
	Template string `arg:"" help:"Template: an Office file with placeholders, or a package of templates." type:"path"`
	Params   string `short:"p" help:"File with the parameters, a JSON object; - for standard input. Default: no parameters." placeholder:"FILE" default:""`
	Rows     string `short:"r" help:"File with rows: CSV, a workbook (.xlsx) or JSON lines; - for standard input. Each row creates its own documents, and its values override --params." placeholder:"FILE" default:""`
	Name     string `short:"n" help:"Name of the result without extension; may contain placeholders, such as \"Letter {customer.name}\"; {$$row} is the number of the row. Without it that of the template, with that number." placeholder:"TEXT" default:""`
	Output   string `short:"o" help:"File or folder for the results; - for standard output. A name that ends with .pdf creates a PDF. For rows, a name that ends with .zip or .pdf creates one archive or one PDF. Default: the folder of the template. Existing files are replaced, except input files." placeholder:"FILE" default:""`
	To       string `enum:"template,pdf" default:"template" help:"Format: the type of the template, or PDF."`

	Locale   string `help:"Language of numbers and dates, such as de-CH, if the template does not set one." placeholder:"TAG" default:""`
	TimeZone string `name:"time-zone" help:"Time zone of dates, such as Europe/Zurich, if the template does not set one." placeholder:"ZONE" default:""`
	Missing  string `enum:"empty,keep,error" default:"empty" help:"Result of a placeholder without a value: empty, kept, or an error."`
	Verbose  bool   `short:"v" help:"Log the output of the converters on standard error."`
}

// Validate rejects invalid and conflicting flags.
func (c *renderCommand) Validate() error {
	switch {
	case c.Rows == "":
		return nil
	case c.Rows == "-" && c.Params == "-":
		return errors.New("--rows and --params cannot both be standard input")
	case c.bundleFormat() == "":
		return fmt.Errorf("--output for rows must be a folder, or a file that ends with .zip or .pdf, but is %s", c.Output)
	}
	return nil
}

// Run renders the template, and prints a line for each document. It prints problems of the template and of rows on
// standard error.
func (c *renderCommand) Run(con *console) error {
	order, err := c.order()
	if err != nil {
		return err
	}
	e, err := openTemplates(con, c.Template, c.Verbose)
	if err != nil {
		return err
	}
	if e.params = c.Params; c.Params == "-" {
		e.params = "standard input"
	}
	if c.Rows == "" {
		return errors.Join(c.render(con, e, order), e.close())
	}
	return errors.Join(c.renderRows(con, e, order), e.close())
}

// order builds the request for the template converter, without the template itself.
func (c *renderCommand) order() (order converttemplate.Order, err error) {
	order.Operation = wire.TemplateRender
	order.Options = wire.TemplateOptions{Locale: c.Locale, TimeZone: c.TimeZone, Missing: c.Missing, Name: c.Name, Now: time.Now().UnixMilli()}
	if order.Params, err = readInput(c.Params, -1); err == nil {
		order.Rows, err = readInput(c.Rows, wire.MaxTemplateRowsFile)
	}
	return order, err
}

// readInput reads a file, or standard input if name is "-". It returns nil if name is empty. If limit is positive, it
// reads at most limit+1 bytes, so that the caller can detect that the file is too large.
func readInput(name string, limit int64) ([]byte, error) {
	if name == "" {
		return nil, nil
	}
	file := os.Stdin
	if name != "-" {
		var err error
		if file, err = os.Open(name); err != nil {
			return nil, err
		}
		defer file.Close()
	}
	if limit < 0 {
		return io.ReadAll(file)
	}
	return io.ReadAll(io.LimitReader(file, limit+1))
}

func (c *renderCommand) render(con *console, e *templateEngines, order converttemplate.Order) error {
	made, err := e.run(con, c.Template, order)
	if err != nil {
		return err
	}
	files, err := bundle.OutputFiles(con.ctx, made, c.wantsPDF(), e)
	if err != nil {
		return err
	}
	if err := c.checkOutput(files); err != nil {
		return err
	}
	if c.Output == "-" {
		_, err := con.stdout.Write(files[0].Content)
		return err
	}
	for _, file := range files {
		if err := c.writeTo(con, c.outputPath(file.Name), bytes.NewReader(file.Content)); err != nil {
			return err
		}
	}
	return nil
}

// writeTo writes a file, and prints its name. It returns an error instead of overwriting an input file.
func (c *renderCommand) writeTo(con *console, name string, content io.Reader) error {
	if err := c.checkOverwrite(name); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	if err := writeFile(name, content); err != nil {
		return err
	}
	fmt.Fprintln(con.stdout, name)
	return nil
}

// wantsPDF reports whether documents are converted to PDF, because --to or the extension of --output requests it.
func (c *renderCommand) wantsPDF() bool { return c.To == "pdf" || c.bundleFormat() == asPDF }

// checkOutput returns an error if --output is a single file but there are several documents, or if the extension of
// --output does not match the type of the document.
func (c *renderCommand) checkOutput(files []bundle.File) error {
	if c.Output == "" || c.Output != "-" && c.toFolder() {
		return nil
	}
	if len(files) != 1 {
		return fmt.Errorf("the package creates %d documents: set --output to a folder", len(files))
	}
	if is, named := filepath.Ext(files[0].Name), filepath.Ext(c.Output); c.Output != "-" && !strings.EqualFold(is, named) {
		return fmt.Errorf("the result is a %s, but --output names a %s", is, named)
	}
	return nil
}

// checkOverwrite returns an error if the file with the given name is an input file, because the result would overwrite
// that file.
func (c *renderCommand) checkOverwrite(name string) error {
	for what, read := range map[string]string{"template": c.Template, "file with the parameters": c.Params, "file with the rows": c.Rows} {
		if read == "" || read == "-" {
			continue
		}
		if same, err := sameFile(name, read); same || err != nil {
			return cmp.Or(err, fmt.Errorf("the result would overwrite the %s: choose another --output", what))
		}
	}
	return nil
}

// outputPath returns the path for a document with the given name. The value of --output is a folder if it exists as a
// folder, ends with a slash, or has no extension.
func (c *renderCommand) outputPath(name string) string {
	switch {
	case c.Output == "":
		return filepath.Join(filepath.Dir(c.Template), name)
	case c.toFolder():
		return filepath.Join(c.Output, name)
	}
	return c.Output
}

func (c *renderCommand) toFolder() bool {
	info, err := os.Stat(c.Output)
	return err == nil && info.IsDir() || strings.HasSuffix(c.Output, "/") || filepath.Ext(c.Output) == ""
}

// templateEngines contains the converters that templates need, and the folder for their temporary files.
type templateEngines struct {
	*engines
	templates *converttemplate.Renderer
	workers   int    // number of templates rendered at the same time
	params    string // the file with the parameters, for messages
}

func openTemplates(con *console, template string, verbose bool) (*templateEngines, error) {
	settings := backend.DefaultConfig()
	web, err := outbound.New(outbound.Config{})
	if err != nil {
		return nil, err
	}
	e, err := openEngines(con, settings, verbose)
	if err != nil {
		return nil, err
	}
	config, err := backend.ConverterConfig(settings, e.temp)
	if err != nil {
		return nil, errors.Join(err, e.close())
	}
	return &templateEngines{e, converttemplate.New(config, siblingFetcher{web, filepath.Dir(template)}, 0), config.Workers, ""}, nil
}

func (e *templateEngines) close() error { return errors.Join(e.templates.Close(), e.engines.close()) }

// run executes a request about a template, and prints the problems of the template on standard error.
func (e *templateEngines) run(con *console, template string, order converttemplate.Order) (converttemplate.Result, error) {
	source, err := os.ReadFile(template)
	if err != nil {
		return converttemplate.Result{}, err
	}
	order.Name, order.Template = filepath.Base(template), source
	return e.execute(con, template, order)
}

// execute executes a request, and prints problems with the name of the file on standard error.
func (e *templateEngines) execute(con *console, file string, order converttemplate.Order) (converttemplate.Result, error) {
	made, err := e.templates.Run(con.ctx, order)
	if err != nil || len(made.Problems) == 0 {
		return made, err
	}
	for _, problem := range task.Problems(made.Problems) {
		from := file
		// the problem is in the parameters, which are read before the template
		if strings.HasPrefix(problem.Code, "params-json-") {
			from = e.params
		}
		fmt.Fprintln(con.stderr, from+": "+problemLine(problem))
	}
	return made, errReported
}

// problemLine returns a problem and its location as one line.
func problemLine(p task.Problem) string {
	var line strings.Builder
	for _, where := range []string{p.File, p.Part, p.Tag} {
		if where != "" {
			line.WriteString(where + ": ")
		}
	}
	line.WriteString(p.Message.String())
	if p.Nearest != "" {
		line.WriteString(" Did you mean “" + p.Nearest + "”?")
	}
	if p.Paragraph != "" && p.Paragraph != p.Tag {
		line.WriteString(" In “" + p.Paragraph + "”.")
	}
	return line.String()
}

// Merge implements [bundle.PDFMaker].
func (e *templateEngines) Merge(ctx context.Context, pdfs [][]byte) ([]byte, error) {
	return bundle.MergeContents(ctx, e.pdf, e.temp, pdfs)
}

// PDF implements [bundle.PDFMaker].
func (e *templateEngines) PDF(ctx context.Context, content []byte, extension string) (pdf []byte, err error) {
	kind, ok := filetype.FilledType(extension)
	if !ok {
		return nil, fmt.Errorf("a .%s cannot be converted to PDF", extension)
	}
	in, err := tempfile.NewWithContent(e.temp, content)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	original := office.Original{File: in, Kind: kind}
	err = office.ToPDF(ctx, e.office, original, func(file *os.File) (err error) {
		pdf, err = io.ReadAll(file)
		return err
	})
	return pdf, withPasswordHint(err)
}

// siblingFetcher fetches the files that a template refers to: pictures from the web, and included templates from the
// folder of the template.
type siblingFetcher struct {
	web    *outbound.Client
	folder string
}

// Fetch implements [template.Fetcher].
func (b siblingFetcher) Fetch(ctx context.Context, address string, limit int64) ([]byte, error) {
	from, err := b.open(ctx, address)
	if err != nil {
		return nil, err
	}
	defer from.Close()
	content, err := io.ReadAll(io.LimitReader(from, limit+1))
	if int64(len(content)) > limit {
		return nil, errors.New("it is too large")
	}
	return content, err
}

func (b siblingFetcher) open(ctx context.Context, address string) (io.ReadCloser, error) {
	if name, included := strings.CutPrefix(address, wire.TemplateScheme); included {
		return os.OpenInRoot(b.folder, name)
	}
	answer, err := b.web.Get(ctx, address)
	if err != nil {
		return nil, err
	}
	return answer.Body, nil
}
