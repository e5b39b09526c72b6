package bucket

import (
	"bytes"
	"context"

	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"
)

// Create writes an object unless the object exists. It returns the content of the stored object, which another node may
// have written at the same time.
func Create(ctx context.Context, bucket *blob.Bucket, name string, content []byte) ([]byte, error) {
	err := bucket.Upload(ctx, name, bytes.NewReader(content), &blob.WriterOptions{ContentType: "application/octet-stream", IfNotExist: true})
	if err != nil && gcerrors.Code(err) != gcerrors.FailedPrecondition {
		return nil, err
	}
	return bucket.ReadAll(ctx, name)
}
