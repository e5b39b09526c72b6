package main

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"lectern/backend"
)

// TestOrigins calls the API as web pages do: only the window's own page may, and
// with the window's own key only.
//
// promise 31
func TestOrigins(t *testing.T) {
	s := start(t)
	text, err := os.ReadFile(filepath.Join(s.data, "instance.json"))
	if err != nil {
		t.Fatal(err)
	}
	var own backend.Instance
	if err := json.Unmarshal(text, &own); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, method, origin, key string
		status                    int
		allowed                   string
	}{
		{"the window asks first", "OPTIONS", "wails://wails", "", 204, "wails://wails"},
		{"the window", "GET", "wails://wails", own.Key, 200, "wails://wails"},
		{"the window elsewhere", "GET", "http://wails.localhost", own.Key, 200, "http://wails.localhost"},
		{"the window's origin with another key", "GET", "wails://wails", s.key, 403, "wails://wails"},
		{"a page asks first", "OPTIONS", "https://evil.example", "", 405, ""},
		{"a page", "GET", "https://evil.example", s.key, 200, ""},
		{"a program", "GET", "", s.key, 200, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r, err := http.NewRequestWithContext(t.Context(), test.method, s.APIBase+"/document", nil)
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Authorization", test.key)
			if test.origin != "" {
				r.Header.Set("Origin", test.origin)
			}
			answer, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			_ = answer.Body.Close()
			if got := answer.Header.Get("Access-Control-Allow-Origin"); answer.StatusCode != test.status || got != test.allowed {
				t.Errorf("status %d, allowed %q", answer.StatusCode, got)
			}
		})
	}
}
