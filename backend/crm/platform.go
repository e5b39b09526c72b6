// Package crm works with the platforms from which templates come and to which results go.
//
// To add a platform, implement [Platform] and add it in [New] under the name that integrations use. The rules for
// errors, limits and sessions are at [Platform]. It may only send requests through [guard.Client].
package crm

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"time"

	"lectern/backend/internal/guard"
)

// Integration identifies a platform, its server and the caller's session.
type Integration struct {
	Type      string // the name of the platform
	ServerURL string // address of its server, from the caller; empty for none
	LinkTo    string // record to which results are linked; empty for none
	// SessionID is the caller's session; empty for none. It is a secret that is only sent to the platform and never
	// part of an error.
	SessionID string
}

// Platform is a platform that tasks work with. Its methods are safe for concurrent use. When the context ends, they
// return its error. The size of all that they read is limited.
//
// An error that a person can fix is an [*Error]; it is shown in the person's language and fails the task. Other errors
// are considered the server's own, and the task is retried once.
type Platform interface {
	// Check returns a fault of kind Invalid for the field of an integration that is not valid, such as
	// /integration/serverURL. It sends no requests, because the caller waits for it.
	Check(in Integration) error
	// Template returns the file of a template with the platform's identifier, and a name with its extension. The caller
	// closes the body and limits how much it reads.
	Template(ctx context.Context, in Integration, identifier string) (name string, body io.ReadCloser, err error)
	// Query returns the results of queries in the platform's language, as JSON by name. The queries are from the
	// template and have tags for values of params, a JSON object. Values are escaped, so they cannot change a query.
	Query(ctx context.Context, in Integration, queries map[string]string, params []byte) (map[string]json.RawMessage, error)
	// Store stores a document under a name with its extension, links it to a record unless that is empty, and returns
	// the platform's identifier of it. It overwrites nothing.
	Store(ctx context.Context, in Integration, record, name string, file *os.File) (id string, err error)
}

// Parts are the dependencies of the platforms.
type Parts struct {
	// Client sends all requests.
	Client *guard.Client
	// MaxTemplate returns the size limit of a template, in bytes.
	MaxTemplate func() int64
	// Time is the time limit of a request that transfers a file; 0 is five minutes. Other requests have at most half a
	// minute.
	Time time.Duration
}

// Platforms are all available platforms.
type Platforms struct {
	salesforce *salesforce
	folder     *folder
	byType     map[string]Platform
}

// New returns the platforms. Until [Platforms.Configure] is called, there are no further hosts and no folder.
func New(p Parts) *Platforms {
	all := &Platforms{salesforce: newSalesforce(p), folder: &folder{}}
	all.byType = map[string]Platform{"Salesforce": all.salesforce, "Folder": all.folder}
	return all
}

// Configure sets the hosts that may be called besides the platforms' own ([guard.ParseHosts]), and the folder of
// templates, or "" for none.
func (p *Platforms) Configure(hosts []string, folder string) error {
	own, err := guard.ParseHosts(hosts)
	if err != nil {
		return err
	}
	p.salesforce.own.Store(&own)
	p.folder.path.Store(&folder)
	return nil
}

// Types returns the names of the platforms, sorted.
func (p *Platforms) Types() []string { return slices.Sorted(maps.Keys(p.byType)) }

// Find returns the platform with a name, which is one of [Platforms.Types].
func (p *Platforms) Find(name string) (Platform, error) {
	found, there := p.byType[name]
	if !there { // the task was posted with another version of the program
		return nil, fmt.Errorf("there is no platform %q", name)
	}
	return found, nil
}
