package app

import (
	"bytes"
	"strings"
	"testing"
)

// --help lists every flag, with and without the word "desktop", which the command 'lectern desktop' passes on.
func TestHelp(t *testing.T) {
	for _, args := range [][]string{{"--help"}, {"desktop", "--help"}, {"--data", "/d", "-h"}} {
		var stdout, stderr bytes.Buffer
		if _, done, err := parse(args, &stdout, &stderr); !done || err != nil || stderr.Len() > 0 {
			t.Errorf("%q: %v, %v, %s", args, done, err, &stderr)
		}
		for _, want := range []string{"Usage: lectern-desktop [<files> ...] [flags]", "--config=FILE", "--data=DIR", "--addr=HOST:PORT",
			"--log-level", "$LECTERN_DATA"} {
			if !strings.Contains(stdout.String(), want) {
				t.Errorf("%q: %s\nis without %q", args, &stdout, want)
			}
		}
	}
}

func TestArguments(t *testing.T) {
	for _, args := range [][]string{{"--data", "/d", "/a.pdf"}, {"desktop", "--data", "/d", "/a.pdf"}, {"--data", "/d", "desktop", "/a.pdf"}} {
		call, done, err := parse(args, new(bytes.Buffer), new(bytes.Buffer))
		if done || err != nil || call.config.Data != "/d" || len(call.files) != 1 || call.files[0] != "/a.pdf" || call.config.Samples {
			t.Errorf("%q: %+v, %v, %v", args, call, done, err)
		}
	}
}
