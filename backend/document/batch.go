package document

import (
	"context"
	"fmt"
	"slices"
	"time"

	"lectern/backend/internal/fault"
)

// Action is an operation on many documents.
type Action string

// The actions that [Service.Batch] can apply to documents.
const (
	Trash                Action = "trash"
	Restore              Action = "restore" // takes documents out of the trash, unchanged
	Delete               Action = "delete"  // deletes documents permanently
	RetryAll             Action = "retry"
	AddFavorite          Action = "favorite"
	RemoveFavorite       Action = "unfavorite"
	AddTags              Action = "tag"
	RemoveTags           Action = "untag"
	AddToCollection      Action = "collect"
	RemoveFromCollection Action = "uncollect"
)

// Actions returns all actions.
func Actions() []Action {
	return []Action{Trash, Restore, Delete, RetryAll, AddFavorite, RemoveFavorite, AddTags, RemoveTags, AddToCollection, RemoveFromCollection}
}

// Batch is an action to apply to many documents.
type Batch struct {
	Action     Action
	IDs        []string
	Tags       []string // tags to add or remove
	Collection string   // id of the collection to add to or to remove from
	// InTrash means that the documents were in the trash when they were listed. Documents that were restored since then
	// are not deleted.
	InTrash bool

	startedAt time.Time // when the batch began
}

// Refusal is the reason why a batch did not change a document.
type Refusal struct {
	ID  string
	Err error // a [fault.Error]
}

// Outcome is the result of a batch.
type Outcome struct {
	Changed []string // ids of the changed documents
	Refused []Refusal
}

// MaxBatch is the maximum number of documents in a batch.
const MaxBatch = 100_000

// batchPart is the number of documents that are changed in one transaction, so that other writers do not wait long.
const batchPart = 500

// Batch applies an action to many documents, in parts. If the action is refused for one document, other documents are
// still changed. A document that already has the requested state is neither changed nor refused.
func (s *Service) Batch(ctx context.Context, b Batch) (all Outcome, err error) {
	if err := b.normalize(); err != nil {
		return all, err
	}
	b.startedAt = time.Now()
	for part := range slices.Chunk(b.IDs, batchPart) {
		outcome, err := s.batchSome(ctx, &b, part)
		all.Changed = append(all.Changed, outcome.Changed...)
		all.Refused = append(all.Refused, outcome.Refused...)
		if err != nil {
			return all, err
		}
	}
	return all, nil
}

// normalize validates a batch and removes duplicate ids.
func (b *Batch) normalize() (err error) {
	if len(b.IDs) > MaxBatch {
		return fault.Field("/ids", "A batch can have at most %d documents.", MaxBatch)
	}
	if !slices.Contains(Actions(), b.Action) {
		return fault.Field("/action", "There is no action %q.", b.Action)
	}
	switch b.Action {
	case AddTags, RemoveTags:
		if b.Tags, err = normalizeTags(b.Tags); err == nil && len(b.Tags) == 0 {
			err = fault.Field("/tags", "The field tags is missing: list the tags to add or to remove.")
		}
	case AddToCollection, RemoveFromCollection:
		if b.Collection == "" {
			err = fault.Field("/collection", "The field collection is missing: set the id of a collection.")
		}
	}
	seen := make(map[string]bool, len(b.IDs))
	b.IDs = slices.DeleteFunc(slices.Clone(b.IDs), func(id string) bool {
		twice := seen[id]
		seen[id] = true
		return twice
	})
	return err
}

func (s *Service) batchSome(ctx context.Context, b *Batch, ids []string) (Outcome, error) {
	switch b.Action {
	case Delete:
		return s.deleteSome(ctx, ids, b.checkDelete)
	case RetryAll:
		return s.retrySome(ctx, ids)
	case AddToCollection, RemoveFromCollection:
		return s.notifyChanged(s.store.ChangeCollection(ctx, b.Collection, ids, b.Action == AddToCollection))
	}
	return s.notifyChanged(s.store.UpdateDocuments(ctx, ids, b.change))
}

// change applies the action of the batch to a document.
func (b *Batch) change(d *Document) (err error) {
	switch b.Action {
	case Trash:
		if d.DeletedAt.IsZero() {
			d.DeletedAt = b.startedAt
		}
	case Restore:
		d.DeletedAt = time.Time{}
	case AddFavorite:
		d.Favorite = true
	case RemoveFavorite:
		d.Favorite = false
	case AddTags:
		d.Tags, err = normalizeTags(slices.Concat(d.Tags, b.Tags))
	case RemoveTags:
		d.Tags = slices.DeleteFunc(slices.Clone(d.Tags), func(tag string) bool { return slices.Contains(b.Tags, tag) })
		if len(d.Tags) == 0 {
			d.Tags = nil
		}
	default:
		err = fmt.Errorf("the documents were not changed: %s", b.Action)
	}
	return err
}

// checkDelete returns an error for a document that has been restored from the trash since the documents of the batch
// were listed.
func (b *Batch) checkDelete(d *Document) error {
	if b.InTrash && d.DeletedAt.IsZero() {
		return errRestored
	}
	return nil
}

// errRestored is the error of deleting a document that was restored from the trash meanwhile.
var errRestored = fault.New(fault.Conflict, "The document is no longer in the trash.")

// notifyChanged notifies subscribers of the documents that a batch has changed.
func (s *Service) notifyChanged(o Outcome, err error) (Outcome, error) {
	for _, id := range o.Changed {
		s.notify(id)
	}
	return o, err
}

// retrySome retries failed documents one by one, because each retry begins a job.
func (s *Service) retrySome(ctx context.Context, ids []string) (o Outcome, err error) {
	for _, id := range ids {
		_, err := s.Retry(ctx, id, "")
		switch {
		case err == nil:
			o.Changed = append(o.Changed, id)
		case !fault.IsFault(err):
			return o, err
		default:
			o.Refused = append(o.Refused, Refusal{id, err})
		}
	}
	return o, nil
}

func (s *Service) deleteSome(ctx context.Context, ids []string, check func(*Document) error) (o Outcome, err error) {
	deleted, refused, err := s.store.DeleteDocuments(ctx, ids, check)
	o.Refused = refused
	for i := range deleted {
		o.Changed = append(o.Changed, deleted[i].ID)
		s.cleanUpDeleted(ctx, &deleted[i])
	}
	return o, err
}

// EmptyTrash permanently deletes the documents that were put into the trash before a time. A document that is restored
// in the meantime is not deleted.
func (s *Service) EmptyTrash(ctx context.Context, before time.Time) error {
	check := func(d *Document) error {
		if d.DeletedAt.IsZero() || !d.DeletedAt.Before(before) {
			return errRestored
		}
		return nil
	}
	for {
		var ids []string
		q := Query{Place: InTrash, Order: ByDeletion, Limit: batchPart}
		err := s.store.ListDocuments(ctx, q, func(d Document) error {
			if check(&d) == nil {
				ids = append(ids, d.ID)
			}
			return nil
		})
		if err != nil || len(ids) == 0 {
			return err
		}
		if _, err := s.deleteSome(ctx, ids, check); err != nil {
			return err
		}
	}
}
