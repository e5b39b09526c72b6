package document

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"runtime"
	"slices"
	"time"

	"lectern/backend/internal/disk"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/retry"
)

// How often a running comparison is recorded, and how often content that was found to be missing or damaged is looked
// at again, which is also how long a comparison that failed waits for another try.
const (
	checkSaving  = time.Minute
	faultRecheck = 10 * time.Minute
)

// restShare is how many times as long as it works the comparison of content rests.
const restShare = 9

// CheckContent compares all content that records need with its hashes, once in each interval, at idle priority, until ctx
// ends; an interval of 0 means never. It goes on where it was when the server was stopped. One node at a time may call it.
func (s *Service) CheckContent(ctx context.Context, interval time.Duration) {
	seen := make(map[string]fileState)
	for {
		s.recheckFaults(ctx, seen)
		wait := faultRecheck
		if interval > 0 {
			wait = min(wait, s.checkWhenDue(ctx, interval))
		}
		if !retry.Sleep(ctx, wait) {
			return
		}
	}
}

// checkWhenDue compares all content if that is due, and returns how long it is until the next comparison.
func (s *Service) checkWhenDue(ctx context.Context, interval time.Duration) time.Duration {
	check, err := s.store.FindContentCheck(ctx)
	left := time.Until(check.EndedAt.Add(interval))
	if err == nil && check.Position == "" && left > 0 && left <= interval {
		return left
	}
	if err == nil {
		err = s.compareAll(ctx, &check)
	}
	if err != nil {
		if ctx.Err() == nil {
			s.log.WarnContext(ctx, "content is not compared with its hashes, and is tried again later", slog.Any("error", err))
		}
		return faultRecheck
	}
	return interval
}

// compareAll compares all content behind a position, which it records from time to time.
func (s *Service) compareAll(ctx context.Context, check *ContentCheck) error {
	defer func() { _ = s.store.SaveContentCheck(context.WithoutCancel(ctx), *check) }() // else it begins further in front
	saved := time.Now()
	for _, folder := range contentFolders() {
		if folder == firstPages || folder+"~" <= check.Position { // no key has a byte as great
			continue
		}
		used, err := s.store.ListUsedContent(ctx, folder)
		if err != nil {
			return err
		}
		for _, key := range slices.Sorted(maps.Keys(used)) {
			if key <= check.Position || !IsContentKey(key) {
				continue
			}
			if err := s.compareContent(ctx, key); err != nil {
				return err
			}
			check.Position = key
		}
		if time.Since(saved) > checkSaving {
			saved = time.Now()
			if err := s.store.SaveContentCheck(ctx, *check); err != nil {
				return err
			}
		}
	}
	check.Position, check.EndedAt = "", time.Now()
	return nil
}

// compareContent compares content with its hash, and notes what it finds. Content that nothing needs any more may be
// missing.
func (s *Service) compareContent(ctx context.Context, key string) error {
	condition, err := s.content.compareAtIdle(ctx, key)
	if s.isAbout(ctx, err) { // or the network failed for a moment
		condition, err = s.content.compareAtIdle(ctx, key)
	}
	if s.isAbout(ctx, err) {
		s.log.WarnContext(ctx, "content cannot be read", "content", key, slog.Any("error", err))
		condition, err = Damaged, nil
	}
	if err != nil {
		return err
	}
	if condition != Whole {
		if used, err := s.store.UsesContent(ctx, key); err != nil || !used {
			return err
		}
	}
	s.content.findings.note(key, condition)
	return nil
}

// isAbout reports whether an error of reading content is about this content alone.
func (s *Service) isAbout(ctx context.Context, err error) bool {
	return err != nil && ctx.Err() == nil && !fault.IsMachineLimit(err) && s.content.Reachable(ctx) == nil
}

// compareAtIdle compares content in its store with its hash, on a thread of the lowest priority.
func (c *Content) compareAtIdle(ctx context.Context, key string) (condition Condition, err error) {
	done := make(chan struct{})
	go func() {
		runtime.LockOSThread() // it ends with the goroutine
		disk.LowerPriority()
		condition, err = c.compareStored(ctx, key)
		close(done)
	}()
	<-done
	return condition, err
}

// compareStored reads content from its store, with rests.
func (c *Content) compareStored(ctx context.Context, key string) (Condition, error) {
	r, err := c.newReader(ctx, key)
	if err == nil {
		defer r.Close()
		err = compare(ctx, key, &restingReader{ctx: ctx, r: r, worked: time.Now()})
	}
	if c.cache != nil && isReadError(err) { // of the network
		return Whole, c.word(ctx, fmt.Errorf("read content %s: %w", key, err))
	}
	condition, err := conditionOf(err)
	if condition != Whole {
		if err := c.Reachable(ctx); err != nil {
			return Whole, err // all else is missing with it
		}
	}
	if condition == Damaged {
		c.whole.forget(key)
	}
	return condition, err
}

// restingReader rests after each part of its work, so that others have the disk and the processor.
type restingReader struct {
	ctx    context.Context
	r      io.Reader
	worked time.Time // since when it works
}

