package watch_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// TestRenamedFolderIsWatchedAgain renames a watched folder, and later renames it back. In between it must be reported
// as missing, and afterwards it must be watched again.
//
// SECURITY.md, promise 41 (no missed files)
func TestRenamedFolderIsWatchedAgain(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	inbox := filepath.Join(t.TempDir(), "inbox")
	if err := os.Mkdir(inbox, 0o755); err != nil {
		t.Fatal(err)
	}
	lecterntest.WriteFile(t, filepath.Join(inbox, "a.pdf"), pdf(1))
	f := s.Watch(inbox, "")
	s.AwaitFile(f.ID, "a.pdf", "taken")
	s.AwaitFolder(f.ID, "watching")
	if err := os.Rename(inbox, inbox+"-away"); err != nil {
		t.Fatal(err)
	}
	if message := s.AwaitFolder(f.ID, "missing"); !strings.Contains(message, inbox+" does not exist") {
		t.Errorf("the message is %q", message)
	}
	lecterntest.WriteFile(t, filepath.Join(inbox+"-away", "b.pdf"), pdf(2))
	if err := os.Rename(inbox+"-away", inbox); err != nil {
		t.Fatal(err)
	}
	s.AwaitFile(f.ID, "b.pdf", "taken")
	if message := s.AwaitFolder(f.ID, "watching"); message != "" {
		t.Errorf("the message is %q", message)
	}
	lecterntest.WriteFile(t, filepath.Join(inbox, "c.pdf"), pdf(3))
	s.AwaitFile(f.ID, "c.pdf", "taken")
	// A renamed subfolder is still watched, and its files are not imported again.
	if err := os.MkdirAll(filepath.Join(inbox, "old", "deep"), 0o755); err != nil {
		t.Fatal(err)
	}
	lecterntest.WriteFile(t, filepath.Join(inbox, "old", "deep", "d.pdf"), pdf(4))
	d := s.AwaitFile(f.ID, "old/deep/d.pdf", "taken")
	if err := os.Rename(filepath.Join(inbox, "old"), filepath.Join(inbox, "new")); err != nil {
		t.Fatal(err)
	}
	if renamed := s.AwaitFile(f.ID, "new/deep/d.pdf", "taken"); renamed.DocumentID != d.DocumentID {
		t.Errorf("after its folder was renamed it is %+v", renamed)
	}
	lecterntest.WriteFile(t, filepath.Join(inbox, "new", "deep", "e.pdf"), pdf(5))
	s.AwaitFile(f.ID, "new/deep/e.pdf", "taken")
	if names := s.DocumentNames(); len(names) != 5 {
		t.Errorf("the documents are %q", names)
	}
}

// TestUnmountedDrive watches a drive that is temporarily unmounted, also while the server starts. The files of the
// drive must not be treated as deleted, and must not be imported again.
//
// SECURITY.md, promise 41 (no missed files)
func TestUnmountedDrive(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	data, drive := t.TempDir(), lecterntest.MountDisk(t, "4m")
	copied := t.TempDir()
	s := lecterntest.StartIn(t, data, nil)
	lecterntest.WriteFile(t, filepath.Join(drive, "a.pdf"), pdf(1))
	f := s.Watch(drive, "")
	a := s.AwaitFile(f.ID, "a.pdf", "taken")
	s.AwaitFolder(f.ID, "watching")
	if out, err := exec.Command("mount", "--move", drive, copied).CombinedOutput(); err != nil {
		t.Skipf("a mount cannot be moved: %s", out)
	}
	t.Cleanup(func() { _ = exec.Command("mount", "--move", copied, drive).Run() })
	if message := s.AwaitFolder(f.ID, "missing"); !strings.Contains(message, "Mount the drive") {
		t.Errorf("the message is %q", message)
	}
	s.Kill()
	s = lecterntest.StartIn(t, data, nil)
	s.AwaitFolder(f.ID, "missing")
	if out, err := exec.Command("mount", "--move", copied, drive).CombinedOutput(); err != nil {
		t.Fatalf("%s", out)
	}
	s.AwaitFolder(f.ID, "watching")
	lecterntest.WriteFile(t, filepath.Join(drive, "b.pdf"), pdf(2))
	s.AwaitFile(f.ID, "b.pdf", "taken")
	if again := s.WatchedFiles(f.ID)["a.pdf"]; again != a {
		t.Errorf("the file is %+v, and was %+v", again, a)
	}
	if names := s.DocumentNames(); len(names) != 2 {
		t.Errorf("the documents are %q", names)
	}
}

