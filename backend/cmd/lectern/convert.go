package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

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
}

// Run converts file by file, with a line for each, and fails if one failed.
func (c *convertCommand) Run(on *console) error {
	engines, err := c.openEngines(on)
	if err != nil {
		return err
	}
	failed := false
	for _, file := range c.Files {
		made, err := c.convert(on.ctx, engines, file)
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
	office *convert.Office
	pdf    *convert.PDF
	temp   string
}

func (c *convertCommand) openEngines(on *console) (*engines, error) {
	temp, err := os.MkdirTemp("", "lectern-")
	if err != nil {
		return nil, err
	}
	settings := backend.DefaultConfig()
	settings.Fonts = c.Fonts
	config, err := backend.ConverterConfig(settings, temp)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(temp))
	}
	log := slog.New(slog.NewTextHandler(on.stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	return &engines{office: convert.NewOffice(config, log), pdf: convert.NewPDF(config, log), temp: temp}, nil
}

func (e *engines) close() error {
	return errors.Join(e.office.Close(), e.pdf.Close(), os.RemoveAll(e.temp))
}

// convert makes what was asked for of one file, and says what it made.
func (c *convertCommand) convert(ctx context.Context, e *engines, file string) (string, error) {
	in, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return "", err
	}
	kind, err := filetype.Detect(in, info.Size(), file)
	if err != nil {
		return "", err
	}
	target := c.target(file)
	if !kind.Office() {
		return target.write(ctx, e.pdf, in)
	}
	var made string
	err = e.office.Convert(ctx, in, kind, func(stage convert.Stage, pdf *os.File) (err error) {
		if stage == convert.Whole {
			made, err = target.write(ctx, e.pdf, pdf)
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
	scale float64
}

func (c *convertCommand) target(file string) target {
	dir := c.Output
	if dir == "" {
		dir = filepath.Dir(file)
	}
	name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	return target{form: c.To, base: filepath.Join(dir, name), from: file, scale: c.Scale}
}
