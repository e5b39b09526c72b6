package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"lectern/backend/event"
	"lectern/backend/store/engine"
	"lectern/backend/webhook"
)

// Webhooks stores webhook deliveries and the secrets that sign them. It implements [webhook.Store].
type Webhooks struct{ *database }

// maxEvents is the maximum number of events in a delivery. Further events are sent in the next one.
const maxEvents = 500

// ResumeLanes implements [webhook.Store].
func (r Webhooks) ResumeLanes(ctx context.Context, now time.Time) error {
	return r.updateNonDurable(ctx, func(tx *Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE webhook_lane SET due_at = ? WHERE due_at IS NULL`, now.UnixMilli())
		if err != nil {
			return fmt.Errorf("resume deliveries: %w", err)
		}
		return nil
	})
}

// ClampLanes implements [webhook.Store]. It writes only if there is something to correct.
func (r Webhooks) ClampLanes(ctx context.Context, now, latest time.Time) error {
	var late bool
	err := r.read.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM webhook_lane WHERE due_at > ?)`, latest.UnixMilli()).Scan(&late)
	if err == nil && late {
		err = r.updateNonDurable(ctx, func(tx *Tx) error { return clampLanes(ctx, tx, now, latest) })
	}
	if err != nil {
		return fmt.Errorf("correct the times of deliveries: %w", err)
	}
	return nil
}

func clampLanes(ctx context.Context, tx *Tx, now, latest time.Time) error {
	_, deliveries := tx.ExecContext(ctx, `UPDATE webhook_delivery SET next_at = ?
		WHERE number IN (SELECT delivery FROM webhook_lane WHERE due_at > ?)`, now.UnixMilli(), latest.UnixMilli())
	_, lanes := tx.ExecContext(ctx, `UPDATE webhook_lane SET due_at = ? WHERE due_at > ?`, now.UnixMilli(), latest.UnixMilli())
	return errors.Join(deliveries, lanes)
}

// NextDue implements [webhook.Store].
func (r Webhooks) NextDue(ctx context.Context, after time.Time) (time.Time, error) {
	var next sql.NullInt64
	err := r.read.QueryRowContext(ctx, `SELECT MIN(due_at) FROM webhook_lane WHERE due_at > ?`, after.UnixMilli()).Scan(&next)
	if err != nil {
		return time.Time{}, fmt.Errorf("find next delivery: %w", err)
	}
	return fromMilli(next), nil
}

// lane is the queue of webhook deliveries of one document. Its deliveries are sent one after the other.
type lane struct {
	document, host string
	delivery       sql.NullInt64
	due            int64
}

// TakeDue implements [webhook.Store].
func (r Webhooks) TakeDue(ctx context.Context, now time.Time, room webhook.Capacity) ([]webhook.DueDelivery, error) {
	lanes, err := r.dueLanes(ctx, now, room)
	if err != nil || len(lanes) == 0 {
		return nil, err
	}
	var taken []webhook.DueDelivery
	// The delivery must be on disk before it is sent, because it cannot be created again afterwards.
	err = r.update(ctx, func(tx *Tx) error {
		taken = nil
		for _, lane := range lanes {
			d, ok, err := takeLane(ctx, tx, lane, now)
			if err != nil {
				return err
			}
			if ok {
				taken = append(taken, webhook.DueDelivery{Delivery: d, Host: lane.host})
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("claim deliveries: %w", err)
	}
	return taken, nil
}

// dueLanes returns as many due lanes as room permits, those that have waited longest first. Usually they are among the
// first rows of the index. If many of those rows are for hosts at their limit, dueLanes queries host by host instead of
// reading all rows.
func (r Webhooks) dueLanes(ctx context.Context, now time.Time, room webhook.Capacity) ([]lane, error) {
	if room.Free <= 0 {
		return nil, nil
	}
	limit := 4 * room.Free
	first, err := r.readLanes(ctx, firstLanesQuery, now.UnixMilli(), limit)
	if err != nil {
		return nil, err
	}
	due := fitting(first, room)
	if len(due) == room.Free || len(first) < limit {
		return due, nil
	}
	return r.dueLanesByHost(ctx, now, room)
}

// fitting returns the first lanes whose deliveries can be sent without exceeding the limits in room.
func fitting(lanes []lane, room webhook.Capacity) (fit []lane) {
	underWay := map[string]int{}
	maps.Copy(underWay, room.Running)
	for _, l := range lanes {
		if len(fit) < room.Free && underWay[l.host] < room.PerHost {
			underWay[l.host]++
			fit = append(fit, l)
		}
	}
	return fit
}

func (r Webhooks) dueLanesByHost(ctx context.Context, now time.Time, room webhook.Capacity) ([]lane, error) {
	hosts, err := r.dueHosts(ctx, now, room)
	if err != nil {
		return nil, err
	}
	var due []lane
	for _, host := range hosts {
		lanes, err := r.readLanes(ctx, lanesToQuery, host, now.UnixMilli(), min(room.PerHost-room.Running[host], room.Free))
		if err != nil {
			return nil, err
		}
		due = append(due, lanes...)
	}
	slices.SortFunc(due, func(a, b lane) int { return cmp.Or(cmp.Compare(a.due, b.due), cmp.Compare(a.document, b.document)) })
	return due[:min(len(due), room.Free)], nil
}

// dueHosts returns hosts that have a due lane and have not reached their limit of deliveries. The host whose lane has
// waited longest comes first.
func (r Webhooks) dueHosts(ctx context.Context, now time.Time, room webhook.Capacity) (hosts []string, err error) {
	if hosts, err = engine.ListStrings(ctx, r.read, dueHostsQuery, jsonText(fullHosts(room)), now.UnixMilli(), room.Free); err != nil {
		return nil, fmt.Errorf("find hosts of deliveries: %w", err)
	}
	return hosts, nil
}

// dueHostsQuery is the query of [Webhooks.dueHosts]. It jumps from one host to the next in the index.
const dueHostsQuery = `WITH RECURSIVE hosts (host) AS (
			SELECT MIN(host) FROM webhook_lane
			UNION ALL
			SELECT (SELECT MIN(host) FROM webhook_lane WHERE host > hosts.host) FROM hosts WHERE host IS NOT NULL)
		SELECT host FROM (
			SELECT host, (SELECT MIN(due_at) FROM webhook_lane WHERE host = hosts.host AND due_at IS NOT NULL) AS due
			FROM hosts WHERE host IS NOT NULL AND host NOT IN (SELECT value FROM json_each(?))) AS waiting
		WHERE due <= ? ORDER BY due, host LIMIT ?`

// fullHosts returns the hosts to which no further delivery may be sent at present.
func fullHosts(room webhook.Capacity) []string {
	full := []string{}
	for host, n := range room.Running {
		if n >= room.PerHost {
			full = append(full, host)
		}
	}
	return full
}

// Queries for the due lanes that have waited longest, first among all hosts and then for one host.
const (
	firstLanesQuery = `SELECT document_id, host, delivery, due_at FROM webhook_lane
		WHERE due_at <= ? ORDER BY due_at, document_id LIMIT ?`
	lanesToQuery = `SELECT document_id, host, delivery, due_at FROM webhook_lane
		WHERE host = ? AND due_at <= ? ORDER BY due_at, document_id LIMIT ?`
)

func (r Webhooks) readLanes(ctx context.Context, query string, arguments ...any) ([]lane, error) {
	rows, err := r.read.QueryContext(ctx, query, arguments...)
	if err != nil {
		return nil, fmt.Errorf("find deliveries: %w", err)
	}
	defer rows.Close()
	var lanes []lane
	for rows.Next() {
		var l lane
		if err := rows.Scan(&l.document, &l.host, &l.delivery, &l.due); err != nil {
			return nil, fmt.Errorf("find deliveries: %w", err)
		}
		lanes = append(lanes, l)
	}
	return lanes, rows.Err()
}

// takeLane returns the delivery of a lane, and creates it if there is none. If no event is waiting, takeLane closes the
// lane, and the result ok is false.
func takeLane(ctx context.Context, tx *Tx, l lane, now time.Time) (d webhook.Delivery, ok bool, err error) {
	if l.delivery.Valid {
		d, err = findDelivery(tx.QueryRowContext(ctx, `SELECT `+deliveryColumns+` FROM webhook_delivery WHERE number = ?`, l.delivery))
		if err == nil {
			_, err = tx.ExecContext(ctx, `UPDATE webhook_delivery SET next_at = NULL WHERE number = ?`, d.Number)
		}
	} else {
		d, ok, err = deliverWaiting(ctx, tx, l.document, webhook.Pending, now)
		if err == nil && !ok {
			return d, false, closeLane(ctx, tx, l.document)
		}
	}
	if err == nil {
		_, err = tx.ExecContext(ctx, `UPDATE webhook_lane SET due_at = NULL, delivery = ? WHERE document_id = ?`, d.Number, l.document)
	}
	return d, err == nil, err
}

func closeLane(ctx context.Context, tx *Tx, document string) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM webhook_lane WHERE document_id = ?`, document)
	return err
}

// deliverWaiting creates a delivery of the document's waiting events to the address of the first event. The result ok
// is false if no event is waiting.
func deliverWaiting(ctx context.Context, tx *Tx, document string, state webhook.State, now time.Time) (d webhook.Delivery,
	ok bool, err error) {
	events, err := listWaitingEvents(ctx, tx, document)
	if err != nil || len(events) == 0 {
		return d, false, err
	}
	body, err := json.Marshal(events)
	if err != nil {
		return d, false, err
	}
	d = webhook.Delivery{ID: webhook.NewID(), DocumentID: document, URL: events[0].URL, Body: string(body), State: state, CreatedAt: now}
	for _, e := range events {
		d.Types = append(d.Types, e.Type)
	}
	if state != webhook.Pending {
		d.EndedAt = now
	}
	if err := createDelivery(ctx, tx, &d); err != nil {
		return d, false, err
	}
	_, err = tx.ExecContext(ctx,
		`UPDATE event SET delivery = ? WHERE document_id = ? AND delivery IS NULL AND url <> '' AND id BETWEEN ? AND ?`,
		d.Number, document, events[0].ID, events[len(events)-1].ID)
	return d, true, err
}

// listWaitingEvents returns the document's first events that are in no delivery and have the same address.
func listWaitingEvents(ctx context.Context, tx *Tx, document string) ([]event.Event, error) {
	rows, err := tx.QueryContext(ctx, `SELECT `+eventColumns+` FROM event
		WHERE document_id = ? AND delivery IS NULL AND url <> '' ORDER BY id LIMIT ?`, document, maxEvents)
	if err != nil {
		return nil, err
	}
	events, err := scanEvents(rows)
	for i := range events {
		if events[i].URL != events[0].URL {
			return events[:i], err
		}
	}
	return events, err
}

// Finish implements [webhook.Store].
func (r Webhooks) Finish(ctx context.Context, d *webhook.Delivery, o webhook.Outcome) error {
	return r.updateNonDurable(ctx, func(tx *Tx) error {
		if err := recordOutcome(ctx, tx, d, o, time.Now()); err != nil {
			return fmt.Errorf("record delivery: %w", err)
		}
		return nil
	})
}

func recordOutcome(ctx context.Context, tx *Tx, d *webhook.Delivery, o webhook.Outcome, now time.Time) error {
	if err := createAttempt(ctx, tx, d, o.Attempt); err != nil {
		return err
	}
	if o.State == webhook.Pending {
		_, err := tx.ExecContext(ctx, `UPDATE webhook_delivery SET tries = tries + 1, next_at = ? WHERE number = ?`,
			o.NextAt.UnixMilli(), d.Number)
		if err == nil {
			_, err = tx.ExecContext(ctx, `UPDATE webhook_lane SET due_at = ? WHERE document_id = ?`, o.NextAt.UnixMilli(), d.DocumentID)
		}
		return err
	}
	_, err := tx.ExecContext(ctx, `UPDATE webhook_delivery SET tries = tries + 1, state = ?, ended_at = ? WHERE number = ?`,
		o.State, now.UnixMilli(), d.Number)
	if err == nil && o.Gone {
		err = dropReceiver(ctx, tx, d, now)
	}
	if err != nil {
		return err
	}
	return resumeLane(ctx, tx, d.DocumentID, now)
}

// dropReceiver cancels all waiting events of a document to a receiver, and delivers no further events to it.
func dropReceiver(ctx context.Context, tx *Tx, d *webhook.Delivery, now time.Time) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO webhook_gone (document_id, url) SELECT id, ? FROM document WHERE id = ? ON CONFLICT DO NOTHING`,
		d.URL, d.DocumentID)
	for err == nil {
		var waiting []event.Event
		if waiting, err = listWaitingEvents(ctx, tx, d.DocumentID); err != nil || len(waiting) == 0 || waiting[0].URL != d.URL {
			return err
		}
		_, _, err = deliverWaiting(ctx, tx, d.DocumentID, webhook.Cancelled, now)
	}
	return err
}

// resumeLane makes a lane due if events wait in it, and closes it otherwise.
func resumeLane(ctx context.Context, tx *Tx, document string, now time.Time) error {
	waiting, err := listWaitingEvents(ctx, tx, document)
	if err != nil {
		return err
	}
	if len(waiting) == 0 {
		return closeLane(ctx, tx, document)
	}
	_, err = tx.ExecContext(ctx, `UPDATE webhook_lane SET due_at = ?, delivery = NULL, host = ? WHERE document_id = ?`,
		now.UnixMilli(), host(waiting[0].URL), document)
	return err
}

// Reschedule implements [webhook.Store].
func (r Webhooks) Reschedule(ctx context.Context, d *webhook.Delivery, at time.Time) error {
	return r.update(ctx, func(tx *Tx) error {
		result, err := tx.ExecContext(ctx, `UPDATE webhook_lane SET due_at = ? WHERE document_id = ? AND delivery = ? AND due_at > ?`,
			at.UnixMilli(), d.DocumentID, d.Number, at.UnixMilli())
		if err != nil {
			return fmt.Errorf("send delivery at once: %w", err)
		}
		if n, err := result.RowsAffected(); err != nil || n == 0 {
			return err // no row was changed if the delivery is being attempted
		}
		tx.Due = true
		if _, err := tx.ExecContext(ctx, `UPDATE webhook_delivery SET next_at = ? WHERE number = ?`, at.UnixMilli(), d.Number); err != nil {
			return fmt.Errorf("send delivery at once: %w", err)
		}
		return nil
	})
}
