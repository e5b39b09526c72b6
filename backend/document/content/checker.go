package content

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"runtime"
	"slices"
	"sync/atomic"
	"time"

	"lectern/backend/internal/disk"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/retry"
)

// saveInterval is the interval at which the position of a running verification is saved. recheckInterval is the
// interval at which missing or damaged content is verified again, and the delay before a failed verification is
// repeated.
const (
	saveInterval    = time.Minute
	recheckInterval = 10 * time.Minute
)

// restFactor is the length of a pause during verification, as a multiple of the working time before the pause. With 9,
// verification works for a tenth of the time.
const restFactor = 9

// Checker verifies that the content that records need is in the content store, and that it matches its keys.
type Checker struct {
	content *Store
	cleaner *Cleaner
	records FaultRecords
	missing atomic.Pointer[MissingShare] // the result of the last CheckMissing; nil for none
	log     *slog.Logger
}

// NewChecker returns a checker of the content in a store.
func NewChecker(content *Store, records FaultRecords) *Checker {
	return &Checker{content: content, cleaner: NewCleaner(content), records: records, log: content.log}
}

// Run verifies all content that records need, once in each interval, at idle priority, until ctx ends. An interval of 0
// means never. After a restart of the server, Run continues at the position that was last saved. Only one node at a
// time may call it.
func (c *Checker) Run(ctx context.Context, interval time.Duration) {
	seen := make(map[string]fileState)
	for {
		c.recheckFaults(ctx, seen)
		wait := recheckInterval
		if interval > 0 {
			wait = min(wait, c.verifyWhenDue(ctx, interval))
		}
		if !retry.Sleep(ctx, wait) {
			return
		}
	}
}

// verifyWhenDue verifies all content if that is due, and returns the time until the next verification.
func (c *Checker) verifyWhenDue(ctx context.Context, interval time.Duration) time.Duration {
	check, err := c.records.FindContentCheck(ctx)
	left := time.Until(check.EndedAt.Add(interval))
	if err == nil && check.Position == "" && left > 0 && left <= interval {
		return left
	}
	if err == nil {
		err = c.verifyAll(ctx, &check)
	}
	if err != nil {
		if ctx.Err() == nil {
			c.log.WarnContext(ctx, "content was not compared with its hashes: trying again later", slog.Any("error", err))
		}
		return recheckInterval
	}
	return interval
}

// verifyAll verifies all content after the position in check. It saves the position from time to time.
func (c *Checker) verifyAll(ctx context.Context, check *Progress) error {
	// If the position cannot be saved, the next check begins at an earlier position.
	defer func() { _ = c.records.SaveContentCheck(context.WithoutCancel(ctx), *check) }()
	saved := time.Now()
	for _, folder := range allFolders() {
		if folder == FirstPages || folder+"~" <= check.Position { // "~" is greater than any byte in a key
			continue
		}
		used, err := c.records.ListUsedContent(ctx, folder)
		if err != nil {
			return err
		}
		for _, key := range slices.Sorted(maps.Keys(used)) {
			if key <= check.Position || !IsKey(key) {
				continue
			}
			if err := c.verifyContent(ctx, key); err != nil {
				return err
			}
			check.Position = key
		}
		if time.Since(saved) > saveInterval {
			saved = time.Now()
			if err := c.records.SaveContentCheck(ctx, *check); err != nil {
				return err
			}
		}
	}
	check.Position, check.EndedAt = "", time.Now()
	return nil
}

// verifyContent compares content with its hash, and records its condition. Content that is no longer needed may be
// missing.
func (c *Checker) verifyContent(ctx context.Context, key string) error {
	condition, err := c.verifyAtIdlePriority(ctx, key)
	if c.isContentError(ctx, err) { // tried again, because the network may have failed for a moment
		condition, err = c.verifyAtIdlePriority(ctx, key)
	}
	if c.isContentError(ctx, err) {
		c.log.WarnContext(ctx, "content cannot be read", "content", key, slog.Any("error", err))
		condition, err = Damaged, nil
	}
	if err != nil {
		return err
	}
	if condition != Intact {
		if used, err := c.records.UsesContent(ctx, key); err != nil || !used {
			return err
		}
	}
	c.content.findings.note(key, condition)
	return nil
}

// isContentError reports whether a read error is caused by the content that was read: the store can be reached, ctx has
// not ended, and no limit of the machine was exceeded.
func (c *Checker) isContentError(ctx context.Context, err error) bool {
	return err != nil && ctx.Err() == nil && !fault.IsMachineLimit(err) && c.content.CheckReachable(ctx) == nil
}

// verifyAtIdlePriority compares content in its store with its hash, on a thread of the lowest priority.
func (c *Checker) verifyAtIdlePriority(ctx context.Context, key string) (condition Condition, err error) {
	done := make(chan struct{})
	go func() {
		runtime.LockOSThread() // without unlocking: the thread, whose priority stays low, ends with the goroutine
		disk.LowerPriority()
		condition, err = c.verifyStored(ctx, key)
		close(done)
	}()
	<-done
	return condition, err
}

// verifyStored compares content in its store with its hash. It pauses between reads.
func (c *Checker) verifyStored(ctx context.Context, key string) (Condition, error) {
	r, err := c.content.objects.newReader(ctx, key)
	if err == nil {
		defer r.Close()
		err = verifyHash(ctx, key, &throttledReader{ctx: ctx, r: r, workStart: time.Now()})
	}
	if c.content.cache != nil && isReadError(err) { // an error of the network
		return Intact, c.content.wrapUnavailable(ctx, fmt.Errorf("read content %s: %w", key, err))
	}
	condition, err := conditionOf(err)
	if condition != Intact {
		if err := c.content.CheckReachable(ctx); err != nil {
			return Intact, err // the store as a whole cannot be used
		}
	}
	if condition == Damaged {
		c.content.verified.forget(key)
	}
	return condition, err
}

