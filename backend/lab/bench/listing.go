package main

import (
	"context"
	"fmt"
	"iter"
	"net/http"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"lectern/backend/library"
	"lectern/backend/store/storetest"
)

// listing measures requests for parts of the list of a large library, with the total number of documents: in each
// order, from positions all over the list, and with filters.
func (b *bench) listing(ctx context.Context) error {
	data := filepath.Join(b.temp, "listing")
	path, err := library.DatabasePath(data)
	if err != nil {
		return err
	}
	if err := b.prepared.fill(ctx, "listing", path, listedDocuments()); err != nil {
		return err
	}
	server, err := startServer(ctx, b.bin, b.libreOffice, data)
	if err != nil {
		return err
	}
	defer server.stop()
	const limit = 15 // milliseconds
	if err := b.requestTimes(ctx, server, "a library of 100,000 documents counted, with its tags, collections and folders", 20,
		func(int) string { return "/library" }); err != nil {
		return err
	}
	for _, order := range []string{"-createdAt", "name", "pageCount", "openedAt", "-size", "type", "deletedAt"} {
		anywhere := func(i int) string {
			return fmt.Sprintf("/document?limit=100&sort=%s&offset=%d", order, i*(libraryDocuments-200)/searches)
		}
		if err := b.requestTimes(ctx, server, "any 100 of 100,000 documents, sort="+order, limit, anywhere); err != nil {
			return err
		}
	}
	for _, list := range []struct {
		name, query string
		limit       float64 // target in milliseconds; 0 for none
	}{
		{"the newest, by cursor", "", limit},
		{"50,000 PDFs, from their middle", "&type=pdf&offset=25000&sort=name", limit},
		{"3,000 favorites", "&favorite=true&offset=1500&sort=-size", limit},
		{"1,000 with a tag", "&tag=rare&offset=500&sort=name", limit},
		{"50,000 with a tag, from the beginning", "&tag=common&sort=name", limit},
		{"50,000 with a tag, from their middle", "&tag=common&offset=25000&sort=name", 0},
		{"20,000 of a collection, from their middle", "&collection=c&offset=10000&sort=name", 0},
		{"1,000 opened ones, the last first", "&opened=true&sort=-openedAt", limit},
		{"the trash", "&deleted=true&sort=-deletedAt", limit},
		{"11 with a part of the name", "&name=nt+9999", 0},
		{"half of all with a part of the name, from the beginning", "&name=port", 0},
	} {
		if err := b.requestTimes(ctx, server, "100 of 100,000 documents: "+list.name, list.limit, func(int) string {
			return "/document?limit=100" +
				list.query
		}); err != nil {
			return err
		}
	}
	begin := time.Now()
	for _, action := range []string{"trash", "restore"} {
		if _, err := server.Send(ctx, server.APIBase+"/document/batch", `{"query":{"deleted":`+strconv.FormatBool(action == "restore")+
			`},"action":"`+action+`"}`); err != nil {
			return err
		}
	}
	b.report(row{measure: "100,000 documents into the trash, and out of it: each", unit: "s",
		ours: time.Since(begin).Seconds() / 2, pairs: 1})
	return nil
}

// requestTimes measures requests to the API.
func (b *bench) requestTimes(ctx context.Context, server *server, name string, limit float64, path func(i int) string) error {
	var took []float64
	for i := range searches {
		begin := time.Now()
		text, err := server.Fetch(ctx, http.MethodGet, server.APIBase+path(i), nil)
		if err != nil {
			return err
		}
		took = append(took, milliseconds(time.Since(begin)))
		if strings.HasPrefix(string(text), "[]") {
			return fmt.Errorf("%s returns no documents", path(i))
		}
	}
	b.report(row{measure: name, unit: "ms", ours: median(took), target: limit, targetOurs: limit > 0,
		pairs: len(took)})
	return nil
}

// listedDocuments returns the documents of a large library, without their texts. Sorting the documents by any of their
// properties results in another order than sorting them by their times of creation.
func listedDocuments() iter.Seq[storetest.Document] {
	begin := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	types := []string{"pdf", "docx", "pdf", "xlsx", "pdf", "pptx"}
	return func(yield func(storetest.Document) bool) {
		for number := range libraryDocuments {
			mixed := number * 7919 % libraryDocuments // a permutation of all numbers
			d := storetest.Document{
				Name: fmt.Sprintf("%s %d", []string{"Document", "Report"}[mixed%2], mixed), CreatedAt: begin.Add(time.Duration(number) * time.Second),
				Type: types[mixed%len(types)], Size: int64(mixed), Pages: make([]string, mixed%3), Folder: "f", Favorite: mixed%33 == 0,
			}
			if mixed%2 == 0 {
				d.Tags = append(d.Tags, "common")
			}
			if mixed%100 == 0 {
				d.Tags, d.OpenedAt = append(d.Tags, "rare"), begin.Add(time.Duration(mixed)*time.Second)
			}
			if mixed%5 == 0 {
				d.Collection = "c"
			}
			if mixed%1000 == 1 {
				d.DeletedAt = begin.Add(time.Duration(mixed) * time.Second)
			}
			if !yield(d) {
				return
			}
		}
	}
}