// TestFullDiskAndFolder fills the disk of the library. A file that arrives meanwhile must be imported once there is
// space.
//
// SECURITY.md, promise 24 (full disk), promise 41 (no missed files)
func TestFullDiskAndFolder(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	data := lecterntest.MountDisk(t, "24m")
	s := lecterntest.StartIn(t, data, nil)
	inbox := t.TempDir()
	f := s.Watch(inbox, "")
	s.AwaitFolder(f.ID, "watching")
	ballast := filepath.Join(data, "other")
	_ = os.WriteFile(ballast, bytes.Repeat([]byte("x"), 24<<20), 0o600) // fills the disk
	large := append(pdf(1), bytes.Repeat([]byte("\n% more\n"), 100_000)...)
	lecterntest.WriteFile(t, filepath.Join(inbox, "a.pdf"), large)
	if message := s.AwaitFolder(f.ID, "full"); !strings.Contains(message, "Free some space") {
		t.Errorf("the message is %q", message)
	}
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	s.AwaitFile(f.ID, "a.pdf", "taken")
	if message := s.AwaitFolder(f.ID, "watching"); message != "" {
		t.Errorf("the message is %q", message)
	}
}

// openFolder creates a folder that every user can read. The temporary folders of tests are not readable by other users.
func openFolder(t testing.TB) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "lectern-test-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	if err := os.Chmod(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	return folder
}

// startAs starts a server with the given process attributes, in a shell. The argument before contains commands that the
// shell runs before it starts the server.
func startAs(t testing.TB, data string, attributes *syscall.SysProcAttr, before string) *lecterntest.Server {
	t.Helper()
	folder := openFolder(t)
	script := filepath.Join(folder, "start")
	line := "#!/bin/sh\n" + before + "\nexec " + copyProgram(t, folder, "lectern") + ` "$@"` + "\n"
	if err := os.WriteFile(script, []byte(line), 0o755); err != nil {
		t.Fatal(err)
	}
	return lecterntest.StartCommand(t, data, func(cmd *exec.Cmd) {
		cmd.Path, cmd.SysProcAttr = script, attributes
		cmd.Env = append(cmd.Env, "LECTERN_CONVERTER="+copyProgram(t, folder, "lectern-converter"))
	})
}

