package crm

import (
	"context"
	"regexp"
	"strconv"
	"sync"
	"time"

	"lectern/backend/sentence"
)

const (
	oldestVersion  = 50 // oldest version of Salesforce's REST API that Lectern supports
	versionTTL     = time.Hour
	maxVersionHost = 1000 // maximal number of servers in the cache
)

// versions caches the newest API version of each server.
type versions struct {
	mu       sync.Mutex
	byOrigin map[string]knownVersion // by the origin of the server
}

type knownVersion struct {
	name string
	at   time.Time
}

var versionName = regexp.MustCompile(`^([1-9]\d{1,2})\.0$`)

// find returns the newest API version, such as 60.0, that the caller's server supports.
func (v *versions) find(ctx context.Context, c *caller) (string, error) {
	v.mu.Lock()
	known, there := v.byOrigin[c.origin]
	v.mu.Unlock()
	if there && time.Since(known.at) < versionTTL {
		return known.name, nil
	}
	name, err := askVersion(ctx, c)
	if err != nil {
		return "", err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.byOrigin == nil || len(v.byOrigin) >= maxVersionHost {
		v.byOrigin = make(map[string]knownVersion)
	}
	v.byOrigin[c.origin] = knownVersion{name, time.Now()}
	return name, nil
}

// askVersion requests the supported versions from the server, and returns the newest.
func askVersion(ctx context.Context, c *caller) (newest string, err error) {
	var all []struct{ Version string }
	if err := c.get(ctx, request{path: "/services/data/", anonymous: true, missing: errBroken(c.host)}, &all); err != nil {
		return "", err
	}
	highest := oldestVersion - 1
	for _, one := range all {
		parts := versionName.FindStringSubmatch(one.Version)
		if parts == nil {
			continue
		}
		if number, err := strconv.Atoi(parts[1]); err == nil && number > highest {
			highest, newest = number, one.Version
		}
	}
	if newest == "" {
		return "", failed("platform-version", sentence.New("crm-version", "The server {host} does not support a known version of "+
			"the API: {version} or later is required.").
			With("host", c.host).With("version", strconv.Itoa(oldestVersion)+".0"))
	}
	return newest, nil
}
