package process

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// FindConverter returns the path of the lectern-converter program: the path in LECTERN_CONVERTER or, if that is not
// set, the file lectern-converter in the folder of the running program. It runs the converter once, so that a wrong
// program is rejected immediately and not with the first document.
func FindConverter() (string, error) {
	path, err := converterPath()
	if err != nil {
		return "", err
	}
	_, err = ConverterVersion(path)
	return path, err
}

// versionTime is the time in which a converter must print its version. That takes milliseconds unless the machine is
// overloaded.
const versionTime = 20 * time.Second

// ConverterVersion runs the program at path and returns the version of its PDF renderer, such as "MuPDF 1.24.9". It
// returns an error if the program is not a converter.
func ConverterVersion(path string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), versionTime)
	defer cancel()
	output := &Excerpt{}
	cmd := exec.CommandContext(ctx, path, "version")
	cmd.Env = []string{}
	cmd.Stdout = output
	cmd.WaitDelay = time.Second
	err := cmd.Run()
	version := strings.TrimSpace(output.String())
	switch {
	case err != nil:
		return "", fmt.Errorf("%s cannot be used as Lectern's converter: it does not report its version (%w)", path, err)
	case !strings.HasPrefix(version, "MuPDF "):
		return "", fmt.Errorf("%s is not Lectern's converter: set LECTERN_CONVERTER to the program lectern-converter, or remove "+
			"it", path)
	}
	return version, nil
}

func converterPath() (string, error) {
	if path := os.Getenv("LECTERN_CONVERTER"); path != "" {
		return path, checkFile(path)
	}
	self, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("find own program: %w", err)
	}
	if resolved, err := filepath.EvalSymlinks(self); err == nil {
		self = resolved
	}
	path := filepath.Join(filepath.Dir(self), "lectern-converter"+programSuffix)
	return path, checkFile(path)
}

func checkFile(path string) error {
	if info, err := os.Stat(path); err != nil || info.IsDir() {
		return fmt.Errorf("the program lectern-converter is not at %s: install it beside this program, or set LECTERN_CONVERTER", path)
	}
	return nil
}
