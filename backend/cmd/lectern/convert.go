package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"lectern/backend"
	"lectern/backend/convert"
	"lectern/backend/convert/filetype"
	"lectern/backend/convert/office"
	convertpdf "lectern/backend/convert/pdf"
	"lectern/backend/document"
)

type convertCommand struct {
	Files  []string `arg:"" help:"Documents to convert."`
	Output string   `short:"o" help:"Folder for the results, created if it is missing. Default: the folder of each document. Existing files are replaced, except those to convert." placeholder:"DIR" default:"" type:"path"`
	To     string   `enum:"pdf,svg,png,text" default:"pdf" help:"Format: pdf or text, or svg or png with a file for each page."`
	Scale  float64  `default:"2" help:"Scale of png in pixels per point, from 0.05 to 20. 1 is 72 dpi."`
	Fonts  string   `help:"Folder with additional fonts, such as those of a company." placeholder:"DIR" env:"LECTERN_FONTS" default:"" type:"path"`

	Password     string `help:"Password of encrypted documents. Other users of this machine can see it in the list of processes; --password-file hides it." placeholder:"TEXT" xor:"password"`
	PasswordFile string `name:"password-file" help:"File with the password in its first line; - for standard input." placeholder:"FILE" xor:"password" type:"path"`

	Deadline time.Duration `help:"Time limit for the conversion of a document." default:"${deadline}" env:"LECTERN_DEADLINE"`
	Memory   int64         `help:"Memory limit of the process of one document, in bytes. Default: ${default}." placeholder:"BYTES" default:"${memory}" env:"LECTERN_MEMORY"`
	Verbose  bool          `short:"v" help:"Log the output of the converters on standard error."`
}

// Validate rejects invalid and conflicting settings.
func (c *convertCommand) Validate() error {
	var wrong error
	if !(c.Scale >= 0.05 && c.Scale <= 20) {
		wrong = fmt.Errorf("--scale must be from 0.05 to 20, but is %g", c.Scale)
	}
	if info, err := os.Stat(c.Output); err == nil && !info.IsDir() {
		wrong = errors.Join(wrong, fmt.Errorf("--output must be a folder, but %s is not one", c.Output))
	}
	return errors.Join(wrong, c.settings().ValidateHere(), document.Options{Password: c.Password}.Validate())
}

// settings returns the settings of a server that also apply to conversions on the command line. The other settings have
// their defaults.
func (c *convertCommand) settings() backend.Config {
	settings := backend.DefaultConfig()
	settings.Fonts, settings.Deadline, settings.Memory = c.Fonts, c.Deadline, c.Memory
	return settings
}

// Run converts the files one after the other and prints a line for each. It fails if one of them failed.
func (c *convertCommand) Run(con *console) error {
	if err := c.readPassword(); err != nil {
		return err
	}
	engines, err := openEngines(con, c.settings(), c.Verbose)
	if err != nil {
		return err
	}
	return errors.Join(c.convertAll(con, engines), engines.close())
}

func (c *convertCommand) convertAll(con *console, engines *engines) error {
	failed := error(nil)
	results := results{}
	for _, file := range c.Files {
		made, err := c.convert(con.ctx, engines, results, file)
		if con.ctx.Err() != nil {
			return fmt.Errorf("interrupted at %s", file)
		}
		if err != nil {
			failed = errReported
			made = "failed: " + err.Error()
		}
		fmt.Fprintf(con.stdout, "%s: %s\n", file, made)
	}
	return failed
}

// engines contains the running converters, and the folder for their temporary files.
type engines struct {
	office *office.NestingGuard
	pdf    *convertpdf.Reader
	temp   string
}

