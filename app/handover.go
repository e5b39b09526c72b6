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

// errTold says that nothing was taken in, which the window that is open tells its person.
var errTold = errors.New("no file was taken in")

// handOver gives files to the Lectern that runs on a data folder. Its window comes to the front with
// them; where it has none, they are shown in the browser. It says whether there is one.
func handOver(ctx context.Context, data string, files []string, stderr io.Writer) (handed bool, err error) {
	running, err := client.Find(ctx, data)
	if err != nil {
		return false, nil
	}
	running.Language = languageIn(data)
	// First, as taking many in may last: so it is seen that something happens.
	err = running.ShowWindow(ctx)
	if errors.Is(err, client.ErrNoWindow) {
		return true, browse(ctx, running, files, stderr)
	}
	if err != nil {
		return false, nil // it does not answer yet, or any more
	}
	if len(files) == 0 {
		return true, nil
	}
	outcome, taken, err := take(ctx, running, files, stderr)
	if err != nil {
		return true, err
	}
	if err := running.ShowFiles(ctx, outcome); err != nil {
		return true, err
	}
	if len(taken) == 0 {
		return true, errTold
	}
	return true, nil
}

// browse gives files to a server without a window, and shows the first in the browser, or, where
// there are none, the library's page. That asks for a key, as the program has none that it could put
// into an address: others on the machine read with what a browser is started.
func browse(ctx context.Context, running *client.Client, files []string, stderr io.Writer) error {
	if len(files) == 0 {
		return open.Start(running.Instance.URL)
	}
	outcome, taken, err := take(ctx, running, files, stderr)
	if err != nil {
		return err
	}
	if len(taken) > 0 {
		address, err := running.View(ctx, taken[0])
		if err != nil {
			return err
		}
		if err := open.Start(address); err != nil {
			return err
		}
	}
	return refusedOf(outcome)
}

// take has the running server take files in, and gives what became of them, and the documents that
// were made.
func take(ctx context.Context, running *client.Client, files []string, stderr io.Writer) (outcome []client.File,
	taken []string, err error) {
	outcome, err = running.Take(ctx, files)
	for _, file := range outcome {
		if file.DocumentID == "" {
			fmt.Fprintf(stderr, "lectern-desktop: %s: %s\n", file.Path, file.Message)
		} else {
			taken = append(taken, file.DocumentID)
		}
	}
	return outcome, taken, err
}

// starting is how long a Lectern that has the data folder may take until it answers.
const starting = 10 * time.Second

// awaitOther gives files to a Lectern that has the data folder, but may not answer yet. Where none
// does, it gives an error that says what to do.
func awaitOther(ctx context.Context, data string, files []string, stderr io.Writer) error {
	ctx, cancel := context.WithTimeout(ctx, starting)
	defer cancel()
	for {
		if handed, err := handOver(ctx, data, files, stderr); handed {
			return err
		}
		select {
		case <-ctx.Done():
			return spoken(sentence.New("library-held", "Another Lectern has the library in {folder}, but does not answer: end it, then try again.").
				With("folder", data))
		case <-time.After(50 * time.Millisecond):
		}
	}
}
