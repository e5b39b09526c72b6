package postgres

import (
	"context"
	"database/sql"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"lectern/backend/search"
	"lectern/backend/store/engine"
)

// tsvector is the full-text index of PostgreSQL (https://www.postgresql.org/docs/current/textsearch.html) over the
// words of pages. It stores only a limited number of word positions, which are used to rank pages. Phrases are looked
// up in the text.
type tsvector struct{ read *sql.DB }

// Limits of a TSVECTOR. PostgreSQL limits it to 1 MB, part of which is overhead, and positions to 2^14 - 1. More than
// maxPlaces positions of a word do not improve the rank of a page.
const (
	maxBytes  = 700_000
	maxPlaces = 20
	lastPlace = 1<<14 - 1
)

// anyWord is a marker that the index has for a page with too many words, so that every search checks the text of that
// page. No word contains this character.
const anyWord = "*"

func (v tsvector) Insert(ctx context.Context, tx *sql.Tx, id int64, text string) error {
	_, err := tx.ExecContext(engine.Deferred(ctx), `INSERT INTO page_text (id, text, words) VALUES (?, ?, ?::TSVECTOR)`, id, text,
		Vector(text))
	return err
}

// Vector returns the words of a text with their positions in the notation of TSVECTOR. Words need no quoting, because
// they consist of letters and digits.
func Vector(text string) string {
	places := map[string][]int{}
	bytes := 0
	for i, word := range strings.Fields(search.Index(text)) {
		before := places[word]
		if before == nil {
			bytes += len(word) + 6
		}
		if len(before) < maxPlaces {
			places[word] = append(before, min(i+1, lastPlace))
			bytes += 2
		}
	}
	if bytes > maxBytes {
		return "'" + anyWord + "'"
	}
	var words strings.Builder
	for word, at := range places {
		words.WriteString("'" + word + "':")
		for i, place := range at {
			if i > 0 {
				words.WriteByte(',')
			}
			words.WriteString(strconv.Itoa(place))
		}
		words.WriteByte(' ')
	}
	return words.String()
}

// lexemes returns a query in the notation of TSQUERY. It contains the words that a page must have.
func lexemes(q *search.Query) string {
	var text strings.Builder
	for _, phrase := range q.Phrases {
		for i, term := range phrase.Terms {
			if text.Len() > 0 {
				text.WriteString(" & ")
			}
			text.WriteString("'" + term + "'")
			if phrase.Prefix && i == len(phrase.Terms)-1 {
				text.WriteString(":*")
			}
		}
	}
	return "(" + text.String() + ") | '" + anyWord + "'"
}

// candidate is a page that has the words of a query, but perhaps not its phrases.
type candidate struct {
	id    int64
	score float64
	sure  bool // the index alone shows that the page has all words
	text  string
}

// step is the number of candidates that are read at a time.
const step = 256

// visitMatches calls visit for the pages that match a query and have ids between two limits, ordered by id, until visit
// returns false.
func (v tsvector) visitMatches(ctx context.Context, q *search.Query, after, before int64, descending bool, batch int,
	visit func(*candidate) (more bool)) error {
	plain := !slices.ContainsFunc(q.Phrases, func(p search.Phrase) bool { return len(p.Terms) > 1 })
	if !plain {
		batch = step
	}
	for {
		some, err := v.candidates(ctx, q, after, before, descending, batch)
		if err != nil {
			return err
		}
		for i := range some {
			c := &some[i]
			if (plain && c.sure || matchesText(q, c.text)) && !visit(c) {
				return nil
			}
		}
		if len(some) < batch {
			return nil
		}
		if last := some[len(some)-1].id; descending {
			before = last
		} else {
			after = last
		}
	}
}

// replan is the execution mode in which PostgreSQL plans a query anew for its words each time. Pages with a rare word
// are found fastest in the index; pages with a frequent word are found fastest by reading pages in the order of their
// ids. A generic plan, which PostgreSQL makes for frequent statements, would read the pages in order for every word.
const replan = pgx.QueryExecModeCacheDescribe

// candidates returns the next pages that have the words of a query, or too many words to be indexed ([anyWord]).
func (v tsvector) candidates(ctx context.Context, q *search.Query, after, before int64, descending bool, limit int) ([]candidate, error) {
	direction := "ASC"
	if descending {
		direction = "DESC"
	}
	rows, err := v.read.QueryContext(ctx,
		`SELECT id, TS_RANK(words, query) / (10 + LN(1 + LENGTH(words))), NOT words @@ ?::TSQUERY, text FROM page_text,
			CAST(?::TEXT AS TSQUERY) AS query
		WHERE words @@ query AND id > ? AND id < ? ORDER BY id `+direction+` LIMIT ?`, replan, "'"+anyWord+"'", lexemes(q), after, before, limit)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var some []candidate
	for rows.Next() {
		var c candidate
		if err := rows.Scan(&c.id, &c.score, &c.sure, &c.text); err != nil {
			return nil, err
		}
		some = append(some, c)
	}
	return some, rows.Err()
}

// matchesText reports whether a text has all phrases of a query.
func matchesText(q *search.Query, text string) bool {
	words := strings.Fields(search.Index(text))
	for i := range q.Phrases {
		if !containsPhrase(words, &q.Phrases[i]) {
			return false
		}
	}
	return true
}

// containsPhrase reports whether the terms of a phrase are adjacent in words.
func containsPhrase(words []string, p *search.Phrase) bool {
	last := len(p.Terms) - 1
	for i := range max(len(words)-last, 0) {
		end := words[i+last]
		if slices.Equal(words[i:i+last], p.Terms[:last]) && (end == p.Terms[last] || p.Prefix && strings.HasPrefix(end, p.Terms[last])) {
			return true
		}
	}
	return false
}

func (v tsvector) Newest(ctx context.Context, q *search.Query, before int64, limit int) (pages []engine.ScoredPage, err error) {
	err = v.visitMatches(ctx, q, 0, before, true, limit, func(c *candidate) bool {
		pages = append(pages, engine.ScoredPage{ID: c.id, Score: c.score})
		return len(pages) < limit
	})
	return pages, err
}

func (v tsvector) Texts(ctx context.Context, q *search.Query, after, before int64, limit int) (texts []engine.PageText, err error) {
	err = v.visitMatches(ctx, q, after, before, false, limit, func(c *candidate) bool {
		texts = append(texts, engine.PageText{ID: c.id, Text: c.text})
		return len(texts) < limit
	})
	return texts, err
}

func (v tsvector) Count(ctx context.Context, q *search.Query, after, before int64) (count int, err error) {
	err = v.visitMatches(ctx, q, after, before, false, step, func(*candidate) bool {
		count++
		return true
	})
	return count, err
}
