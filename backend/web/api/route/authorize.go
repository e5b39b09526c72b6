package route

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"lectern/backend/account"
	"lectern/backend/internal/bodymemory"
	"lectern/backend/internal/observe"
	"lectern/backend/web/problem"
)

// authorize returns a middleware that rejects requests without an API key that has the right of a route, and requests
// with invalid parameters.
func (r *Router) authorize(route *Route) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		if route.Keyless != nil && route.Keyless(ctx) {
			next(ctx)
			return
		}
		sender, err := r.config.Accounts.Identify(ctx.Context(), ctx.Header("Authorization"), route.neededRight(ctx))
		if err == nil {
			err = checkParameters(ctx)
		}
		if err != nil {
			refuse(ctx, err)
			return
		}
		observe.NoteKey(ctx.Context(), sender.ID)
		bodymemory.SetKey(ctx.Context(), sender.ID)
		next(huma.WithValue(ctx, senderKey{}, sender))
	}
}

// neededRight returns the right that a request of the route needs.
func (r *Route) neededRight(ctx huma.Context) account.Role {
	switch {
	case r.RightFor != nil:
		return r.RightFor(ctx)
	case r.Right != "":
		return r.Right
	case ctx.Method() == http.MethodGet:
		return account.Read
	}
	return account.Write
}

// senderKey is the key of a context value: the API key with which a request was sent.
type senderKey struct{}

// Sender returns the API key with which a request was sent.
func Sender(ctx context.Context) account.Key {
	sender, _ := ctx.Value(senderKey{}).(account.Key)
	return sender
}

// refuse responds to a request with an error before its handler runs.
func refuse(ctx huma.Context, err error) {
	refused := problem.FromError(ctx.Context(), err)
	ctx.SetHeader("Content-Type", problem.ContentType)
	for name, values := range refused.GetHeaders() {
		ctx.SetHeader(name, values[0])
	}
	ctx.SetStatus(refused.StatusInt)
	_ = json.NewEncoder(ctx.BodyWriter()).Encode(refused) // the client may have disconnected
}
