package main

import (
	"bytes"
	"context"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"lectern/backend/document/content"
	"lectern/backend/library"
	"lectern/backend/store/storetest"
	"lectern/converters/pdf/pdftest"
)

// pageColor is the background color of the pages that [bench.createLibrary] creates. Screenshots are searched for this
// color.
const pageColor color = 0xffd464

// createLibrary creates a library of documents whose pages are drawn on demand. All pages are different, so that no
// cached page can be used for two documents.
func (b *bench) createLibrary(ctx context.Context, data string, documents int) error {
	database, err := library.DatabasePath(data)
	if err != nil {
		return err
	}
	if err := b.prepared.fill(ctx, fmt.Sprintf("stock%d", documents), database, documentsOfLibrary(documents)); err != nil {
		return err
	}
	for i := range documents {
		file := libraryFile(i)
		path := filepath.Join(data, "content", libraryFileKey(file))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(path, file, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// libraryFile returns the PDF of the document with an index. It contains the index in a comment, so that all PDFs are
// different.
func libraryFile(index int) []byte {
	return pdftest.Build([]pdftest.Page{{Content: fmt.Sprintf("%s%% document %d\n", libraryPage(), index)}})
}

// libraryFileKey returns the content key of a file.
func libraryFileKey(file []byte) string {
	key, _ := content.KeyOf(bytes.NewReader(file)) // reading memory does not fail
	return key
}

// libraryPage returns the content of a page: lines on a background of [pageColor].
var libraryPage = sync.OnceValue(func() string {
	red, green, blue := pageColor.parts()
	var text strings.Builder
	fmt.Fprintf(&text, "%.4f %.4f %.4f rg 0 0 595 842 re f 0 g\n", float64(red)/255, float64(green)/255, float64(blue)/255)
	for line := range 40 {
		fmt.Fprintf(&text, "BT /F 11 Tf 60 %d Td (Line %d of a page as there are many, of words that say nothing much.) Tj ET\n",
			780-line*18, line+1)
	}
	return text.String()
})

// documentsOfLibrary returns the documents of a library that [bench.createLibrary] creates, oldest first.
func documentsOfLibrary(documents int) iter.Seq[storetest.Document] {
	begin := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	types := []string{"pdf", "docx", "pdf", "xlsx", "pdf", "pptx"}
	return func(yield func(storetest.Document) bool) {
		for number := range documents {
			kind := types[number%len(types)]
			d := storetest.Document{
				Name: fmt.Sprintf("Document %d.%s", number+1, kind), CreatedAt: begin.Add(time.Duration(number) * time.Second),
				Type: kind, Size: int64(1000 + number), Pages: []string{"A page as there are many"}, Favorite: number%33 == 0,
				Content: libraryFileKey(libraryFile(number)),
			}
			if number%2 == 0 {
				d.Tags = append(d.Tags, "common")
			}
			if !yield(d) {
				return
			}
		}
	}
}
