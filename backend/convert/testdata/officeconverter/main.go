// Command officeconverter is the office side of lectern-converter alone, for tests.
package main

import (
	"os"

	_ "lectern/converters/office"
)

func main() { os.Exit(1) } // reached only when it is not started as the office converter
