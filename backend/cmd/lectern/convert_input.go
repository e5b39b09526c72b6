package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"lectern/backend"
	"lectern/backend/convert"
	"lectern/backend/convert/filetype"
	"lectern/backend/document"
)

// input is a file that is to be converted.
type input struct {
	*os.File
	kinds    []filetype.Type // what to take it for, in turn
	password string          // empty where there is none
}

// open opens a file and finds out what it is. It must be closed.
func (c *convertCommand) open(ctx context.Context, name string) (*input, error) {
	file, size, err := openRegular(name)
	if err != nil {
		return nil, err
	}
	in := &input{File: file, password: c.Password}
	if err := in.identify(ctx, size, name); err != nil {
		file.Close()
		return nil, hinted(err)
	}
	return in, nil
}

// identify finds out what the file is, and refuses what cannot be converted.
func (in *input) identify(ctx context.Context, size int64, name string) error {
	kind, err := filetype.Detect(in, size, name)
	in.kinds = []filetype.Type{kind}
	if protected, ok := errors.AsType[*filetype.ProtectedError](err); ok {
		in.password = cmp.Or(protected.Password, in.password)
		if in.password != "" {
			in.kinds, err = protected.Kind.WhenEncrypted(), nil
		}
	}
	if err != nil {
		return err
	}
	return in.checkPackage(ctx, filetype.CheckInflation)
}

// checkPackage has a package looked into, within the limit of what it may unpack to.
func (in *input) checkPackage(ctx context.Context, look func(context.Context, io.ReaderAt, int64, int64) error) error {
	if !in.kinds[0].OpenXML() {
		return nil
	}
	info, err := in.Stat()
	if err != nil {
		return err
	}
	return look(ctx, in, info.Size(), backend.DefaultConfig().MaxInflation)
}

// openRegular opens a file and gives its size. Pipes and devices are refused: they
// may never end.
func openRegular(name string) (*os.File, int64, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, 0, withoutPath(err)
	}
	if info.IsDir() {
		return nil, 0, errors.New("it is a folder: name the files in it")
	}
	if !info.Mode().IsRegular() {
		return nil, 0, errors.New("it is a pipe or a device, and not a file")
	}
	f, err := os.Open(name)
	return f, info.Size(), withoutPath(err)
}

// withoutPath gives the cause of an error alone, where what it is about is said anyway.
func withoutPath(err error) error {
	if about, ok := errors.AsType[*fs.PathError](err); ok {
		return about.Err
	}
	return err
}

// hinted gives err, and tells of the flags of a password where one is needed.
func hinted(err error) error {
	_, protected := errors.AsType[*filetype.ProtectedError](err)
	if cause, ok := errors.AsType[*convert.Error](err); ok {
		protected = cause.Reason == convert.ReasonProtected
	}
	if protected {
		return errors.New("The document is password-protected: --password-file or --password opens it.")
	}
	return err
}

// passwordLine is more than the longest password takes.
const passwordLine = 4096

// readPassword reads the password from the file that is to have it.
func (c *convertCommand) readPassword() error {
	if c.PasswordFile == "" {
		return nil
	}
	file := os.Stdin
	if c.PasswordFile != "-" {
		var err error
		if file, err = os.Open(c.PasswordFile); err != nil {
			return fmt.Errorf("--password-file: %w", err)
		}
		defer file.Close()
	}
	line, err := bufio.NewReader(io.LimitReader(file, passwordLine)).ReadString('\n')
	if err != nil && err != io.EOF {
		return fmt.Errorf("--password-file: %w", err)
	}
	c.Password = strings.TrimRight(line, "\r\n")
	if c.Password == "" {
		return errors.New("--password-file: its first line is empty, and should be the password")
	}
	return document.Options{Password: c.Password}.Validate()
}
