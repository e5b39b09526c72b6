// Lectern's desktop application: its window, with the server in the same process.
package main

import (
	"os"

	"lectern/app"
)

// version is set by the build.
var version = "dev"

func main() { os.Exit(app.Main(version, os.Args[1:], os.Stdout, os.Stderr)) }
