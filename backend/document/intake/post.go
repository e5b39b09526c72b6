package intake

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"syscall"

	"lectern/backend/convert/filetype"
	"lectern/backend/document"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/ownfolder"
	"lectern/backend/sentence"
)

// importFile posts a file, and sets its result.
func (s *Service) importFile(ctx context.Context, f *File, ownFolders ownfolder.Set, r Request) {
	id, err := s.postFile(ctx, f, ownFolders, r)
	locked, isLocked := errors.AsType[*filetype.ProtectedError](err)
	switch {
	case isLocked && id != "":
		f.State, f.Reason = Locked, locked.Sentence()
	case err == nil:
		f.State = Taken
	default:
		f.State, f.Reason = classify(err)
	}
	f.DocumentID = id
	if f.State == Failed && ctx.Err() == nil {
		slog.ErrorContext(ctx, "file was not imported", slog.String("path", f.Path), slog.Any("error", err))
	}
}

// postFile posts a file and returns the id of its document. For a file that needs a password it also returns a
// [filetype.ProtectedError].
func (s *Service) postFile(ctx context.Context, f *File, ownFolders ownfolder.Set, r Request) (id string, err error) {
	if real, err := filepath.EvalSymlinks(f.Path); err == nil && ownFolders.Contains(real) {
		return "", errOwn
	}
	file, err := open(f)
	if err != nil {
		return "", err
	}
	defer file.Close()
	var locked *filetype.ProtectedError
	if _, err := filetype.Detect(file, f.Size, f.Name); err != nil {
		if _, isOther := errors.AsType[*filetype.UnsupportedError](err); isOther {
			return "", err
		}
		if locked, _ = errors.AsType[*filetype.ProtectedError](err); locked != nil && locked.Password != "" {
			locked = nil // a default password opens it
		}
	}
	id, err = s.postWhenAccepted(ctx, f, file, r)
	if err == nil && locked != nil {
		err = locked
	}
	return id, err
}

// postWhenAccepted posts a file as soon as the library accepts more documents. If the queue has become full meanwhile,
// it waits again.
func (s *Service) postWhenAccepted(ctx context.Context, f *File, file *os.File, r Request) (id string, err error) {
	for {
		if err := s.awaitQueue(ctx); err != nil {
			return "", err
		}
		if id, err = s.post(ctx, f, file, r); !fault.Is(err, fault.Busy) {
			return id, err
		}
		if _, err := file.Seek(0, io.SeekStart); err != nil {
			return "", err
		}
	}
}

// post reads a file from its current position to the end, and posts it.
func (s *Service) post(ctx context.Context, f *File, file *os.File, r Request) (id string, err error) {
	upload, err := s.library.Receive(ctx, f.Name, file)
	if err != nil {
		return "", err
	}
	docs, _, err := s.library.PostUploads(ctx, []document.Upload{upload},
		document.Options{SourcePath: f.Path, Labels: document.Labels{Tags: r.Tags}})
	if err != nil {
		return "", err
	}
	return docs[0].ID, nil
}

// The reasons to reject a file before its content is read.
var (
	errRelative = errors.New("its path is not absolute")
	errOwn      = errors.New("it belongs to the library")
	errSpecial  = errors.New("it is not a file")
	errEmpty    = errors.New("it is empty")
)

// open opens a file for reading, and sets its size.
func open(f *File) (*os.File, error) {
	if !filepath.IsAbs(f.Path) {
		return nil, errRelative
	}
	file, err := os.OpenFile(f.Path, os.O_RDONLY|syscall.O_NONBLOCK, 0) // otherwise, opening a pipe waits for a writer
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	switch {
	case err == nil && !info.Mode().IsRegular():
		err = errSpecial
	case err == nil && info.Size() == 0:
		err = errEmpty
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	f.Size = info.Size()
	return file, nil
}

// classify returns the result for a file with an error, and a sentence about it.
func classify(err error) (State, sentence.Sentence) {
	unsupported, isOther := errors.AsType[*filetype.UnsupportedError](err)
	mistake, isMistake := errors.AsType[*fault.Error](err)
	switch {
	case errors.Is(err, errRelative):
		return Refused, sentence.New("path-relative", "The path is not absolute.")
	case errors.Is(err, errOwn):
		return Refused, sentence.New("path-own", "This is the folder of Lectern's library.")
	case errors.Is(err, errSpecial):
		return Refused, sentence.New("no-file", "This is not a document file.")
	case errors.Is(err, errEmpty):
		return Refused, sentence.New("file-empty", "The file is empty.")
	case errors.Is(err, fs.ErrNotExist):
		return Refused, sentence.New("file-gone", "The file no longer exists.")
	case errors.Is(err, fs.ErrPermission):
		return Refused, sentence.New("file-denied", "You have no permission to read this file.")
	case isOther:
		return Refused, unsupported.Sentence()
	case isMistake && mistake.Kind == fault.NoSpace:
		return Failed, mistake.Sentence()
	case isMistake:
		return Refused, mistake.Sentence()
	}
	return Failed, sentence.New("file-unread", "The file could not be read completely.")
}
