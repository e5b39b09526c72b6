package disk

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// errNotRegular is the cause of the error for the path of a pipe, a device or a socket.
var errNotRegular = errors.New("it is not a regular file")

// ReadRegular returns the content of a regular file. For a pipe, a device or a socket it returns an [fs.PathError].
// [os.ReadFile], by contrast, would wait until a program writes to a pipe, and would read a device.
func ReadRegular(path string) (text []byte, err error) {
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	info, err := file.Stat()
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, &fs.PathError{Op: "read", Path: path, Err: syscall.EISDIR}
	case !info.Mode().IsRegular():
		return nil, &fs.PathError{Op: "read", Path: path, Err: errNotRegular}
	}
	return io.ReadAll(file)
}
