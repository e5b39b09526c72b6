package icon

import (
	"encoding/xml"
	"fmt"
	"image/color"
	"regexp"
	"strings"
)

// viewBox is the width and the height of the mark in the user units of its SVG file.
const viewBox = 100

// shape is a rectangle with rounded corners.
type shape struct {
	left, top, right, bottom, radius float64
	color                            color.NRGBA
}

func (s *shape) contains(x, y float64) bool {
	if x < s.left || x > s.right || y < s.top || y > s.bottom {
		return false
	}
	dx := max(s.left+s.radius-x, 0, x-(s.right-s.radius))
	dy := max(s.top+s.radius-y, 0, y-(s.bottom-s.radius))
	return dx*dx+dy*dy <= s.radius*s.radius
}

// element is an element of the mark: a rect with a fill, or a path of horizontal lines with a stroke.
type element struct {
	XMLName xml.Name
	X       float64 `xml:"x,attr"`
	Y       float64 `xml:"y,attr"`
	Width   float64 `xml:"width,attr"`
	Height  float64 `xml:"height,attr"`
	Radius  float64 `xml:"rx,attr"`
	Fill    string  `xml:"fill,attr"`
	Path    string  `xml:"d,attr"`
	Stroke  string  `xml:"stroke,attr"`
	Weight  float64 `xml:"stroke-width,attr"`
}

// horizontalLine matches a horizontal line of a path.
var horizontalLine = regexp.MustCompile(`M[\d.]+ [\d.]+h[\d.]+`)

// parse returns the shapes of an SVG file. It returns an error if the file contains anything but rectangles and
// horizontal lines.
func parse(svg string) ([]shape, error) {
	var file struct {
		ViewBox  string    `xml:"viewBox,attr"`
		Elements []element `xml:",any"`
	}
	if err := xml.Unmarshal([]byte(svg), &file); err != nil {
		return nil, fmt.Errorf("read mark: %w", err)
	}
	if want := fmt.Sprintf("0 0 %d %d", viewBox, viewBox); file.ViewBox != want {
		return nil, fmt.Errorf("read mark: its viewBox is %q, not %q", file.ViewBox, want)
	}
	var shapes []shape
	for _, e := range file.Elements {
		more, err := e.shapes()
		if err != nil {
			return nil, fmt.Errorf("read mark: %s: %w", e.XMLName.Local, err)
		}
		shapes = append(shapes, more...)
	}
	return shapes, nil
}

// shapes returns the shapes of an element.
func (e *element) shapes() ([]shape, error) {
	switch e.XMLName.Local {
	case "rect":
		c, err := parseColor(e.Fill)
		return []shape{{e.X, e.Y, e.X + e.Width, e.Y + e.Height, e.Radius, c}}, err
	case "path":
		return e.lines()
	}
	return nil, fmt.Errorf("only rect and path are supported")
}

// lines returns the horizontal lines of a path.
func (e *element) lines() ([]shape, error) {
	c, err := parseColor(e.Stroke)
	if err != nil {
		return nil, err
	}
	if rest := horizontalLine.ReplaceAllString(e.Path, ""); rest != "" {
		return nil, fmt.Errorf("the path contains more than horizontal lines: %q", rest)
	}
	var shapes []shape
	for _, part := range horizontalLine.FindAllString(e.Path, -1) {
		var x, y, length float64
		if _, err := fmt.Sscanf(part, "M%g %gh%g", &x, &y, &length); err != nil {
			return nil, fmt.Errorf("line %q: %w", part, err)
		}
		shapes = append(shapes, shape{x, y - e.Weight/2, x + length, y + e.Weight/2, 0, c})
	}
	return shapes, nil
}

// parseColor parses a color of the form #rgb or #rrggbb.
func parseColor(text string) (c color.NRGBA, err error) {
	c.A = 255
	if len(text) == len("#rgb") {
		text = "#" + strings.Repeat(text[1:2], 2) + strings.Repeat(text[2:3], 2) + strings.Repeat(text[3:], 2)
	}
	if len(text) != len("#rrggbb") {
		return c, fmt.Errorf("color %q: only #rgb and #rrggbb are supported", text)
	}
	if _, err = fmt.Sscanf(text, "#%02x%02x%02x", &c.R, &c.G, &c.B); err != nil {
		err = fmt.Errorf("color %q: %w", text, err)
	}
	return c, err
}
