// Package theme defines viewer themes: the colors, fonts and other appearance of the viewer.
//
// A property is named <area><State><CssProperty>: buttonHoverBackgroundColor is the background-color of buttons in the
// state hover. If a state has a property of its own, the property without a state does not apply to that state. If the
// property of a state is not set, its default applies.
package theme

import (
	"slices"

	"lectern/backend/property"
	"lectern/backend/sentence"
)

// List returns all properties of themes.
func List() property.List {
	return property.List{Noun: "theme", Word: sentence.New("theme", "theme"), Properties: slices.Concat(
		pictures(), interfaceColors(), topbar(), pages(), buttons(), buttonVisibilities(), alternativeButtons(), pageNumbers(),
	)}
}

func pictures() []property.Property {
	return []property.Property{
		{Name: "logo", Kind: property.Image, Default: "", Area: "logo",
			Doc: "Picture at the left of the top bar. Empty: Lectern's mark."},
		{Name: "favicon", Kind: property.Image, Default: "", Area: "logo",
			Doc: "Picture of the browser's tab. Empty: Lectern's mark."},
		visibility("logoVisibility", "logo", ".logo", "Whether the logo, or the mark in its place, is shown."),
	}
}

func interfaceColors() []property.Property {
	const area, target = "interface", ".side, .menu, .dialog, .tell, .notice, .fonts-list"
	return []property.Property{
		{Name: "interfaceFontFamily", Kind: property.Font, Area: area, CSS: "font-family", Target: "body",
			Default: "Inter, system-ui, sans-serif",
			Doc:     "Font of the viewer's own texts; the document keeps its fonts."},
		color("interfaceColor", area, "", "color", target, ink, "Text of messages, lists and notices."),
		color("interfaceBackgroundColor", area, "", "background-color", target, surface, "Background of lists and notices."),
		color("interfaceAccentColor", area, "", "accent-color", `.side-tabs [aria-selected="true"], .thumbnails [aria-current], .notice a`,
			accent, "Main color: selected items, links, the focus, progress. Where its contrast is too low, a lighter or darker tone."),
	}
}

func topbar() []property.Property {
	const area, target = "topbar", ".bar-title, .bar-pages, .bar-zoom, .bar-tools"
	return []property.Property{
		color("topbarBackgroundColor", area, "", "background-color", target, surface, "Background of the bars."),
		color("topbarColor", area, "", "color", target, ink, "Text on the bars."),
		color("topbarBorderColor", area, "", "border-color", target, line, "Line between bars and pages."),
	}
}

func pages() []property.Property {
	const area = "viewer"
	return []property.Property{
		color("viewerBackgroundColor", area, "", "background-color", "body", desk, "Background behind the pages."),
		color("viewerScrollbarColor", area, "", "scrollbar-color", ".stage", inkFaint, "Thumb of the scroll bar."),
		color("pageBorderColor", area, "", "border-color", ".page", paperEdge, "Line around each page."),
		color("pageShadowColor", area, "", "box-shadow", ".page", paperShade, "Shadow of each page."),
		color("pageBackgroundColor", area, "", "background-color", ".page", fixed("#ffffff"),
			"Paper, unless the document sets another color."),
		color("textSelectionBackgroundColor", area, "", "background-color", ".text ::selection", fixed("#2460c847"), "Selected text."),
		color("searchHitBackgroundColor", area, "", "background-color", ".hit", fixed("#ffd54a80"), "Search hits."),
		color("searchHitActiveBackgroundColor", area, "active", "background-color", ".hit[aria-current]", fixed("#ff9f1a99"),
			"The current search hit."),
	}
}

func buttons() []property.Property {
	const area, target = "button", ":is(.bar-title, .bar-pages, .bar-zoom, .bar-tools) :is(button:not(.alternative), " +
		"a:not(.logo), .zoom-choice)"
	return []property.Property{
		color("buttonColor", area, "", "color", target, inkSoft, "Icons of buttons."),
		color("buttonBackgroundColor", area, "", "background-color", target, fixed(unpainted), "Background of buttons."),
		color("buttonBorderColor", area, "", "border-color", target, fixed(unpainted), "Line around buttons."),
		color("buttonHoverColor", area, "hover", "color", target, ink, "Icons of buttons under the pointer."),
		color("buttonHoverBackgroundColor", area, "hover", "background-color", target, hover, "Background of buttons under the pointer."),
		color("buttonHoverBorderColor", area, "hover", "border-color", target, fixed(unpainted), "Line around buttons under the pointer."),
		color("buttonActiveColor", area, "active", "color", target, ink, "Icons of buttons while they are pressed."),
		color("buttonActiveBackgroundColor", area, "active", "background-color", target, press, "Background of buttons while they are pressed."),
		color("buttonPressedColor", area, "pressed", "color", target, accent, "Icons of buttons that are switched on."),
		color("buttonPressedBackgroundColor", area, "pressed", "background-color", target, accentSoft,
			"Background of buttons that are switched on."),
		color("buttonDisabledColor", area, "disabled", "color", target, inkFaint, "Icons of disabled buttons."),
		color("buttonDisabledBackgroundColor", area, "disabled", "background-color", target, fixed(unpainted), "Background of disabled buttons."),
		color("buttonFocusOutlineColor", area, "focus", "outline-color", target, accent, "Outline of the button with the keyboard focus."),
	}
}

