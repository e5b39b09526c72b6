package theme

// token is a color of the viewer, with the same name as the variable in frontend/src/ui/tokens.css. A test compares
// them.
type token struct{ name, light, dark string }

// The colors of the viewer that are defaults of theme properties.
var (
	ink        = token{"ink", "#1d2127", "#e7eaee"}
	inkSoft    = token{"ink-soft", "#59616d", "#a3abb8"}
	inkFaint   = token{"ink-faint", "#8b93a0", "#757e8c"}
	surface    = token{"surface", "#ffffff", "#1e2126"}
	desk       = token{"desk", "#eceef1", "#121417"}
	line       = token{"line", "#dfe2e7", "#2f343b"}
	hover      = token{"hover", "#f0f2f5", "#2a2e35"}
	press      = token{"press", "#e4e7ec", "#343a43"}
	accent     = token{"accent", "#2460c8", "#8db4ff"}
	accentSoft = token{"accent-soft", "#e5edfb", "#25344f"}
	paperEdge  = token{"paper-edge", "#171e2a0f", "#00000066"}
	paperShade = token{"paper-shade", "#171e2a24", "#00000099"}
)

// fixed returns a color that is the same in the light and the dark color scheme.
func fixed(color string) token { return token{light: color} }

// unpainted is the value of a background that is not painted.
const unpainted = "transparent"
