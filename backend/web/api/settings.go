package api

import (
	"context"
	"net/http"

	"lectern/backend/account"
	"lectern/backend/settings"
	"lectern/backend/web/api/body"
	"lectern/backend/web/api/route"
)

type settingsOutput struct{ Body settings.Settings }

// settingsHandler serves the settings of the server.
type settingsHandler struct {
	settings *settings.Service
}

func (h *settingsHandler) routes(r *route.Router) {
	route.Add(r, getSettings, h.get)
	route.Add(r, changeSettings, h.change)
}

var getSettings = route.Route{
	Method:      http.MethodGet,
	Path:        route.Base + "/settings",
	ID:          "get-settings",
	Summary:     "Get the settings",
	Description: "Returns the current values: those that were changed here, or else those of the command line.",
	Right:       account.Admin,
}

func (h *settingsHandler) get(context.Context, *struct{}) (*settingsOutput, error) {
	return &settingsOutput{h.settings.Get()}, nil
}

var changeSettings = route.Route{
	Method:  http.MethodPatch,
	Path:    route.Base + "/settings",
	ID:      "change-settings",
	Summary: "Change settings",
	Description: "Changes the settings that the body contains, at once and for later starts; null resets a setting to the value " +
		"of the command line (RFC 7396). Returns the current values.",
	Right:  account.Admin,
	Errors: []int{http.StatusBadRequest, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity},
	Body:   body.Object[settings.Settings],
}

func (h *settingsHandler) change(ctx context.Context, in *body.JSON) (*settingsOutput, error) {
	fields, err := in.Parse(ctx)
	if err != nil {
		return nil, err
	}
	changed, err := h.settings.Change(ctx, fields)
	if err != nil {
		return nil, err
	}
	return &settingsOutput{changed}, nil
}
