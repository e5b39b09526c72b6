package lecterntest

import (
	"database/sql"
)

// QueryRows returns the rows of a query, by column.
func QueryRows(s *Server, db *sql.DB, query string) (all []map[string]any) {
	s.T.Helper()
	rows, err := db.QueryContext(s.T.Context(), query)
	if err != nil {
		s.T.Fatal(err)
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		s.T.Fatal(err)
	}
	for rows.Next() {
		values, places := make([]any, len(names)), make([]any, len(names))
		for i := range values {
			places[i] = &values[i]
		}
		if err := rows.Scan(places...); err != nil {
			s.T.Fatal(err)
		}
		record := map[string]any{}
		for i, name := range names {
			record[name] = values[i]
		}
		all = append(all, record)
	}
	if err := rows.Err(); err != nil {
		s.T.Fatal(err)
	}
	return all
}
