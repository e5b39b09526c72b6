package document

import (
	"context"
)

// Overview has counts of the documents in a library. All counts except for Trash are for documents outside the trash.
type Overview struct {
	Total, Processing, Failed, Favorites, Opened int
	Trash                                        int
	Families                                     map[Family]int // documents of each family
	// Tags are the most frequent tags, at most [MaxListedTags], sorted by name without regard to case and accents.
	Tags    []Tally
	Folders []Tally // watched folders of the documents, by id
}

// Tally is the number of documents with a tag or from a folder.
type Tally struct {
	Name  string
	Count int
}

// MaxListedTags is the maximum number of tags in an overview.
const MaxListedTags = 1000

// Overview returns the numbers of documents in the library.
func (s *Service) Overview(ctx context.Context) (Overview, error) { return s.store.FindOverview(ctx) }

// Usage is the disk space that documents use.
type Usage struct {
	Documents  int   // number of documents, including those in the trash
	Originals  int64 // bytes of the originals that are kept; identical originals are counted once
	Trash      int   // number of documents in the trash
	TrashBytes int64 // size of their originals, without regard to shared content
}

// Usage returns the disk space that documents use.
func (s *Service) Usage(ctx context.Context) (Usage, error) { return s.store.FindUsage(ctx) }
