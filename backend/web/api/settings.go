package api

import (
	"context"
	"net/http"

	"lectern/backend/account"
	"lectern/backend/settings"
)

type settingsOutput struct{ Body settings.Settings }

var getSettings = operation{
	id:          "get-settings",
	summary:     "Get the settings",
	description: "Gives the values in force: what was changed here, and else what the flags of the server's start say.",
	right:       account.Admin,
}

func (a *API) getSettings(context.Context, *struct{}) (*settingsOutput, error) {
	return &settingsOutput{a.Settings.Get()}, nil
}

var changeSettings = operation{
	id:      "change-settings",
	summary: "Change settings",
	description: "Changes the settings that the body names, at once and for later starts; null puts one back to what the flags say (RFC " +
		"7396). Gives the values in force.",
	right:  account.Admin,
	errors: []int{http.StatusBadRequest, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity},
}

func (a *API) changeSettings(ctx context.Context, in *JSONInput) (*settingsOutput, error) {
	fields, err := in.parse(ctx)
	if err != nil {
		return nil, err
	}
	changed, err := a.Settings.Change(ctx, fields)
	if err != nil {
		return nil, err
	}
	return &settingsOutput{changed}, nil
}
