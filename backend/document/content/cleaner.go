package content

import (
	"context"
	"log/slog"
	"time"

	"lectern/backend/internal/fault"
	"lectern/backend/sentence"
)

// Cleaner removes content that no record needs, or moves it to a [SetAside].
type Cleaner struct {
	content *Store
	records Records
	log     *slog.Logger
}

// NewCleaner returns a cleaner of the content in a store.
func NewCleaner(content *Store) *Cleaner {
	return &Cleaner{content: content, records: content.records, log: content.log}
}

// Sweep removes incomplete files, first pages that no document shows, and the records of PDFs that no document needs.
// It sets aside content that no record needs, and files of other programs. The caller must run Sweep before anything is
// posted.
func (c *Cleaner) Sweep(ctx context.Context, inventory *Inventory) error {
	if err := c.records.ForgetPDFs(ctx); err != nil {
		return err
	}
	for _, key := range inventory.leftovers {
		c.log.InfoContext(ctx, "removed a file left by a killed process", "content", key)
		if err := c.content.Remove(ctx, key); err != nil {
			return err
		}
	}
	c.setAsideAll(ctx, append(inventory.unknownKeys(), inventory.foreign...), c.moveAside)
	return nil
}

// setAsideAll sets files aside that no record needs, and logs their names. A file that cannot be moved stays where it
// is.
func (c *Cleaner) setAsideAll(ctx context.Context, keys []string, move func(key string) (moved bool, err error)) {
	for _, key := range keys {
		switch moved, err := move(key); {
		case err != nil:
			c.log.WarnContext(ctx, "a file that is not in the database could not be set aside: it is kept", "content", key, slog.Any("error", err))
		case moved:
			c.log.WarnContext(ctx, "a file that is not in the database was set aside: it is removed after a server has run for 30 days",
				"content", key)
		}
	}
}

// RestoreSetAside moves content that was set aside back to its place if records need it.
func (c *Cleaner) RestoreSetAside(ctx context.Context) error {
	if c.content.objects.setAside == nil {
		return nil
	}
	return c.content.objects.setAside.eachFile(func(key, path string) error {
		used, err := c.records.UsesContent(ctx, key)
		if err != nil || !used {
			return err
		}
		moved, err := c.content.objects.setAside.restore(key, path)
		if moved {
			c.log.WarnContext(ctx, "a file that was set aside is needed again: it was moved back", "content", key)
		}
		return err
	})
}

// PruneSetAside removes each file that was set aside as soon as servers have run for 30 days since then. Only one
// caller at a time may call it.
func (c *Cleaner) PruneSetAside(ctx context.Context) error {
	if c.content.objects.setAside == nil {
		return nil
	}
	days, err := c.content.objects.setAside.Prune(time.Now())
	if len(days) > 0 {
		c.log.InfoContext(ctx, "removed files that were set aside long ago", slog.Any("days", days))
	}
	return err
}

// RemoveSetAside removes everything that was set aside, except content that records need by now, which it moves back.
// If the database does not know most of the content, it may be the wrong database, and the error is a fault of kind
// Conflict.
func (c *Cleaner) RemoveSetAside(ctx context.Context) error {
	if c.content.objects.setAside == nil {
		return nil
	}
	inventory, err := c.TakeInventory(ctx)
	if err != nil {
		return err
	}
	if mismatch, known, unknown := inventory.IsOfOtherDatabase(true); mismatch {
		return errOtherRecords(known, unknown)
	}
	if err := c.RestoreSetAside(ctx); err != nil {
		return err
	}
	days, err := c.content.objects.setAside.removeAll()
	if len(days) > 0 {
		c.log.InfoContext(ctx, "removed files that were set aside, as requested by an administrator", slog.Any("days", days))
	}
	return err
}

// SetUnneededAside sets aside content that no record needs and that is not held (see [Store.Hold]). It may run at any
// time. Incomplete files stay, because they may still be being written. If the database does not know most of the
// content, the error is a fault of kind Conflict. For a shared bucket SetUnneededAside does nothing, see
// [Cleaner.SweepShared].
func (c *Cleaner) SetUnneededAside(ctx context.Context) error {
	if c.content.removals != nil {
		return nil
	}
	inventory, err := c.TakeInventory(ctx)
	if err != nil {
		return err
	}
	if mismatch, known, unknown := inventory.IsOfOtherDatabase(true); mismatch {
		return errOtherRecords(known, unknown)
	}
	c.setAsideAll(ctx, inventory.unknownKeys(), func(key string) (bool, error) { return c.moveUnneeded(ctx, key) })
	return nil
}

func errOtherRecords(known, unknown int) error {
	return fault.Translatable(fault.Conflict, sentence.New("content-unknown",
		"The database of the library does not know {unknown} of {all} files "+
			"of documents. "+
			"They may belong to a newer database, so nothing was cleaned. If this database is the right one, stop the server and run 'lectern "+
			"start-anew --data FOLDER', which sets them aside.").
		With("unknown", unknown).With("all", known+unknown))
}
