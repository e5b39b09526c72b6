package document

import (
	"context"
)

// Overview has the numbers of documents in a library. All but Trash count documents outside the trash.
type Overview struct {
	Total, Processing, Failed, Favorites, Opened int
	Trash                                        int
	Families                                     map[Family]int // all but that of none
	// Tags are the most frequent tags, at most [MaxTagsTold], sorted by name without regard to case and accents.
	Tags    []Tally
	Folders []Tally // watched ones that documents came from, by their ids
}

// Tally is the number of documents with a tag or from a folder.
type Tally struct {
	Name  string
	Count int
}

// MaxTagsTold is how many tags an overview has at most.
const MaxTagsTold = 1000

// Overview returns the numbers of documents in the library.
func (s *Service) Overview(ctx context.Context) (Overview, error) { return s.store.FindOverview(ctx) }

// Usage is the disk space that documents use.
type Usage struct {
	Documents  int   // in the trash, too
	Originals  int64 // bytes of the originals that are kept, each content once
	Trash      int   // documents in it
	TrashBytes int64 // of their originals, each counted by itself
}

// Usage is the disk space that documents use.
func (s *Service) Usage(ctx context.Context) (Usage, error) { return s.store.FindUsage(ctx) }