func buttonVisibilities() []property.Property {
	const area = "button"
	return []property.Property{
		visibility("previousButtonVisibility", area, "#previous", "The button to the previous page."),
		visibility("nextButtonVisibility", area, "#next", "The button to the next page."),
		visibility("pageFieldVisibility", area, "#page-form", "The field with the page's number."),
		visibility("zoomOutButtonVisibility", area, "#zoom-out", "The button that makes pages smaller."),
		visibility("zoomInButtonVisibility", area, "#zoom-in", "The button that makes pages larger."),
		visibility("zoomListVisibility", area, ".zoom-choice", "The list of zoom levels."),
		visibility("fitWidthButtonVisibility", area, "#fit-width", "The button that makes pages as wide as the window."),
		visibility("fitPageButtonVisibility", area, "#fit-page", "The button that makes pages as large as the window."),
		visibility("fontsButtonVisibility", area, "#fonts", "The button that shows missing fonts."),
		visibility("searchButtonVisibility", area, ".tool-search", "The button that searches."),
		visibility("printButtonVisibility", area, ".tool-print", "The button that prints."),
		visibility("downloadButtonVisibility", area, ".tool-download", "The button that downloads."),
		visibility("layoutButtonVisibility", area, ".tool-layout", "The button that changes the layout."),
		visibility("outlineButtonVisibility", area, "#outline", "The button that shows the outline."),
		visibility("fullscreenButtonVisibility", area, ".tool-fullscreen", "The button that fills the screen."),
	}
}

func alternativeButtons() []property.Property {
	const area, target = "alternativeButton", ".alternative"
	return []property.Property{
		color("alternativeButtonColor", area, "", "color", target, inkSoft, "Icons of the buttons of thumbnails and ribbon."),
		color("alternativeButtonBackgroundColor", area, "", "background-color", target, surface, "Background of those buttons."),
		color("alternativeButtonBorderColor", area, "", "border-color", target, line, "Line around those buttons."),
		color("alternativeButtonHoverColor", area, "hover", "color", target, ink, "Icons of those buttons under the pointer."),
		color("alternativeButtonHoverBackgroundColor", area, "hover", "background-color", target, hover,
			"Background of those buttons under the pointer."),
		color("alternativeButtonHoverBorderColor", area, "hover", "border-color", target, line, "Line around those buttons under the pointer."),
		color("alternativeButtonActiveColor", area, "active", "color", target, ink, "Icons of those buttons while they are pressed."),
		color("alternativeButtonActiveBackgroundColor", area, "active", "background-color", target, press,
			"Background of those buttons while they are pressed."),
		color("alternativeButtonDisabledColor", area, "disabled", "color", target, inkFaint, "Icons of those buttons while they are disabled."),
		visibility("thumbnailsButtonVisibility", area, "#thumbnails-toggle", "The button that opens and closes the thumbnails."),
		visibility("ribbonLeftButtonVisibility", area, "#ribbon-left", "The button that moves the ribbon to the left."),
		visibility("ribbonRightButtonVisibility", area, "#ribbon-right", "The button that moves the ribbon to the right."),
	}
}

func pageNumbers() []property.Property {
	const area, target = "pageNumber", ".page-number"
	return []property.Property{
		visibility("pageNumberVisibility", area, target, "The numbers over the pages."),
		color("pageNumberColor", area, "", "color", target, fixed("#ffffff"), "Digits over the pages."),
		color("pageNumberBackgroundColor", area, "", "background-color", target, fixed("#1d2127b3"), "Background of the numbers over the pages."),
	}
}

func color(name, area, state, css, target string, standard token, doc string) property.Property {
	return property.Property{Name: name, Kind: property.Color, Default: standard.light, Dark: standard.dark,
		Area: area, Doc: doc, CSS: css, State: state, Target: target}
}

func visibility(name, area, target, doc string) property.Property {
	return property.Property{Name: name, Kind: property.Visibility, Default: property.Visible,
		Area: area, Doc: doc, CSS: "visibility", Target: target}
}