// throttledReader pauses after each part of its work, so that the disk and the processor are free for other programs.
type throttledReader struct {
	ctx       context.Context
	r         io.Reader
	workStart time.Time // start of the current work period
}

// minWork is the minimum time that a throttledReader works before it pauses, because short pauses cost energy. maxRest
// is the maximum length of a pause, so that reading also ends on a busy machine.
const (
	minWork = 5 * time.Millisecond
	maxRest = time.Second
)

// Read implements [io.Reader].
func (r *throttledReader) Read(p []byte) (int, error) {
	if work := time.Since(r.workStart); work >= minWork {
		if !retry.Sleep(r.ctx, min(restFactor*work, maxRest)) {
			return 0, r.ctx.Err()
		}
		r.workStart = time.Now()
	}
	return r.r.Read(p)
}

// fileState is the size and modification time of stored content, by which a change of the content is detected.
type fileState struct {
	size    int64
	modTime time.Time
}

// recheckFaults verifies content that is recorded as missing or damaged and has changed since it was last verified.
func (c *Checker) recheckFaults(ctx context.Context, states map[string]fileState) {
	faults, err := c.records.ListContentFaults(ctx)
	for _, fault := range faults {
		if err == nil {
			err = c.recheckFault(ctx, fault, states)
		}
	}
	if err != nil && ctx.Err() == nil {
		c.log.WarnContext(ctx, "missing and damaged content was not checked again", slog.Any("error", err))
	}
}

func (c *Checker) recheckFault(ctx context.Context, fault Fault, states map[string]fileState) error {
	used, err := c.records.UsesContent(ctx, fault.Key)
	if err != nil {
		return err
	}
	if !used {
		c.content.findings.note(fault.Key, Intact)
		return c.recordFinding(ctx, fault.Key, Intact)
	}
	state := fileState{}
	if found, err := c.content.objects.bucket.Attributes(ctx, fault.Key); err == nil {
		state = fileState{found.Size, found.ModTime}
	}
	if before, known := states[fault.Key]; known && before == state {
		return nil
	}
	states[fault.Key] = state
	c.content.findings.setRecorded(fault.Key, fault.Condition)
	return c.verifyContent(ctx, fault.Key)
}

// RecordFindings records and logs which content this node finds to be missing or damaged, or intact again, until ctx
// ends.
func (c *Checker) RecordFindings(ctx context.Context) {
	for {
		select {
		case <-c.content.findings.changed:
		case <-ctx.Done():
			return
		}
		for key, condition := range c.content.findings.takeUnrecorded() {
			if err := c.recordFinding(ctx, key, condition); err != nil && ctx.Err() == nil {
				c.log.WarnContext(ctx, "the condition of content was not recorded", "content", key, slog.Any("error", err))
			}
		}
	}
}

// recordFinding records the condition of content, and logs the names of the records that need the content.
func (c *Checker) recordFinding(ctx context.Context, key string, condition Condition) error {
	users, err := c.records.ListContentUsers(ctx, key)
	if err != nil {
		return err
	}
	if condition == Intact || len(users) == 0 {
		c.content.findings.setRecorded(key, Intact)
		known, err := c.records.ForgetContentFault(ctx, key)
		if known && len(users) > 0 {
			c.log.InfoContext(ctx, "a file of the library is intact again", "content", key, slog.Any("of", userNames(users)))
		}
		return err
	}
	c.log.ErrorContext(ctx, "a file of the library is "+string(condition), "content", key, slog.Any("of", userNames(users)))
	return c.records.SaveContentFault(ctx, key, condition, time.Now())
}

// userNames returns a text for each record: its kind, name and id.
func userNames(users []User) []string {
	names := make([]string, len(users))
	for i, user := range users {
		names[i] = fmt.Sprintf("%s %q (%s)", user.Kind, user.Name, user.ID)
	}
	return names
}

// NoteCondition records the condition in which a backup has found content. The content is verified again before its
// next use.
func (c *Checker) NoteCondition(key string, condition Condition) {
	c.content.verified.forget(key)
	c.content.findings.note(key, condition)
}

// CountFaults returns how many files of content are known to be missing, and how many to be damaged.
func (c *Checker) CountFaults(ctx context.Context) (map[Condition]int, error) {
	counts, err := c.records.CountContentFaults(ctx)
	if err != nil {
		return nil, err
	}
	counts[Missing] = max(counts[Missing], c.LastMissing().Missing) // if most content is missing, its files are not recorded one by one
	return counts, nil
}

// ListFaults returns the content that is missing or damaged, with the records that need it. Before that, it verifies
// again the content that is recorded as missing or damaged.
func (c *Checker) ListFaults(ctx context.Context) (faults []Fault, err error) {
	recorded, err := c.records.ListContentFaults(ctx)
	if err != nil {
		return nil, err
	}
	for _, fault := range recorded {
		whole, err := c.content.Has(ctx, fault.Key)
		if err == nil && whole {
			c.content.findings.note(fault.Key, Intact)
			continue
		}
		if err == nil {
			fault.Users, err = c.records.ListContentUsers(ctx, fault.Key)
		}
		if err != nil {
			return nil, err
		}
		if len(fault.Users) > 0 {
			faults = append(faults, fault)
		}
	}
	return faults, nil
}

// LastCheck returns when all content was last compared with its hashes; zero for never.
func (c *Checker) LastCheck(ctx context.Context) (time.Time, error) {
	check, err := c.records.FindContentCheck(ctx)
	return check.EndedAt, err
}
