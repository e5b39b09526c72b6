// Command fitzsvg measures how fast go-fitz draws pages as SVG, for comparison with Lectern. It draws in one process.
// For each PDF in its arguments, it prints a line with the milliseconds that the SVG call took for each of the pages 1
// to LAST. Page 1 is drawn once before the measurement.
package main

import (
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/gen2brain/go-fitz"
)

func main() {
	last := flag.Int("last", 6, "last page")
	flag.Parse()
	for _, file := range flag.Args() {
		if err := measure(file, *last); err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", file, err)
			os.Exit(1)
		}
	}
}

func measure(file string, lastPage int) error {
	doc, err := fitz.New(file)
	if err != nil {
		return err
	}
	defer doc.Close()
	if _, err := doc.SVG(0); err != nil {
		return err
	}
	for page := 1; page <= min(lastPage, doc.NumPage()); page++ {
		begin := time.Now()
		if _, err := doc.SVG(page - 1); err != nil {
			return err
		}
		fmt.Printf("%.3f ", float64(time.Since(begin).Microseconds())/1000)
	}
	fmt.Println()
	return nil
}
