package document

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strconv"

	"lectern/backend/convert"
	"lectern/backend/filetype"
	"lectern/converters/wire"
)

// Looker tells what an Office document has that does not show in its pages.
type Looker interface {
	Facts(ctx context.Context, in *os.File, kind filetype.Type) (wire.Facts, error)
}

// look adds to a report what the original of an Office document has beside its pages.
// It is looked up when it is first wanted, as few reports are read, and kept while
// there is room. Into an encrypted original nobody looks.
func (s *Service) look(ctx context.Context, doc *Document, report *Report) {
	if doc.Original == "" || !doc.Type.Office() || report.has(FactEncrypted) {
		return
	}
	text, err := s.pages.kept(doc.Original+" facts", func() ([]byte, error) {
		original, err := s.content.Open(ctx, doc.Original)
		if err != nil {
			return nil, err
		}
		defer original.Close()
		facts, err := s.looker.Facts(ctx, original, doc.Type)
		if err != nil {
			return nil, err
		}
		return json.Marshal(facts)
	})
	var facts wire.Facts
	if err == nil {
		err = json.Unmarshal(text, &facts)
	}
	if err != nil {
		s.log.WarnContext(ctx, "no look into the original", "document", doc.ID, slog.Any("error", err))
		report.add(FactWarning, "What the original has beside its pages could not be read.")
		return
	}
	report.found(facts)
}

// found adds what is in a document beside its pages.
func (r *Report) found(facts wire.Facts) {
	// What the engine has laid out tells better than the file which fonts are wanted.
	if !r.has(FactAskedFont) {
		for _, font := range facts.Fonts {
			r.add(FactAskedFont, font)
		}
	}
	for _, link := range facts.Links {
		target := link.Target
		if target == "" {
			target = fmt.Sprintf("an address of kind %s that is not readable", link.Kind)
		}
		if blocked := (convert.Fact{Name: FactBlockedLink, Value: target}); !slices.Contains(r.Facts, blocked) {
			r.Facts = append(r.Facts, blocked)
		}
	}
	if facts.Macros {
		r.add(FactMacro, "VBA project")
	}
	if facts.Signed {
		r.add(FactSigned, "")
	}
	for _, count := range []struct {
		name convert.FactName
		n    int
	}{{FactEmbedded, facts.Embedded}, {FactComments, facts.Comments}, {FactNotes, facts.Notes}} {
		if count.n > 0 {
			r.add(count.name, strconv.Itoa(count.n))
		}
	}
	for _, warning := range facts.Warnings {
		r.add(FactWarning, warning)
	}
}

func (r *Report) has(name convert.FactName) bool {
	return slices.ContainsFunc(r.Facts, func(f convert.Fact) bool { return f.Name == name })
}

func (r *Report) add(name convert.FactName, value string) {
	r.Facts = append(r.Facts, convert.Fact{Name: name, Value: value})
}
