package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"lectern/backend"
	"lectern/backend/convert"
	"lectern/backend/filetype"
)

type convertCommand struct {
	Files  []string `arg:"" help:"Documents to convert."`
	Output string   `short:"o" help:"Folder for the results; each document's own where it is missing." placeholder:"DIR" type:"path"`
	To     string   `enum:"pdf,svg,png,text" default:"pdf" help:"What to make: pdf, or svg or png (a file a page), or text."`
	Scale  float64  `default:"2" help:"Pixels a point of png; 1 is 72 dpi."`
	Fonts  string   `help:"Folder with further fonts." placeholder:"DIR" env:"LECTERN_FONTS" type:"path"`

	Deadline time.Duration `help:"Longest time that the conversion of a document may take." default:"${deadline}" env:"LECTERN_DEADLINE"`
	Memory   int64         `help:"Bytes of memory that the process of one document may use." placeholder:"BYTES" default:"${memory}" env:"LECTERN_MEMORY"`
}

// Run converts file by file, with a line for each, and fails if one failed.
func (c *convertCommand) Run(on *console) error {
	engines, err := c.openEngines(on)
	if err != nil {
		return err
	}
	failed := false
	results := results{}
	for _, file := range c.Files {
		made, err := c.convert(on.ctx, engines, results, file)
		if err != nil {
			failed = true
			fmt.Fprintf(on.stdout, "%s: failed: %v\n", file, err)
			continue
		}
		fmt.Fprintf(on.stdout, "%s: %s\n", file, made)
	}
	if err := engines.close(); err != nil {
		return err
	}
	if failed {
		return errReported
	}
	return nil
}

// engines are the converters, and a folder for their work.
type engines struct {
	office *convert.Nested
	pdf    *convert.PDF
	temp   string
}

func (c *convertCommand) openEngines(on *console) (*engines, error) {
	temp, err := os.MkdirTemp("", "lectern-")
	if err != nil {
		return nil, err
	}
	settings := backend.DefaultConfig()
	settings.Fonts, settings.Deadline, settings.Memory = c.Fonts, c.Deadline, c.Memory
	config, err := backend.ConverterConfig(settings, temp)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(temp))
	}
	log := slog.New(slog.NewTextHandler(on.stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	return &engines{office: convert.NewNested(convert.NewOffice(config, log)), pdf: convert.NewPDF(config, log), temp: temp}, nil
}

func (e *engines) close() error {
	return errors.Join(e.office.Close(), e.pdf.Close(), os.RemoveAll(e.temp))
}

// convert makes what was asked for of one file, and says what it made.
func (c *convertCommand) convert(ctx context.Context, e *engines, done results, file string) (string, error) {
	target := c.target(file)
	if err := done.check(target); err != nil {
		return "", err
	}
	in, size, err := openRegular(file)
	if err != nil {
		return "", err
	}
	defer in.Close()
	kind, err := filetype.Detect(in, size, file)
	if err == nil && kind.OpenXML() {
		err = filetype.CheckInflation(ctx, in, size, backend.DefaultConfig().MaxInflation)
	}
	if err != nil {
		return "", err
	}
	made, err := target.make(ctx, e, in, kind)
	if err == nil {
		done.add(target)
	}
	return made, err
}

// openRegular opens a file and gives its size. Pipes and devices are refused: they
// may never end.
func openRegular(name string) (*os.File, int64, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, 0, err
	}
	if !info.Mode().IsRegular() {
		return nil, 0, errors.New("it is a folder, a pipe or a device, and not a file")
	}
	f, err := os.Open(name)
	return f, info.Size(), err
}

// results are the targets that have been written, and what they were made from.
type results map[string]string

// check refuses a target whose files another one has.
func (r results) check(t target) error {
	if from, found := r[t.key()]; found {
		return fmt.Errorf("%s would overwrite the result of %s", t.from, from)
	}
	return nil
}

func (r results) add(t target) { r[t.key()] = t.from }

// make converts the file in, and says what it made.
func (t target) make(ctx context.Context, e *engines, in *os.File, kind filetype.Type) (made string, err error) {
	if !kind.Office() {
		return t.write(ctx, e.pdf, in)
	}
	_, err = e.office.Convert(ctx, convert.Order{In: in, Kind: kind}, func(stage convert.Stage, pdf *os.File) (err error) {
		if stage == convert.Whole {
			made, err = t.write(ctx, e.pdf, pdf)
		}
		return err
	})
	return made, err
}

// target is where the results of one file go.
type target struct {
	form  string
	base  string // path without extension
	from  string
	given []string // all files of the command, none of which is written over
	scale float64
}

func (c *convertCommand) target(file string) target {
	dir := c.Output
	if dir == "" {
		dir = filepath.Dir(file)
	}
	name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	if name == "" {
		name = filepath.Base(file) // such as .docx, which is a name and no extension
	}
	return target{form: c.To, base: filepath.Join(dir, name), from: file, given: c.Files, scale: c.Scale}
}

// key is the same for targets that write the same files.
func (t target) key() string {
	if path, err := filepath.Abs(t.base); err == nil {
		return path
	}
	return t.base
}
