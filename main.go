// Command lectern-desktop is the desktop application: its window, with the server in the same process.
package main

import (
	"os"

	"lectern/app"
	"lectern/backend"
)

// version is [backend.Version], followed by the commit if the build adds it.
var version = backend.Version

func main() { os.Exit(app.Main(version, os.Args[1:], os.Stdout, os.Stderr)) }
