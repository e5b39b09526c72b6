package document

import (
	"context"
)

// Overview counts a library. But for Trash, all is of what is outside the trash.
type Overview struct {
	Total, Processing, Failed, Favorites, Opened int
	Trash                                        int
	Families                                     map[Family]int // all but that of none
	// Tags are the most frequent ones, at most [MaxTagsTold], by their names without regard to
	// case and accents.
	Tags    []Tally
	Folders []Tally // watched ones that documents came from, by their ids
}

// Tally says how many documents there are of something.
type Tally struct {
	Name  string
	Count int
}

// MaxTagsTold is how many tags an overview has at most.
const MaxTagsTold = 1000

// Overview counts the library.
func (s *Service) Overview(ctx context.Context) (Overview, error) { return s.store.FindOverview(ctx) }

// Usage says what documents take up.
type Usage struct {
	Documents  int   // in the trash, too
	Originals  int64 // bytes of the originals that are kept, each content once
	Trash      int   // documents in it
	TrashBytes int64 // of their originals, each counted by itself
}

// Usage says what documents take up.
func (s *Service) Usage(ctx context.Context) (Usage, error) { return s.store.FindUsage(ctx) }
