package viewer_test

import (
	"html"
	"net/url"
	"strings"
	"testing"
)

// TestAWatermarkIsAPictureOfText checks that the text of a watermark is never interpreted as markup.
func TestAWatermarkIsAPictureOfText(t *testing.T) {
	room := openTestViewer(t, "")
	_, page := room.get("/viewer/view?sessionId=" + room.session.ID +
		parameter("profileOverrides", `{"watermark":"</text><script>{date}\"'"}`))
	const mark = `<img class="mark" alt="" src="data:image/svg&#43;xml,`
	_, rest, found := strings.Cut(page, mark)
	address, _, _ := strings.Cut(rest, `"`)
	svg, err := url.PathUnescape(html.UnescapeString(address))
	if !found || err != nil || !strings.Contains(svg, "&lt;/text&gt;&lt;script&gt;20") {
		t.Errorf("the mark is %s", svg)
	}
	if _, plain := room.get("/viewer/view?sessionId=" + room.session.ID); strings.Contains(plain, `class="mark"`) {
		t.Error("the page has a watermark without a text")
	}
}
