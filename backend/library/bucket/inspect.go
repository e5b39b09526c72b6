package bucket

import (
	"context"

	"lectern/backend/internal/dial"
	"lectern/backend/internal/id"
)

// Inspect returns the name of the bucket at an address. It returns an error if this program cannot read and write the
// bucket. If the bucket cannot be reached, Inspect does not wait. It leaves no object in the bucket.
func Inspect(ctx context.Context, address string) (name string, err error) {
	u, err := parse(address)
	if err != nil {
		return "", err
	}
	name = "s3://" + u.Host
	if endpoint := u.Query().Get("endpoint"); endpoint != "" {
		name += " (" + endpoint + ")"
	}
	opened, client, err := connect(ctx, u, new(dial.Line))
	if err != nil {
		return name, err
	}
	defer opened.Close()
	if err := checkCredentials(ctx, client); err != nil {
		return name, err
	}
	err = requestList(ctx, client, u.Host)
	probe := "lectern-doctor-" + id.New()
	if err == nil {
		err = opened.WriteAll(ctx, probe, nil, nil)
	}
	if err == nil {
		err = opened.Delete(ctx, probe)
	}
	if err == nil {
		return name, nil
	}
	if lasting := describeRefusal(err, u.Host); lasting != nil {
		return name, lasting
	}
	return name, err
}
