// Lectern's desktop application: its window, with the server in the same process.
package main

import (
	"os"

	"lectern/app"
	"lectern/backend"
)

// version is [backend.Version], to which the build adds the commit.
var version = backend.Version

func main() { os.Exit(app.Main(version, os.Args[1:], os.Stdout, os.Stderr)) }
