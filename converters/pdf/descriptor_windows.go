package pdf

/*
#include <fcntl.h>
#include <io.h>
#include <stdint.h>
*/
import "C"

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// duplicate returns a duplicate of the file's descriptor, which the C code closes.
func duplicate(file *os.File) (int, error) {
	var own windows.Handle
	us := windows.CurrentProcess()
	if err := windows.DuplicateHandle(us, windows.Handle(file.Fd()), us, &own, 0, false, windows.DUPLICATE_SAME_ACCESS); err != nil {
		return 0, err
	}
	fd := C._open_osfhandle(C.intptr_t(own), C._O_BINARY)
	if fd < 0 {
		return 0, errors.Join(errors.New("no descriptor is free"), windows.CloseHandle(own))
	}
	return int(fd), nil
}
