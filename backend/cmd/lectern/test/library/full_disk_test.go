package library_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
	"lectern/converters/pdf/pdftest"
)

// Every request that fails because the disk is full returns an error that names this reason.
func TestErrorsNameAFullDisk(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	const words = "The disk of the server is full. Free some space there, then try again."
	data := lecterntest.MountDisk(t, "24m")
	s := lecterntest.StartIn(t, data, nil)
	good := s.Wait(s.Upload("a.pdf", pdftest.EmptyPages(1)).ID)
	failed := s.Wait(s.Upload("damaged.pdf", []byte("%PDF-1.7 and nothing else")).ID)
	_ = os.WriteFile(filepath.Join(data, "other"), bytes.Repeat([]byte("x"), 24<<20), 0o600) // fills the disk
	session := "/session?duration=10&documentId=" + good.ID
	status, text := s.Call(http.MethodPost, session, nil, nil)
	for range 5000 { // some records still fit into free pages of the database files
		if status != http.StatusOK {
			break
		}
		status, text = s.Call(http.MethodPost, session, nil, nil)
	}
	if status != http.StatusInsufficientStorage || !strings.Contains(string(text), words) {
		t.Errorf("a session: %d %s", status, text)
	}
	status, text = s.Call(http.MethodPost, "/document/"+failed.ID+"/retry", nil, nil)
	if status != http.StatusInsufficientStorage || !strings.Contains(string(text), words) {
		t.Errorf("a retry: %d %s", status, text)
	}
	if _, stderr := lecterntest.RunWithEnv(t, nil, 1, "key", "create", "--data", data, "one more"); stderr != "lectern: The disk of "+data+
		" is full. Free some space there, then try again.\n" {
		t.Errorf("a key: the message is %q", stderr)
	}
}

// TestAFullDiskIsNamed runs commands on a library on a full disk, without the reserve file.
func TestAFullDiskIsNamed(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	data := filepath.Join(lecterntest.MountDisk(t, "24m"), "library")
	lecterntest.Run(t, 0, "key", "create", "--data", data, "one")
	filling := filepath.Join(filepath.Dir(data), "filling")
	lecterntest.WritePrivateFile(t, filling, nil)
	want := "The disk of " + data + " is full. Free some space there, then try again."
	for _, args := range [][]string{
		{"serve", "--addr", "127.0.0.1:0"}, {"doctor"}, {"key", "create", "two"}, {"key", "list"}, {"key", "revoke", "one"},
		{"backup", filepath.Join(t.TempDir(), "a.tar")}, {"start-anew"}, {"forget-secrets"}, {"move", "--to-data",
			filepath.Join(t.TempDir(), "b")},
	} {
		refill(t, filling)
		stdout, stderr := lecterntest.RunWithEnv(t, nil, 1, append(args, "--data", data)...)
		if said := string(stdout) + stderr; !strings.Contains(said, want) || strings.Contains(said, "I/O error") {
			t.Errorf("%s: the message is %q", args, said)
		}
	}
}

// fillDisk fills the disk of a server with a file, and then the free pages of its database with records, so that
// nothing more can be stored. It returns the path of the file.
func fillDisk(s *lecterntest.Server) (filling string) {
	s.T.Helper()
	filling = filepath.Join(s.Data, "filling")
	lecterntest.WritePrivateFile(s.T, filling, nil)
	refill(s.T, filling)
	for range 5000 { // some records still fit into free pages of the database files
		if status, _ := s.Call(http.MethodPost, "/key?name=another&role=read", nil, nil); status == http.StatusInsufficientStorage {
			return filling
		}
	}
	s.T.Fatal("the database is not full")
	return ""
}

// TestAFullDiskIsEmptiedWithTheProduct checks that deleting documents, moving them to the trash, cleaning, revoking
// keys, ending sessions and starting the server work on a full disk, also after a stop and a kill.
//
// SECURITY.md, promise 57 (start on a full disk)
func TestAFullDiskIsEmptiedWithTheProduct(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	data := lecterntest.MountDisk(t, "64m")
	s := lecterntest.StartIn(t, data, nil)
	var ids []string
	for range 15 {
		ids = append(ids, s.Wait(s.Upload("a.pdf", lecterntest.UniqueSample(t, "sample.pdf")).ID).ID)
	}
	session := s.Want(http.StatusOK, http.MethodPost, "/session?duration=10&documentId="+ids[0], nil).ID
	keys := []string{s.Fields(http.StatusOK, http.MethodPost, "/key?name=one&role=read", "")["id"].(string),
		s.Fields(http.StatusOK, http.MethodPost, "/key?name=two&role=read", "")["id"].(string)}
	filling := fillDisk(s)
	next := func() string { id := ids[0]; ids = ids[1:]; return id }
	for _, end := range []func(*lecterntest.Server){(*lecterntest.Server).Stop, (*lecterntest.Server).Kill, nil} {
		batchOfOne(s, next(), "trash")
		batchOfOne(s, next(), "delete")
		batchOfOne(s, next(), "delete", manyMissing...)
		s.Fields(http.StatusNoContent, http.MethodDelete, "/document/"+next(), "")
		s.Fields(http.StatusOK, http.MethodPost, "/storage/clean", "")
		if end != nil {
			end(s)
			refill(t, filling)
			s = lecterntest.StartIn(t, data, nil)
		}
	}
	s.Fields(http.StatusNoContent, http.MethodDelete, "/session/"+session, "")
	s.Fields(http.StatusNoContent, http.MethodDelete, "/key/"+keys[0], "")
	s.Stop()
	refill(t, filling)
	lecterntest.Run(t, 0, "key", "revoke", "--data", data, keys[1])
	lecterntest.RemoveFile(t, filling)
	s = lecterntest.StartIn(t, data, nil)
	s.Wait(s.Upload("b.pdf", lecterntest.UniqueSample(t, "sample.pdf")).ID)
	if size := sizeOf(t, filepath.Join(data, "reserve")); size != 8<<20 {
		t.Errorf("the reserve has %d bytes", size)
	}
	lecterntest.FetchAll(s)
}

// manyMissing are IDs of documents that do not exist. They make the body of a batch request large.
var manyMissing = slices.Repeat([]string{strings.Repeat("a", 80)}, 1000)

// batchOfOne applies an action to one document and to IDs that do not exist.
func batchOfOne(s *lecterntest.Server, id, action string, missing ...string) {
	s.T.Helper()
	ids := []string{id}
	for i, other := range missing {
		ids = append(ids, other+strconv.Itoa(i))
	}
	body, err := json.Marshal(map[string]any{"ids": ids, "action": action})
	if err != nil {
		s.T.Fatal(err)
	}
	answer := s.Fields(http.StatusOK, http.MethodPost, "/document/batch", string(body))
	if failed, _ := answer["failed"].([]any); answer["changed"] != float64(1) || len(failed) != len(missing) {
		s.T.Errorf("%s of one document and %d missing ones: %v changed, %d failed", action, len(missing), answer["changed"], len(failed))
	}
}

// refill appends to the file filling until the disk is full again.
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
