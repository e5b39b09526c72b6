package build_test

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lectern/backend"
)

// TestWailsUsesTheBuildFlagsOfMake compares the build flags in wails.json, which the command wails reads, with those in
// the Makefile.
func TestWailsUsesTheBuildFlagsOfMake(t *testing.T) {
	text, err := os.ReadFile("../wails.json")
	if err != nil {
		t.Fatal(err)
	}
	var project struct {
		Output  string `json:"outputfilename"`
		Tags    string `json:"build:tags"`
		Folder  string `json:"frontend:dir"`
		Install string `json:"frontend:install"`
		Build   string `json:"frontend:build"`
		Assets  string `json:"assetdir"`
		Info    struct {
			Version string `json:"productVersion"`
		} `json:"info"`
	}
	if err := json.Unmarshal(text, &project); err != nil {
		t.Fatal(err)
	}
	makefile, err := os.ReadFile("../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	flags := regexp.MustCompile(`(?m)^export GOFLAGS := .*-tags=(\S+)$`).FindSubmatch(makefile)
	if flags == nil {
		t.Fatal("the Makefile has no tags")
	}
	// The tag production is not compared, because Wails adds it itself.
	want := slices.DeleteFunc(strings.Split(string(flags[1]), ","), func(tag string) bool { return tag == "production" })
	got := strings.Split(project.Tags, ",")
	slices.Sort(want)
	if slices.Sort(got); !slices.Equal(got, want) {
		t.Errorf("wails builds with the tags %v, make with %v", got, want)
	}
	if !strings.Contains(string(makefile), "$(BIN)/"+project.Output+": ") || !strings.Contains(string(makefile), "\nBIN := build/bin\n") {
		t.Errorf("wails makes build/bin/%s, and make does not", project.Output)
	}
	for _, command := range []string{project.Install, project.Build} {
		words := strings.Fields(command)
		if target := words[len(words)-1]; words[0] != "make" || !strings.Contains(string(makefile), "\n"+target+": $(VIEWER) $(MUPDF) ") {
			t.Errorf("%q does not make what the window embeds", command)
		}
	}
	for _, path := range []string{"../" + project.Folder + "/package.json", "../frontend/src/studio"} {
		if _, err := os.Stat(path); err != nil {
			t.Error(err)
		}
	}
	if project.Info.Version != backend.Version {
		t.Errorf("wails.json has the version %s, the server %s", project.Info.Version, backend.Version)
	}
	if project.Assets != "frontend/dist/studio" {
		t.Errorf("the page of the window is read from %s", project.Assets)
	}
}
