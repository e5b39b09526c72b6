package api

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"lectern/backend/profile"
	"lectern/backend/property"
	"lectern/backend/theme"
	"lectern/backend/web/api/route"
)

// Profile contains the properties of a profile, and Theme those of a theme, as the client stored them.
type (
	Profile property.Values
	Theme   property.Values
)

// Schema implements [huma.SchemaProvider].
func (Profile) Schema(r huma.Registry) *huma.Schema {
	return describeList(r, "Profile", "Settings of a viewer: what it shows, how it behaves, and what a reader can do.", profile.List())
}

// Schema implements [huma.SchemaProvider].
func (Theme) Schema(r huma.Registry) *huma.Schema {
	return describeList(r, "Theme", "Appearance of a viewer. Properties that are not set have the viewer's defaults for light "+
		"and dark mode.",
		theme.List())
}

// describeList adds the schema of a profile or theme to the components of the OpenAPI document, and returns a reference
// to it.
func describeList(r huma.Registry, name, doc string, list property.List) *huma.Schema {
	if _, described := r.Map()[name]; !described {
		schema := &huma.Schema{
			Type:                 huma.TypeObject,
			Description:          doc,
			Properties:           map[string]*huma.Schema{},
			AdditionalProperties: false,
		}
		for _, p := range list.Properties {
			schema.Properties[p.Name] = schemaOfProperty(p)
		}
		schema.PrecomputeMessages()
		r.Map()[name] = schema
	}
	return &huma.Schema{Ref: "#/components/schemas/" + name}
}

func schemaOfProperty(p property.Property) *huma.Schema {
	schema := &huma.Schema{Type: huma.TypeString, Description: p.Doc}
	if p.Dark == "" {
		schema.Default = p.Default
	}
	switch p.Kind {
	case property.Boolean:
		schema.Type = huma.TypeBoolean
	case property.Integer:
		smallest, largest := float64(p.Min), float64(p.Max)
		schema.Type, schema.Minimum, schema.Maximum = huma.TypeInteger, &smallest, &largest
	case property.Text:
		schema.MaxLength = &p.MaxLength
	}
	for _, choice := range p.Words() {
		schema.Enum = append(schema.Enum, choice)
	}
	return schema
}

// Property describes a property for programs that display a form for it.
type Property struct {
	Name         string        `json:"name" doc:"Name of the property." example:"buttonHoverBackgroundColor"`
	Kind         property.Kind `json:"kind" enum:"boolean,integer,choice,url,text,color,font,visibility,image,sources" doc:"Kind of the values. url: http or https; color: a CSS color; font: CSS font-family; image: http or https, or a GIF or PNG as a base64 data URL; sources: source list of a Content-Security-Policy."`
	Default      PropertyValue `json:"default" doc:"Default value; for a color, the one in light mode."`
	DarkDefault  string        `json:"darkDefault,omitempty" doc:"Default value in dark mode, if it differs." example:"#2a2e35"`
	Area         string        `json:"area" doc:"Group that the property belongs to." example:"button"`
	Description  string        `json:"description" doc:"Purpose of the property."`
	Choices      []string      `json:"choices,omitempty" nullable:"false" doc:"The valid values, if they are fixed words."`
	Minimum      *int          `json:"minimum,omitempty" doc:"The smallest valid number."`
	Maximum      *int          `json:"maximum,omitempty" doc:"The largest valid number."`
	MaxLength    int           `json:"maxLength,omitempty" doc:"Maximum number of characters."`
	Placeholders []string      `json:"placeholders,omitempty" nullable:"false" doc:"Placeholders in braces that the text can contain."`
	Permission   bool          `json:"permission" doc:"Whether the property is a permission. In a session that enforces its profile, the viewer's address can only tighten it."`
	CSS          string        `json:"css,omitempty" doc:"The CSS property that it sets." example:"background-color"`
	Target       string        `json:"target,omitempty" doc:"CSS selector of the elements that it applies to." example:".bar-title"`
	State        string        `json:"state,omitempty" enum:"hover,active,pressed,disabled,focus" doc:"The state in which it applies; absent for any."`
}

// ViewerProperties lists the properties of profiles and of themes.
type ViewerProperties struct {
	Profile []Property `json:"profile" nullable:"false" doc:"Properties of profiles."`
	Theme   []Property `json:"theme" nullable:"false" doc:"Properties of themes."`
}

// propertyHandler describes the properties of profiles and themes.
type propertyHandler struct{}

func (h *propertyHandler) routes(r *route.Router) {
	route.Add(r, getProperties, h.list)
}

var getProperties = route.Route{
	Method:      http.MethodGet,
	Path:        route.Base + "/settings/viewer/properties",
	ID:          "get-viewer-properties",
	Summary:     "List the properties of profiles and themes",
	Description: "Returns everything that a form for profiles and themes needs: names, kinds, defaults, limits and descriptions.",
}

type propertiesOutput struct{ Body ViewerProperties }

func (h *propertyHandler) list(context.Context, *struct{}) (*propertiesOutput, error) {
	return &propertiesOutput{ViewerProperties{describeProperties(profile.List()), describeProperties(theme.List())}}, nil
}

func describeProperties(list property.List) []Property {
	all := make([]Property, len(list.Properties))
	for i, p := range list.Properties {
		all[i] = Property{
			Name: p.Name, Kind: p.Kind, Default: PropertyValue{p.Default}, DarkDefault: p.Dark, Area: p.Area, Description: p.Doc, Choices: p.Words(),
			MaxLength: p.MaxLength, Placeholders: p.Placeholders, Permission: p.Permission(), CSS: p.CSS, Target: p.Target, State: p.State,
		}
		if p.Kind == property.Integer {
			all[i].Minimum, all[i].Maximum = &p.Min, &p.Max
		}
	}
	return all
}

// PropertyValue is the value of a property. Its JSON type depends on the kind of the property.
type PropertyValue struct{ value any }

// MarshalJSON implements [json.Marshaler].
func (v PropertyValue) MarshalJSON() ([]byte, error) { return json.Marshal(v.value) }

// Schema implements [huma.SchemaProvider].
func (PropertyValue) Schema(huma.Registry) *huma.Schema {
	// The types are an extension, because a schema of huma has only one type.
	return &huma.Schema{Extensions: map[string]any{"type": []string{huma.TypeString, huma.TypeBoolean, huma.TypeInteger}}}
}
