package main

import (
	"context"
	"net/http"
	"time"
)

// listing measures lists of 50 of a large library, in each order.
func (b *bench) listing(ctx context.Context, server *server) error {
	for _, list := range [][2]string{
		{"newest first", ""}, {"by name", "&sort=name"}, {"by pages", "&sort=-pageCount"}, {"those that are ready", "&status=ready"},
		{"with a part of the name", "&name=nt+99"},
	} {
		name, query := list[0], list[1]
		var took []float64
		for range searches {
			begin := time.Now()
			if _, err := server.Fetch(ctx, http.MethodGet, server.APIBase+"/document?limit=50"+query, nil); err != nil {
				return err
			}
			took = append(took, milliseconds(time.Since(begin)))
		}
		r := row{measure: "list of 50 of 100,000 documents, " + name, unit: "ms", ours: median(took), pairs: len(took)}
		if query == "" {
			r.target, r.targetOurs = 10, true
		}
		b.table.rows = append(b.table.rows, r)
	}
	return nil
}
