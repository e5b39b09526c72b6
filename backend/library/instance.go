package library

import (
	"encoding/json"
	"fmt"

	"lectern/backend/internal/disk"
)

// Instance contains the data that other programs of the same user need to connect to the server that runs on a data
// folder.
type Instance struct {
	PID     int    `json:"pid"`
	URL     string `json:"url"`
	APIBase string `json:"apiBase"`
	Key     string `json:"key"` // API key that is valid until the server stops
	// Node is the name of the server's node. It is empty if the database is a file in the data folder.
	Node string `json:"node,omitempty"`
	// Certificate is the certificate of a server with HTTPS, in DER.
	Certificate []byte `json:"certificate,omitempty"`
}

// Announce writes the instance to a file that only the server's user can read.
func (f *Folder) Announce(instance Instance) error {
	text, err := json.Marshal(instance)
	if err != nil {
		return err
	}
	if err := disk.ReplaceFile(f.instance(), text); err != nil {
		return fmt.Errorf("write instance file: %w", err)
	}
	return nil
}

// FindInstance returns the data for connecting to the server that runs on a data folder. If there is no such data, the
// error is [os.ErrNotExist]. The data of a server that was killed remains in the folder, so the caller must be prepared
// that no server responds.
func FindInstance(data string) (Instance, error) {
	text, err := ReadOwnFile(data, instanceFile)
	if err != nil {
		return Instance{}, err
	}
	var instance Instance
	if err := json.Unmarshal(text, &instance); err != nil {
		return Instance{}, fmt.Errorf("read instance file: %w", err)
	}
	return instance, nil
}
