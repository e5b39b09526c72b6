// Command emptywindow opens a Wails window that shows only a color, given as a CSS color in its argument. Benchmarks
// compare the window of Lectern with it.
package main

import (
	"fmt"
	"os"
	"testing/fstest"

	"github.com/wailsapp/wails/v2/pkg/application"
	"github.com/wailsapp/wails/v2/pkg/options"
	"github.com/wailsapp/wails/v2/pkg/options/assetserver"
	"github.com/wailsapp/wails/v2/pkg/options/linux"
)

func main() {
	page := fmt.Sprintf(`<!doctype html><html><body style="background: %s"></body></html>`, os.Args[1])
	err := application.NewWithOptions(&options.App{
		Title:       "Empty",
		Width:       1180,
		Height:      800,
		AssetServer: &assetserver.Options{Assets: fstest.MapFS{"index.html": {Data: []byte(page)}}},
		Linux:       &linux.Options{ProgramName: "emptywindow", WebviewGpuPolicy: linux.WebviewGpuPolicyNever},
	}).Run()
	if err != nil {
		fmt.Fprintln(os.Stderr, "emptywindow:", err)
		os.Exit(1)
	}
}
