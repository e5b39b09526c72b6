package build_test

import (
	"os"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The maximum numbers of source files in a folder, without tests and with tests. They are limited because the list of
// files should serve as a table of contents. The front end has its own check, frontend/scripts/structure.mjs.
const (
	maxFolderSources = 40
	maxFolderFiles   = 60
)

// TestFoldersAreSmall checks that no folder outside of the front end has too many source files.
func TestFoldersAreSmall(t *testing.T) {
	if _, err := os.Stat("../.git"); err != nil {
		t.Skip("the sources cannot be listed outside of a clone")
	}
	output, err := exec.Command("git", "-C", "..", "ls-files").Output()
	if err != nil {
		t.Fatal(err)
	}
	files := strings.Fields(string(output))
	if !slices.Contains(files, "build/folders_test.go") {
		t.Skip("this file is not in the list of sources")
	}
	for _, folder := range crowdedFolders(files) {
		t.Errorf("%s holds more than %d sources, or %d files with its tests: group them into folders", folder, maxFolderSources, maxFolderFiles)
	}
}

// TestCrowdedFolders checks that tests do not count as source files, and that test data and other files are not counted
// at all.
func TestCrowdedFolders(t *testing.T) {
	var files []string
	for folder, counts := range map[string][2]int{"full": {40, 20}, "sources": {41, 0}, "tests": {0, 61}, "a/testdata/b": {90, 0}} {
		for i := range counts[0] {
			files = append(files, folder+"/"+strings.Repeat("x", i+1)+".cxx", folder+"/"+strings.Repeat("x", i+1)+".png")
		}
		for i := range counts[1] {
			files = append(files, folder+"/"+strings.Repeat("x", i+1)+"_test.go")
		}
	}
	if got, want := crowdedFolders(files), []string{"sources", "tests"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

var sourcePattern = regexp.MustCompile(`\.(go|c|h|cxx|hxx|sh|mjs)$`)

// crowdedFolders returns the folders that contain too many of the given files, sorted.
func crowdedFolders(files []string) []string {
	sources, all := map[string]int{}, map[string]int{}
	for _, file := range files {
		if !sourcePattern.MatchString(file) || strings.HasPrefix(file, "frontend/") || strings.Contains(file, "/testdata/") {
			continue
		}
		folder := path.Dir(file)
		if all[folder]++; !strings.HasSuffix(file, "_test.go") {
			sources[folder]++
		}
	}
	var crowded []string
	for folder := range all {
		if sources[folder] > maxFolderSources || all[folder] > maxFolderFiles {
			crowded = append(crowded, folder)
		}
	}
	slices.Sort(crowded)
	return crowded
}
