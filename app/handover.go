package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/skratchdot/open-golang/open"

	"lectern/backend/cmd/client"
	"lectern/backend/sentence"
)

// errShownInWindow is returned if no file was imported, and the window of the running program shows the reasons.
var errShownInWindow = errors.New("no file was imported")

// handOver passes files to the Lectern program that runs on a data folder, and brings its window to the front. If that
// program has no window, handOver opens the browser instead. The result handed reports whether such a program
// responded. If no program responded, err is nil.
func handOver(ctx context.Context, data string, files []string, stderr io.Writer) (handed bool, err error) {
	running, err := client.Find(ctx, data)
	if err != nil {
		return false, nil
	}
	running.Language = storedLanguage(data)
	// Show the window first: importing many files takes time, and the user should see a reaction.
	err = running.ShowWindow(ctx)
	if errors.Is(err, client.ErrNoWindow) {
		return true, openInBrowser(ctx, running, files, stderr)
	}
	if err != nil {
		return false, nil // the other program is starting or ending
	}
	if len(files) == 0 {
		return true, nil
	}
	outcome, taken, err := importFiles(ctx, running, files, stderr)
	if err != nil {
		return true, err
	}
	if err := running.ShowFiles(ctx, outcome); err != nil {
		return true, err
	}
	if len(taken) == 0 {
		return true, errShownInWindow
	}
	return true, nil
}

// openInBrowser passes files to a server without a window, and opens the first document in the browser. Without files
// it opens the library page, which asks the user for a key. The URL does not contain the key, because other users of
// the machine can read the arguments of the browser's process.
func openInBrowser(ctx context.Context, server *client.Client, files []string, stderr io.Writer) error {
	if len(files) == 0 {
		return open.Start(server.Instance.URL)
	}
	outcome, taken, err := importFiles(ctx, server, files, stderr)
	if err != nil {
		return err
	}
	if len(taken) > 0 {
		address, err := server.View(ctx, taken[0])
		if err != nil {
			return err
		}
		if err := open.Start(address); err != nil {
			return err
		}
	}
	return rejectedIn(outcome)
}

// importFiles imports files into the running server. It returns the result of each file, and in documentIDs the
// ids of the documents.
func importFiles(ctx context.Context, server *client.Client, files []string, stderr io.Writer) (results []client.File,
	documentIDs []string, err error) {
	results, err = server.Import(ctx, files)
	for _, file := range results {
		if file.DocumentID == "" {
			fmt.Fprintf(stderr, "lectern-desktop: %s: %s\n", file.Path, file.Message)
		} else {
			documentIDs = append(documentIDs, file.DocumentID)
		}
	}
	return results, documentIDs, err
}

// startTimeout is how long another Lectern program that uses the data folder may take to respond.
const startTimeout = 10 * time.Second

// retryHandOver passes files to a Lectern program that uses the data folder but may still be starting. If that program
// does not respond in time, the error describes what the user can do.
func retryHandOver(ctx context.Context, data string, files []string, stderr io.Writer) error {
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	for {
		if handed, err := handOver(ctx, data, files, stderr); handed {
			return err
		}
		select { // instead of retry.Sleep, which only packages below backend can import
		case <-ctx.Done():
			return userError(sentence.New("library-held", "Another Lectern uses the library in {folder} but does not respond. "+
				"Stop it, then try again.").With("folder", data))
		case <-time.After(50 * time.Millisecond):
		}
	}
}