// copyProgram copies a built program to a folder that every user can reach and returns its path. The project itself may
// be in a folder that only its owner can enter.
func copyProgram(t testing.TB, folder, name string) string {
	t.Helper()
	content, err := os.ReadFile(lecterntest.Program(t, name))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, name)
	if err := os.WriteFile(path, content, 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestFewWatches watches a folder with more subfolders than the system allows watches (inotify). The server must check
// the folder at intervals instead.
//
// SECURITY.md, promise 41 (no missed files)
func TestFewWatches(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	inbox := t.TempDir()
	for _, name := range []string{"a/b/c", "d/e/f"} {
		if err := os.MkdirAll(filepath.Join(inbox, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	root := []syscall.SysProcIDMap{{Size: 1, HostID: os.Getuid()}}
	s := startAs(t, t.TempDir(), &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWUSER, UidMappings: root,
		GidMappings: []syscall.SysProcIDMap{{Size: 1, HostID: os.Getgid()}}}, "echo 3 >/proc/sys/user/max_inotify_watches || exit 1")
	lecterntest.WriteFile(t, filepath.Join(inbox, "d", "e", "f", "before.pdf"), pdf(1))
	f := s.Watch(inbox, "")
	if message := s.AwaitFolder(f.ID, "polling"); !strings.Contains(message, "max_user_watches") {
		t.Errorf("the message is %q", message)
	}
	s.AwaitFile(f.ID, "d/e/f/before.pdf", "taken")
	lecterntest.WriteFile(t, filepath.Join(inbox, "a", "b", "c", "after.pdf"), pdf(2))
	s.AwaitFile(f.ID, "a/b/c/after.pdf", "taken")
}

// asNobody starts a server as an unprivileged user.
func asNobody(t *testing.T) *lecterntest.Server {
	t.Helper()
	if os.Getuid() != 0 {
		t.Skip("only root may have a server run as another user")
	}
	const nobody = 65534
	data := openFolder(t)
	if err := os.Chown(data, nobody, nobody); err != nil {
		t.Fatal(err)
	}
	return startAs(t, data, &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}, "")
}

// TestFolderWithoutPermission removes the permissions of a watched folder, and of a file in it. The server does not run
// as root.
//
// SECURITY.md, promise 41 (no missed files)
func TestFolderWithoutPermission(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s, inbox := asNobody(t), openFolder(t)
	lecterntest.WriteFile(t, filepath.Join(inbox, "a.pdf"), pdf(1))
	f := s.Watch(inbox, "")
	// The file belongs to root, so the server cannot use a lease to see whether it is complete.
	s.AwaitFile(f.ID, "a.pdf", "taken")
	if err := os.Chmod(inbox, 0o700); err != nil {
		t.Fatal(err)
	}
	if message := s.AwaitFolder(f.ID, "denied"); !strings.Contains(message, "permission") {
		t.Errorf("the message is %q", message)
	}
	lecterntest.WriteFile(t, filepath.Join(inbox, "b.pdf"), pdf(2))
	if err := os.Chmod(inbox, 0o755); err != nil {
		t.Fatal(err)
	}
	s.AwaitFile(f.ID, "b.pdf", "taken")
	if err := os.WriteFile(filepath.Join(inbox, "c.pdf"), pdf(3), 0o600); err != nil {
		t.Fatal(err)
	}
	if a := s.AwaitFile(f.ID, "c.pdf", "failed"); !strings.Contains(a.Message, "permission") {
		t.Errorf("the file is %+v", a)
	}
	if err := os.Chmod(filepath.Join(inbox, "c.pdf"), 0o644); err != nil {
		t.Fatal(err)
	}
	s.AwaitFile(f.ID, "c.pdf", "taken")
}

// TestSubfolderWithoutPermission removes the permissions of subfolders of a watched folder. The server must report that
// at once. Then the test restores the permissions, or removes the subfolders.
//
// SECURITY.md, promise 41 (no missed files)
func TestSubfolderWithoutPermission(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s, inbox := asNobody(t), openFolder(t)
	sub := filepath.Join(inbox, "sub")
	if err := os.Mkdir(sub, 0o755); err != nil {
		t.Fatal(err)
	}
	lecterntest.WriteFile(t, filepath.Join(sub, "a.pdf"), pdf(1))
	f := s.Watch(inbox, "")
	s.AwaitFile(f.ID, "sub/a.pdf", "taken")
	s.AwaitFolder(f.ID, "watching")
	says := func(words string) {
		t.Helper()
		lecterntest.Eventually(t, fmt.Sprintf("it says %q", words), func() bool {
			f := s.Folder(f.ID)
			return f.State == "watching" && strings.Contains(f.Message, words) && (words != "") == (f.Message != "")
		})
	}
	chmod := func(mode os.FileMode) {
		t.Helper()
		if err := os.Chmod(sub, mode); err != nil {
			t.Fatal(err)
		}
	}
	chmod(0)
	says("(1 unreadable)")
	lecterntest.WriteFile(t, filepath.Join(sub, "b.pdf"), pdf(2))
	other := filepath.Join(inbox, "other")
	if err := os.Mkdir(other, 0); err != nil {
		t.Fatal(err)
	}
	says("(2 unreadable)")
	if err := os.Remove(other); err != nil {
		t.Fatal(err)
	}
	says("(1 unreadable)")
	chmod(0o755)
	s.AwaitFile(f.ID, "sub/b.pdf", "taken")
	says("")
	chmod(0)
	says("(1 unreadable)")
	if err := os.RemoveAll(sub); err != nil {
		t.Fatal(err)
	}
	says("")
}

// TestEventOverflow creates so many files while the server is paused that the event queue of the system overflows. The
// server must not miss any file.
//
// SECURITY.md, promise 41 (no missed files)
func TestEventOverflow(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	inbox := t.TempDir()
	f := s.Watch(inbox, "")
	s.AwaitFolder(f.ID, "watching")
	if err := s.Cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	for i := range 10_000 { // at least two events each; the queue holds 16,384
		name := filepath.Join(inbox, fmt.Sprintf("%d.tmp", i))
		lecterntest.WriteFile(t, name, nil)
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
	lecterntest.WriteFile(t, filepath.Join(inbox, "missed.pdf"), pdf(1))
	if err := s.Cmd.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	s.AwaitFile(f.ID, "missed.pdf", "taken")
	s.AwaitFolder(f.ID, "watching")
	lecterntest.WriteFile(t, filepath.Join(inbox, "heard.pdf"), pdf(2))
	s.AwaitFile(f.ID, "heard.pdf", "taken")
}
