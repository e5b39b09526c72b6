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

	"lectern/backend/convert"
	"lectern/backend/convert/filetype"
	"lectern/backend/document"
)

// input is a file to convert.
type input struct {
	*os.File
	kinds    []filetype.Type // possible types, the most likely first
	password string          // empty if there is none
}

// open opens a file and identifies its type. The caller must close it.
func (c *convertCommand) open(ctx context.Context, name string) (*input, error) {
	file, size, err := openRegular(name)
	if err != nil {
		return nil, err
	}
	in := &input{File: file, password: c.Password}
	if err := in.identify(ctx, size, name); err != nil {
		file.Close()
		return nil, withPasswordHint(err)
	}
	return in, nil
}

// identify determines the type of the file, and rejects files that cannot be converted.
func (in *input) identify(ctx context.Context, size int64, name string) error {
	kind, err := filetype.Detect(in, size, name)
	in.kinds = []filetype.Type{kind}
	if protected, ok := errors.AsType[*filetype.ProtectedError](err); ok {
		in.password = cmp.Or(protected.Password, in.password)
		if in.password != "" {
			in.kinds, err = protected.Kind.TypesWhenEncrypted(), nil
		}
	}
	if err != nil {
		return err
	}
	return in.checkPackage(ctx, filetype.CheckInflation)
}

// checkPackage runs a check on an Office package, with the default limit of its unpacked size. Other files pass.
func (in *input) checkPackage(ctx context.Context, check filetype.PackageCheck) error {
	return filetype.CheckFile(ctx, in.File, in.kinds[0], filetype.DefaultMaxInflation, check)
}

// openRegular opens a regular file and returns its size in bytes. It rejects pipes and devices, because a read from
// them may never return.
func openRegular(name string) (*os.File, int64, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, 0, withoutPath(err)
	}
	if info.IsDir() {
		return nil, 0, errors.New("it is a folder: name the files in it")
	}
	if !info.Mode().IsRegular() {
		return nil, 0, errors.New("it is a pipe or a device, not a file")
	}
	f, err := os.Open(name)
	return f, info.Size(), withoutPath(err)
}

// withoutPath returns the cause of a path error, without the path, for messages that already name the file.
func withoutPath(err error) error {
	if about, ok := errors.AsType[*fs.PathError](err); ok {
		return about.Err
	}
	return err
}

// withPasswordHint returns err. If the cause is a missing password, it adds the names of the flags that set a password.
func withPasswordHint(err error) error {
	_, protected := errors.AsType[*filetype.ProtectedError](err)
	if cause, ok := errors.AsType[*convert.Error](err); ok {
		protected = cause.Reason == convert.ReasonProtected
	}
	if protected {
		return errors.New("The document is password-protected. Use --password-file or --password to open it.")
	}
	return err
}

// maxPasswordLine is the size limit of the line with the password, in bytes.
const maxPasswordLine = 4096

// readPassword reads the password from the file that --password-file names.
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
	line, err := bufio.NewReader(io.LimitReader(file, maxPasswordLine)).ReadString('\n')
	if err != nil && err != io.EOF {
		return fmt.Errorf("--password-file: %w", err)
	}
	c.Password = strings.TrimRight(line, "\r\n")
	if c.Password == "" {
		return errors.New("--password-file: its first line is empty, but must be the password")
	}
	return document.Options{Password: c.Password}.Validate()
}
