package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"lectern/backend"
	"lectern/backend/client"
)

// handOver gives files to the window that is open on a data folder, which comes to the front. It
// says whether there is one.
func handOver(ctx context.Context, data string, files []string, stderr io.Writer) (handed bool, err error) {
	if data == "" {
		data = backend.DefaultData()
	}
	running, err := client.Find(ctx, data)
	if err != nil {
		return false, nil
	}
	// First, as taking many in may last: so it is seen that something happens.
	if err := running.ShowWindow(ctx); err != nil {
		return false, nil // it is a server alone
	}
	if len(files) == 0 {
		return true, nil
	}
	outcome, err := running.Take(ctx, files)
	if err != nil {
		return true, err
	}
	taken := 0
	for _, file := range outcome {
		if file.DocumentID == "" {
			fmt.Fprintf(stderr, "lectern-desktop: %s: %s\n", file.Path, file.Message)
		} else {
			taken++
		}
	}
	if err := running.ShowFiles(ctx, outcome); err != nil {
		return true, err
	}
	if taken == 0 {
		return true, errors.New("no file was taken in")
	}
	return true, nil
}

// starting is how long a window that has the data folder may take until it answers.
const starting = 10 * time.Second

// awaitOther gives files to a window that has the data folder, but may not answer yet. Where none
// does, it gives an error that says what to do about cause.
func awaitOther(ctx context.Context, data string, files []string, stderr io.Writer, cause error) error {
	ctx, cancel := context.WithTimeout(ctx, starting)
	defer cancel()
	for {
		if handed, err := handOver(ctx, data, files, stderr); handed {
			return err
		}
		if running, err := client.Find(ctx, data); err == nil && errors.Is(running.ShowWindow(ctx), client.ErrNoWindow) {
			break // a server without a window, which will get none
		}
		select {
		case <-ctx.Done():
		case <-time.After(50 * time.Millisecond):
			continue
		}
		break
	}
	return fmt.Errorf("%w: close it first, or give this one a folder of its own with --data", cause)
}
