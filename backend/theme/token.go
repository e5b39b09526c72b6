package theme

// token is a colour that the viewer has by itself, of the same name as the variable in
// frontend/src/ui/tokens.css (a test holds that they are the same).
type token struct{ name, light, dark string }

// The tokens that stand behind properties.
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

// fixed is a colour that is the same on light and dark screens, and no token.
func fixed(color string) token { return token{light: color} }

// unpainted is where nothing is painted.
const unpainted = "transparent"