func openEngines(con *console, settings backend.Config, verbose bool) (*engines, error) {
	if err := checkDescriptors("converting"); err != nil {
		return nil, err
	}
	temp, err := os.MkdirTemp("", "lectern-")
	if err != nil {
		return nil, err
	}
	config, err := backend.ConverterConfig(settings, temp)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(temp))
	}
	log := slog.New(slog.DiscardHandler)
	if verbose {
		log = slog.New(slog.NewTextHandler(con.stderr, nil))
	}
	return &engines{office: office.NewNestingGuard(office.New(config, log)), pdf: convertpdf.New(config, log), temp: temp}, nil
}

func (e *engines) close() error {
	return errors.Join(e.office.Close(), e.pdf.Close(), os.RemoveAll(e.temp))
}

// convert converts one file, and returns the line to print.
func (c *convertCommand) convert(ctx context.Context, e *engines, written results, file string) (string, error) {
	target := c.target(file)
	if err := written.check(target); err != nil {
		return "", err
	}
	in, err := c.open(ctx, file)
	if err != nil {
		return "", err
	}
	defer in.Close()
	made, err := target.convertFile(ctx, e, in)
	if err == nil {
		written.add(target)
	}
	return made, withPasswordHint(err)
}

// results maps the key of each written target to the file from which it was created.
type results map[string]string

// check returns an error if another file on the command line has already been converted to the same target.
func (r results) check(t target) error {
	if from, found := r[t.key()]; found {
		return fmt.Errorf("%s would overwrite the result of %s", t.from, from)
	}
	return nil
}

func (r results) add(t target) { r[t.key()] = t.from }

// convertFile converts a document, and returns the names of the files that it has written.
func (t target) convertFile(ctx context.Context, e *engines, in *input) (files string, err error) {
	if !in.kinds[0].IsOffice() {
		return t.makePDF(ctx, e, in)
	}
	for _, kind := range in.kinds {
		if _, err = in.Seek(0, io.SeekStart); err != nil {
			return "", err
		}
		order := office.Order{In: in.File, Kind: kind, Password: in.password}
		_, err = e.office.Convert(ctx, order, office.ReceiverFunc(func(completeness office.Completeness, pdf *os.File) (err error) {
			if completeness == office.WholeDocument {
				files, err = t.write(ctx, e.pdf, pdf)
			}
			return err
		}))
		if cause, ok := errors.AsType[*convert.Error](err); !ok || cause.Reason != convert.ReasonDamaged {
			return files, err
		}
	}
	return "", cmp.Or(in.checkPackage(ctx, filetype.CheckLengths), err)
}

// makePDF copies a PDF. If the PDF needs a password, the copy is decrypted.
func (t target) makePDF(ctx context.Context, e *engines, in *input) (string, error) {
	made, err := t.write(ctx, e.pdf, in.File)
	if cause, ok := errors.AsType[*convert.Error](err); !ok || cause.Reason != convert.ReasonProtected || in.password == "" {
		return made, err
	}
	open, err := os.CreateTemp(e.temp, "")
	if err != nil {
		return "", err
	}
	defer open.Close()
	if err := e.pdf.Decrypt(ctx, t.source(in.File), in.password, open); err != nil {
		return "", err
	}
	t.decrypted = true
	return t.write(ctx, e.pdf, open)
}

// target describes the results of one file: their format and their location.
type target struct {
	format string
	base   string // path without the extension
	from   string
	inputs []string // all files of the command line, which must not be overwritten
	scale  float64

	decrypted bool // the PDF was encrypted, and has been decrypted
}

func (c *convertCommand) target(file string) target {
	dir := c.Output
	if dir == "" {
		dir = filepath.Dir(file)
	}
	name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	if name == "" {
		name = filepath.Base(file) // a file name such as .docx has no extension
	}
	return target{format: c.To, base: filepath.Join(dir, name), from: file, inputs: c.Files, scale: c.Scale}
}

// key returns the absolute path of a target. Targets with the same key would overwrite each other.
func (t target) key() string {
	if path, err := filepath.Abs(t.base); err == nil {
		return path
	}
	return t.base
}
