package bucket

import (
	"bytes"
	"context"

	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"
)

// Create writes an object unless it exists, and returns its content: another node may have been faster.
func Create(ctx context.Context, in *blob.Bucket, name string, content []byte) ([]byte, error) {
	err := in.Upload(ctx, name, bytes.NewReader(content), &blob.WriterOptions{ContentType: "application/octet-stream", IfNotExist: true})
	if err != nil && gcerrors.Code(err) != gcerrors.FailedPrecondition {
		return nil, err
	}
	return in.ReadAll(ctx, name)
}
