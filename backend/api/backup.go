package api

import (
	"context"
	"log/slog"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"lectern/backend/account"
	"lectern/backend/attachment"
)

var getBackup = operation{
	id:      "get-backup",
	summary: "Back the library up",
	description: "Gives the whole library as one file, as it is when the answer begins, while work goes on: documents, sessions, settings, the hashes of keys. " +
		"`lectern restore FILE` makes a library of it. It has all that is secret in it.",
	right:  account.Admin,
	adjust: func(_ huma.API, op *huma.Operation) { file(op, "The backup, a tar archive.", "application/x-tar") },
}

func (a *API) getBackup(ctx context.Context, _ *struct{}) (*huma.StreamResponse, error) {
	return &huma.StreamResponse{Body: func(h huma.Context) {
		h.SetHeader("Content-Type", "application/x-tar")
		h.SetHeader("Content-Disposition", attachment.Disposition("lectern-backup.tar"))
		h.SetHeader("Cache-Control", "no-store")
		_, w := humago.Unwrap(h)
		if err := a.Backup(ctx, newPatientAnswer(w)); err != nil {
			slog.ErrorContext(ctx, "backup failed", slog.Any("error", err))
			panic(http.ErrAbortHandler) // half a backup must not look like a whole one
		}
	}}, nil
}