// leastWork is how long it works before it rests, at least, since a short rest wakes the processor for nothing; mostRest
// is how long it rests, so that it also ends where others leave it little time.
const (
	leastWork = 5 * time.Millisecond
	mostRest  = time.Second
)

// Read implements [io.Reader].
func (r *restingReader) Read(p []byte) (int, error) {
	if work := time.Since(r.worked); work >= leastWork {
		if !retry.Sleep(r.ctx, min(restShare*work, mostRest)) {
			return 0, r.ctx.Err()
		}
		r.worked = time.Now()
	}
	return r.r.Read(p)
}

// fileState tells whether content in a store was changed.
type fileState struct {
	size    int64
	written time.Time
}

// recheckFaults looks again at the content that is recorded as missing or damaged, where it was changed since it was seen.
func (s *Service) recheckFaults(ctx context.Context, seen map[string]fileState) {
	faults, err := s.store.ListContentFaults(ctx)
	for _, fault := range faults {
		if err == nil {
			err = s.recheckFault(ctx, fault, seen)
		}
	}
	if err != nil && ctx.Err() == nil {
		s.log.WarnContext(ctx, "missing and damaged content is not looked at again", slog.Any("error", err))
	}
}

func (s *Service) recheckFault(ctx context.Context, fault ContentFault, seen map[string]fileState) error {
	used, err := s.store.UsesContent(ctx, fault.Key)
	if err != nil {
		return err
	}
	if !used {
		s.content.findings.note(fault.Key, Whole)
		return s.recordFinding(ctx, fault.Key, Whole)
	}
	state := fileState{}
	if found, err := s.content.bucket.Attributes(ctx, fault.Key); err == nil {
		state = fileState{found.Size, found.ModTime}
	}
	if before, known := seen[fault.Key]; known && before == state {
		return nil
	}
	seen[fault.Key] = state
	s.content.findings.know(fault.Key, fault.Condition)
	return s.compareContent(ctx, fault.Key)
}

// RecordFindings records which content was found to be missing or damaged, or whole again, and names it in the log, until
// ctx ends. Each node calls it for what it has found itself.
func (s *Service) RecordFindings(ctx context.Context) {
	for {
		select {
		case <-s.content.findings.bell:
		case <-ctx.Done():
			return
		}
		for key, condition := range s.content.findings.takeNews() {
			if err := s.recordFinding(ctx, key, condition); err != nil && ctx.Err() == nil {
				s.log.WarnContext(ctx, "the condition of content is not recorded", "content", key, slog.Any("error", err))
			}
		}
	}
}

// recordFinding records the condition of content, and names the records that need it.
func (s *Service) recordFinding(ctx context.Context, key string, condition Condition) error {
	users, err := s.store.ListContentUsers(ctx, key)
	if err != nil {
		return err
	}
	if condition == Whole || len(users) == 0 {
		s.content.findings.know(key, Whole)
		known, err := s.store.ForgetContentFault(ctx, key)
		if known && len(users) > 0 {
			s.log.InfoContext(ctx, "a file of the library is whole again", "content", key, slog.Any("of", userNames(users)))
		}
		return err
	}
	s.log.ErrorContext(ctx, "a file of the library is "+string(condition), "content", key, slog.Any("of", userNames(users)))
	return s.store.SaveContentFault(ctx, key, condition, time.Now())
}

// userNames returns a text for each record: its kind, name and id.
func userNames(users []ContentUser) []string {
	names := make([]string, len(users))
	for i, user := range users {
		names[i] = fmt.Sprintf("%s %q (%s)", user.Kind, user.Name, user.ID)
	}
	return names
}

// NoteCondition notes the condition in which a backup found content. The file is read again before it is used.
func (s *Service) NoteCondition(key string, condition Condition) {
	s.content.whole.forget(key)
	s.content.findings.note(key, condition)
}

// CountFaults returns how much content is known to be missing, and how much damaged.
func (s *Service) CountFaults(ctx context.Context) (map[Condition]int, error) {
	counts, err := s.store.CountContentFaults(ctx)
	if err != nil {
		return nil, err
	}
	counts[Missing] = max(counts[Missing], s.LastGap().Missing) // most of a gap is not recorded file by file
	return counts, nil
}

// ListFaults returns the content that is missing or damaged, with the records that need it. What is recorded is looked at
// anew.
func (s *Service) ListFaults(ctx context.Context) (faults []ContentFault, err error) {
	recorded, err := s.store.ListContentFaults(ctx)
	if err != nil {
		return nil, err
	}
	for _, fault := range recorded {
		whole, err := s.content.has(ctx, fault.Key)
		if err == nil && whole {
			s.content.findings.note(fault.Key, Whole)
			continue
		}
		if err == nil {
			fault.Users, err = s.store.ListContentUsers(ctx, fault.Key)
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
func (s *Service) LastCheck(ctx context.Context) (time.Time, error) {
	check, err := s.store.FindContentCheck(ctx)
	return check.EndedAt, err
}
