package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"lectern/converters/pdf/pdftest"
)

// mountDisk gives a folder that is a disk of its own, of a size such as "3m".
func mountDisk(t *testing.T, size string) string {
	t.Helper()
	folder := t.TempDir()
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, "size="+size); err != nil {
		t.Skipf("needs to mount a small disk, which only root may: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(folder, syscall.MNT_DETACH); err != nil {
			t.Errorf("unmount: %v", err)
		}
	})
	return folder
}

// Whatever a full disk refuses is answered so.
func TestAFullDiskIsTold(t *testing.T) {
	t.Parallel()
	ofSQLite(t)
	const words = "The disk of the server is full: make room there, then try again."
	data := mountDisk(t, "24m")
	s := startOn(t, data, nil)
	good := s.wait(s.upload("a.pdf", pdftest.Many(1)).ID)
	failed := s.wait(s.upload("damaged.pdf", []byte("%PDF-1.7 and nothing else")).ID)
	_ = os.WriteFile(filepath.Join(data, "other"), bytes.Repeat([]byte("x"), 24<<20), 0o600) // as much as there is room for
	session := "/session?duration=10&documentId=" + good.ID
	status, text := s.call(http.MethodPost, session, nil, nil)
	for range 5000 { // the database has some room left within its files
		if status != http.StatusOK {
			break
		}
		status, text = s.call(http.MethodPost, session, nil, nil)
	}
	if status != http.StatusInsufficientStorage || !strings.Contains(string(text), words) {
		t.Errorf("a session: %d %s", status, text)
	}
	status, text = s.call(http.MethodPost, "/document/"+failed.ID+"/retry", nil, nil)
	if status != http.StatusInsufficientStorage || !strings.Contains(string(text), words) {
		t.Errorf("a retry: %d %s", status, text)
	}
	if _, stderr := runCommand(t, nil, 1, "key", "create", "--data", data, "one more"); stderr != "lectern: The disk of "+data+
		" is full: make room there, then try again.\n" {
		t.Errorf("a key: it says %q", stderr)
	}
}

// TestAFullDiskIsNamed runs commands on a library whose disk is full, without a reserve.
func TestAFullDiskIsNamed(t *testing.T) {
	t.Parallel()
	ofSQLite(t)
	data := filepath.Join(mountDisk(t, "24m"), "library")
	command(t, 0, "key", "create", "--data", data, "one")
	filling := filepath.Join(filepath.Dir(data), "filling")
	writeBytes(t, filling, nil)
	want := "The disk of " + data + " is full: make room there, then try again."
	for _, args := range [][]string{
		{"serve", "--addr", "127.0.0.1:0"}, {"doctor"}, {"key", "create", "two"}, {"key", "list"}, {"key", "revoke", "one"},
		{"backup", filepath.Join(t.TempDir(), "a.tar")}, {"start-anew"}, {"forget-secrets"}, {"move", "--to-data",
			filepath.Join(t.TempDir(), "b")},
	} {
		refill(t, filling)
		stdout, stderr := runCommand(t, nil, 1, append(args, "--data", data)...)
		if said := string(stdout) + stderr; !strings.Contains(said, want) || strings.Contains(said, "I/O error") {
			t.Errorf("%s: it says %q", args, said)
		}
	}
}

// fillDisk fills the disk of a server with a file, and its database, so that nothing more is taken in.
func (s *instance) fillDisk() (filling string) {
	s.t.Helper()
	filling = filepath.Join(s.data, "filling")
	writeBytes(s.t, filling, nil)
	refill(s.t, filling)
	for range 5000 { // the database has some room left within its files
		if status, _ := s.call(http.MethodPost, "/key?name=another&role=read", nil, nil); status == http.StatusInsufficientStorage {
			return filling
		}
	}
	s.t.Fatal("the database is not full")
	return ""
}

// TestAFullDiskIsEmptiedWithTheProduct deletes, trashes, cleans, revokes and ends on a full disk, before and after a stop
// and a kill, and starts on it.
//
// promise 57
func TestAFullDiskIsEmptiedWithTheProduct(t *testing.T) {
	t.Parallel()
	ofSQLite(t)
	data := mountDisk(t, "64m")
	s := startOn(t, data, nil)
	var ids []string
	for range 15 {
		ids = append(ids, s.wait(s.upload("a.pdf", fresh(t, "sample.pdf")).ID).ID)
	}
	session := s.want(http.StatusOK, http.MethodPost, "/session?duration=10&documentId="+ids[0], nil).ID
	keys := []string{s.fields(http.StatusOK, http.MethodPost, "/key?name=one&role=read", "")["id"].(string),
		s.fields(http.StatusOK, http.MethodPost, "/key?name=two&role=read", "")["id"].(string)}
	filling := s.fillDisk()
	next := func() string { id := ids[0]; ids = ids[1:]; return id }
	for _, end := range []func(*instance){(*instance).stop, (*instance).kill, nil} {
		s.batchOfOne(next(), "trash")
		s.batchOfOne(next(), "delete")
		s.batchOfOne(next(), "delete", manyMissing...)
		s.fields(http.StatusNoContent, http.MethodDelete, "/document/"+next(), "")
		s.fields(http.StatusOK, http.MethodPost, "/storage/clean", "")
		if end != nil {
			end(s)
			refill(t, filling)
			s = startOn(t, data, nil)
		}
	}
	s.fields(http.StatusNoContent, http.MethodDelete, "/session/"+session, "")
	s.fields(http.StatusNoContent, http.MethodDelete, "/key/"+keys[0], "")
	s.stop()
	refill(t, filling)
	command(t, 0, "key", "revoke", "--data", data, keys[1])
	removeFile(t, filling)
	s = startOn(t, data, nil)
	s.wait(s.upload("b.pdf", fresh(t, "sample.pdf")).ID)
	if size := sizeOf(t, filepath.Join(data, "reserve")); size != 8<<20 {
		t.Errorf("the reserve has %d bytes", size)
	}
	s.holdAll()
}

// manyMissing are ids of no documents, so many that a batch of them is no small body.
var manyMissing = slices.Repeat([]string{strings.Repeat("a", 80)}, 1000)

// batchOfOne does something with one document, and with others that there are none of.
func (s *instance) batchOfOne(id, action string, missing ...string) {
	s.t.Helper()
	ids := []string{id}
	for i, other := range missing {
		ids = append(ids, other+strconv.Itoa(i))
	}
	body, err := json.Marshal(map[string]any{"ids": ids, "action": action})
	if err != nil {
		s.t.Fatal(err)
	}
	answer := s.fields(http.StatusOK, http.MethodPost, "/document/batch", string(body))
	if failed, _ := answer["failed"].([]any); answer["changed"] != float64(1) || len(failed) != len(missing) {
		s.t.Errorf("%s of one document and %d missing ones: %v changed, %d failed", action, len(missing), answer["changed"], len(failed))
	}
}

// refill fills the room that has become free.
func refill(t testing.TB, filling string) {
	t.Helper()
	file, err := os.OpenFile(filling, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for block := make([]byte, 1<<20); len(block) > 0; block = block[:len(block)/2] {
		for err = nil; err == nil; {
			_, err = file.Write(block)
		}
	}
}
