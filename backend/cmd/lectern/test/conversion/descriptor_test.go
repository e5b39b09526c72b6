package conversion_test

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// TestConvertersInheritNoDescriptor starts a server that inherits file descriptors, and runs each kind of converter.
// The converters must not have these descriptors.
//
// SECURITY.md, promise 13 (isolated converters), promise 47 (no inherited descriptors)
func TestConvertersInheritNoDescriptor(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	if _, err := os.Stat("/proc/self/fd"); err != nil {
		t.Skip("needs /proc")
	}
	secret, err := os.Create(filepath.Join(t.TempDir(), "secret"))
	if err != nil {
		t.Fatal(err)
	}
	defer secret.Close()
	s := lecterntest.StartCommand(t, t.TempDir(), func(cmd *exec.Cmd) {
		cmd.ExtraFiles = slices.Repeat([]*os.File{secret}, 7) // become the descriptors 3 to 9 of the server
	}, "--workers", "1")
	for _, name := range []string{"sample.pdf", "sample.docx"} {
		if doc := s.Wait(s.Upload(name, lecterntest.UniqueSample(t, name)).ID); doc.Status != "ready" {
			t.Fatalf("%s is %+v", name, doc)
		}
	}
	s.FilledText(s.PostForm(202, lecterntest.FormPart{Name: "template", File: "a.docx", Content: lecterntest.WordTemplate("Hello")}))
	for _, pid := range settledConverters(s, secret.Name(), "office", "pdf", "ooxml", "template") {
		for descriptor, target := range descriptors(pid) {
			if !mayHold(s, pid, target) {
				t.Errorf("%s: descriptor %s is %s", converterKind(pid), descriptor, target)
			}
		}
	}
}

// mayHold reports whether a converter may have a descriptor of target. It may have pipes, the socket of a PDF
// converter, its own files in /proc, the files of LibreOffice, and files in the server's data folder.
func mayHold(s *lecterntest.Server, pid int, target string) bool {
	own := []string{"pipe:", "socket:", "anon_inode:", "/dev/null", "/dev/urandom", fmt.Sprintf("/proc/%d/", pid), s.Data,
		os.Getenv("LECTERN_LIBREOFFICE")}
	return target != "" && slices.ContainsFunc(own, func(prefix string) bool { return prefix != "" && strings.HasPrefix(target, prefix) })
}

// settledConverters waits until the server has a converter of each kind and no child process has the file open, and
// returns the process IDs of the converters. A new child process has the file open until it executes the program of the
// converter.
func settledConverters(s *lecterntest.Server, file string, kinds ...string) []int {
	s.T.Helper()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	end := time.After(lecterntest.WaitTimeout)
	for {
		pids := descendantPIDs(s.T, s.Cmd.Process.Pid)
		holds := func(pid int) bool { return slices.Contains(slices.Collect(maps.Values(descriptors(pid))), file) }
		lacks := func(kind string) bool {
			return !slices.ContainsFunc(pids, func(pid int) bool { return converterKind(pid) == kind })
		}
		if !slices.ContainsFunc(kinds, lacks) && !slices.ContainsFunc(pids, holds) {
			return pids
		}
		select {
		case <-tick.C:
		case <-end:
			s.T.Fatalf("a converter keeps %s open, or there is none of %q", file, kinds)
		}
	}
}

func descendantPIDs(t testing.TB, pid int) (all []int) {
	t.Helper()
	for _, child := range lecterntest.ChildPIDs(t, pid) {
		all = append(append(all, child), descendantPIDs(t, child)...)
	}
	return all
}

// converterKind returns the argument that names the kind of a converter.
func converterKind(pid int) string {
	line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid)) // the process may have ended
	words := strings.Split(string(line), "\x00")
	if len(words) < 2 {
		return ""
	}
	return words[1]
}

// descriptors returns the targets of the file descriptors of a process.
func descriptors(pid int) map[string]string {
	found := map[string]string{}
	links, _ := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", pid))
	for _, link := range links {
		if target, err := os.Readlink(link); err == nil {
			found[filepath.Base(link)] = target
		}
	}
	return found
}
