package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// files returns Office documents and PDFs of the corpus. The argument count is the number of documents of each of the
// two kinds. They are ordinary documents without special traits, evenly spread over the corpus, and the same in every
// run.
func (b *bench) files(count int) (office, pdfs []string, err error) {
	text, err := os.ReadFile(filepath.Join(b.corpus, "MANIFEST.tsv"))
	if os.IsNotExist(err) {
		return b.sampleFiles()
	}
	if err != nil {
		return nil, nil, err
	}
	for line := range strings.Lines(string(text)) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(fields) < 4 || fields[3] != "" {
			continue // the programs that Lectern is compared with cannot convert such documents
		}
		file := filepath.Join(b.corpus, fields[0])
		switch fields[1] {
		case "doc", "docx", "ppt", "pptx", "xls", "xlsx", "rtf":
			office = append(office, file)
		case "pdf":
			pdfs = append(pdfs, file)
		}
	}
	return spread(office, count), spread(pdfs, count), nil
}

func (b *bench) sampleFiles() (office, pdfs []string, err error) {
	files, err := filepath.Glob(filepath.Join(b.samples, "*.*"))
	if err != nil {
		return nil, nil, err
	}
	more, err := filepath.Glob(filepath.Join(b.samples, "testdata", "sample.*"))
	if err != nil {
		return nil, nil, err
	}
	for _, file := range append(files, more...) {
		switch extension := filepath.Ext(file); {
		case extension == ".pdf":
			pdfs = append(pdfs, file)
		case slices.Contains([]string{".doc", ".docx", ".ppt", ".pptx", ".xls", ".xlsx", ".rtf"}, extension):
			office = append(office, file)
		}
	}
	return office, pdfs, nil
}

// spread returns n items that are evenly spread over the list.
func spread(all []string, n int) []string {
	if len(all) <= n {
		return all
	}
	picked := make([]string, n)
	for i := range picked {
		picked[i] = all[i*len(all)/n]
	}
	return picked
}
