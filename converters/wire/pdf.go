package wire

import (
	"math"
	"strings"
)

// # The PDF process
//
// `lectern-converter pdf` serves one document over one Unix stream socket that
// is both its standard input and output. The first request is PDFOpen, and the
// descriptor of the PDF, open for reading, comes with its bytes (SCM_RIGHTS).
// With PDFAppend comes that of a further PDF, and with PDFDecrypt one that is open for writing.
// On systems on which descriptors cannot be handed over so, the process has pipes, and the requests name
// the files.
//
// Requests are answered one by one in their order. PDFCancel, which may come
// while one is under way, has no answer of its own: the request that it names
// is answered PDFCancelled, or as if nothing had been if it was just done.
// At the end of its input the process exits at once, and so it does behind an answer
// that says so.

// PDFOp is what a PDF process is asked for.
type PDFOp string

// The requests, with the payload of a good answer.
const (
	PDFOpen     PDFOp = "open"     // an Info as JSON
	PDFDetails  PDFOp = "details"  // a Details as JSON
	PDFSVG      PDFOp = "svg"      // the page as an <svg> element; the answer has a Drawn
	PDFImage    PDFOp = "image"    // the page as PNG; the answer has a Drawn
	PDFWords    PDFOp = "words"    // the page's words as JSON, see Words
	PDFText     PDFOp = "text"     // the page's text in UTF-8
	PDFTexts    PDFOp = "texts"    // the text of Count pages from Page on, a Texts as JSON: fewer where the document or the room in a frame ends, or it takes long
	PDFPictures PDFOp = "pictures" // which pages from Page on have pictures that cannot be drawn, a Pictures as JSON: fewer where the document ends, or it takes long
	PDFAppend   PDFOp = "append"   // nothing: the pages of the PDF in the descriptor are at the end of the document
	PDFDecrypt  PDFOp = "decrypt"  // nothing: the PDF without its encryption is in the descriptor
	PDFCancel   PDFOp = "cancel"   // no answer
)

// Drawn describes a page that was drawn.
type Drawn struct {
	// Scale is the number of pixels a point of a page that comes as a picture: fewer than were
	// requested if it would have been too large. It is 0 for a drawing.
	Scale float64 `json:"scale,omitempty"`
	// Font is the position of the <style> element with the font of a drawing's text, directly
	// behind the first tag; empty if there is none.
	Font Range `json:"font,omitzero"`
}

// Range is a part of a payload, in bytes: from Start to before End.
type Range struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

// Empty reports whether the range has no bytes.
func (r Range) Empty() bool { return r.Start == r.End }

// Page is a page in one of its forms.
type Page struct {
	Data []byte
	Drawn
}

// PDFRequest is the header of a request; it has no payload.
type PDFRequest struct {
	ID uint64 `json:"id"`
	Op PDFOp  `json:"op"`
	// Page counts from 1.
	Page int `json:"page,omitempty"`
	// Count is the number of pages, for PDFTexts.
	Count int `json:"count,omitempty"`
	// Patience is how long the reading of one page may take, for PDFTexts, or the look at all
	// pictures, for PDFPictures, in seconds.
	Patience float64 `json:"patience,omitempty"`
	// Scale is pixels a point, for PDFImage.
	Scale float64 `json:"scale,omitempty"`
	// File is the path of the file that comes with the request, where no descriptor can.
	File string `json:"file,omitempty"`
	// Password opens the document, for PDFOpen: as the user's or as the owner's.
	Password string `json:"password,omitempty"`
}

// PDFFault says why a request failed; it is empty in a good answer.
type PDFFault string

// The faults.
const (
	PDFDamaged       PDFFault = "damaged"
	PDFProtected     PDFFault = "protected"      // it needs a password
	PDFWrongPassword PDFFault = "wrong-password" // it needs another password
	PDFEncrypted     PDFFault = "encrypted"      // in a way that no password opens here
	PDFNested        PDFFault = "nested"         // more deeply than is followed
	PDFEmpty         PDFFault = "empty"          // no page
	PDFPages         PDFFault = "pages"          // more pages than there may be
	PDFNoPage        PDFFault = "no-page"
	PDFMemory        PDFFault = "memory"   // it ran out: the process is not to be used on
	PDFTooMuch       PDFFault = "too-much" // beyond another limit, such as that of an SVG
	PDFNoSpace       PDFFault = "no-space" // the disk is full
	PDFCancelled     PDFFault = "cancelled"
)

// PDFAnswer is the header of an answer.
type PDFAnswer struct {
	ID    uint64   `json:"id"`
	Fault PDFFault `json:"fault,omitempty"`
	// Detail is for the log.
	Detail string `json:"detail,omitempty"`
	// Pages is how many there are, for PDFPages.
	Pages int `json:"pages,omitempty"`
	// CPU is the time in seconds that the process has used in its life: a limit of
	// its sandbox ends it at an hour.
	CPU float64 `json:"cpu,omitempty"`
	// Drawn describes the payload of PDFSVG and PDFImage.
	Drawn Drawn `json:"drawn,omitzero"`
	// Ends says that the process has ended with this answer.
	Ends bool `json:"ends,omitempty"`
}

// Info is what is known of a PDF without drawing it.
type Info struct {
	Pages int `json:"pages"`
	// Sizes is run-length encoded: each element is a number of pages in a row
	// and their width and height in points, rounded to hundredths. A page with a
	// side beyond the process's limit is shown smaller, so that this side is as long
	// as the limit; all lengths on the page, in whatever answer, are as it is shown.
	Sizes [][3]float64 `json:"sizes"`
	// Title is the one in the PDF's own information; may be empty.
	Title string `json:"title,omitempty"`
	// Encrypted says that the PDF is encrypted, with a password or with none.
	Encrypted bool `json:"encrypted,omitempty"`
}

// Details are what a reader wants to know of a whole PDF beside its pages.
type Details struct {
	Outline  []OutlineItem `json:"outline"`
	Metadata Metadata      `json:"metadata"`
	// Labels are the pages' own names, such as "iv", one a page; absent where
	// they are the numbers of the pages.
	Labels []string `json:"labels,omitempty"`
	Fonts  []Font   `json:"fonts"`
	// Scripts says that it has scripts, or actions that start a program or send a form: none of them runs.
	Scripts bool `json:"scripts,omitempty"`
	// Beyond is what is not on its pages.
	Beyond Beyond `json:"beyond"`
	// Shrunk tells of pages that are shown smaller than they are; nil where none is.
	Shrunk *Shrunk `json:"shrunk,omitempty"`
	// Unsized counts the pages of which the size cannot be read: they have one of MuPDF's.
	Unsized int `json:"unsized,omitempty"`
	// Missing are the numbers of the pages that are named, and not in the file.
	Missing []int `json:"missing,omitempty"`
	// Said is how many pages it says that it has, where it has fewer; else 0.
	Said int `json:"said,omitempty"`
}

// Beyond is what of a PDF is not on its pages.
type Beyond struct {
	// Files counts the files within it, and FileNames are the names of the first hundred.
	Files     int      `json:"files,omitempty"`
	FileNames []string `json:"fileNames,omitempty"`
	// Portfolio says that its pages are but a cover for these files.
	Portfolio bool `json:"portfolio,omitempty"`
	// XFA says that it has a form of XFA, and NeedsRendering that its pages stand in for one that is laid out anew each
	// time.
	XFA            bool `json:"xfa,omitempty"`
	NeedsRendering bool `json:"needsRendering,omitempty"`
	Signatures     int  `json:"signatures,omitempty"`
	// Comments counts the annotations with words that are not drawn, and Media the films,
	// sounds and their like, which do not play.
	Comments int `json:"comments,omitempty"`
	Media    int `json:"media,omitempty"`
	// Links counts the links that are blocked: those to files, programs and scripts.
	Links int `json:"links,omitempty"`
}

// Shrunk says how many pages have a side that is longer than it may be, and how long that
// is, in points: they are shown with a side of that length.
type Shrunk struct {
	Pages int     `json:"pages"`
	Side  float64 `json:"side"`
}

// OutlineItem is an entry of a document's outline.
type OutlineItem struct {
	Title    string        `json:"title"`
	Target   Target        `json:"target"`
	Children []OutlineItem `json:"children,omitempty"`
}

// Target is where an outline entry or a link leads: to a place in the document,
// or to an address.
type Target struct {
	// Page counts from 1; 0 where the target is not in the document.
	Page int `json:"page,omitempty"`
	// Top and Left are the place on the page in points from its top left corner,
	// absent where the target is the page as a whole.
	Left *float64 `json:"left,omitempty"`
	Top  *float64 `json:"top,omitempty"`
	// URI is an address of scheme http, https or mailto; empty for a place.
	URI string `json:"uri,omitempty"`
}

// Metadata is what a PDF says of itself; what it does not say is empty. Times are
// as RFC 3339 has them.
type Metadata struct {
	Format   string `json:"format"` // such as "PDF 1.7"
	Title    string `json:"title,omitempty"`
	Author   string `json:"author,omitempty"`
	Subject  string `json:"subject,omitempty"`
	Keywords string `json:"keywords,omitempty"`
	Creator  string `json:"creator,omitempty"`
	Producer string `json:"producer,omitempty"`
	Created  string `json:"created,omitempty"`
	Modified string `json:"modified,omitempty"`
	// Encryption names the method, such as "Standard V4 R4 128-bit AES".
	Encryption string `json:"encryption,omitempty"`
}

// Font is a font that a PDF uses.
type Font struct {
	// Name is the PostScript name without the tag of a subset.
	Name string `json:"name"`
	// Type is that of the PDF, such as "TrueType" or "Type0".
	Type     string `json:"type"`
	Embedded bool   `json:"embedded"`
	// Substitute is the face that is drawn for a font that is not embedded.
	Substitute string `json:"substitute,omitempty"`
	// Guessed says that nothing tells which characters a font that is not embedded is to
	// show: what is drawn for it is most likely not what its author has seen.
	Guessed bool `json:"guessed,omitempty"`
}

// AddPage appends a page of width × height points.
func (i *Info) AddPage(width, height float64) {
	i.Pages++
	width, height = Hundredths(width), Hundredths(height)
	if last := len(i.Sizes) - 1; last >= 0 && i.Sizes[last][1] == width && i.Sizes[last][2] == height {
		i.Sizes[last][0]++
		return
	}
	i.Sizes = append(i.Sizes, [3]float64{1, width, height})
}

// Size is the size in points of a page, which counts from 1; zero where there is
// no such page.
func (i Info) Size(page int) (width, height float64) {
	if page < 1 {
		return 0, 0
	}
	for _, run := range i.Sizes {
		if page -= int(run[0]); page <= 0 {
			return run[1], run[2]
		}
	}
	return 0, 0
}

// Texts are the texts of pages that follow on each other.
type Texts struct {
	Pages []string `json:"pages"`
	// Unread are the numbers of those that could not be read, which have no text. The last
	// of Pages is Slow, if that is above 0: it takes longer than it may.
	Unread []int `json:"unread,omitempty"`
	Slow   int   `json:"slow,omitempty"`
	// Faulty are the numbers of those that were read but for mistakes in what draws them.
	Faulty []int `json:"faulty,omitempty"`
	// Took is how long the reading was at work, and Lost the part of it that was spent on
	// Unread, both in seconds.
	Took float64 `json:"took"`
	Lost float64 `json:"lost,omitempty"`
	// Unseen are the characters of these pages that no font has, by kind; empty for
	// almost every document. Of each page 65,536 count.
	Unseen []Unseen `json:"unseen,omitempty"`
}

// Unseen counts characters that are shown as boxes, or not at all: the font that they
// are set in is not in the PDF, and the one that stands in for it lacks them; or no font
// had them when an Office document was converted.
type Unseen struct {
	// Kind is the name of a script in Unicode, such as "Egyptian Hieroglyphs", or one
	// of the kinds.
	Kind    string `json:"kind"`
	Count   int    `json:"count"`
	Example rune   `json:"example"`
}

// The bounds of what is not seen: how many kinds, and bytes of the name of one.
const (
	MaxUnseen     = 400
	MaxUnseenKind = 64
)

// The kinds of characters that are no script of Unicode.
const (
	// KindOldHangul are letters of Korean syllables that nobody writes today. The fonts
	// of the bundle have some of them, and show these over each other.
	KindOldHangul = "Old Hangul"
	KindPrivate   = "private"  // for private use, such as a company's own signs
	KindPictures  = "pictures" // emoji and their like
	KindSymbols   = "symbols"
	KindUnknown   = "unknown" // newer than our tables, or none at all
)

// Pictures tells of the pictures of pages that follow on each other.
type Pictures struct {
	// Pages counts the pages that were looked at.
	Pages int `json:"pages"`
	// Broken are the numbers of those with a picture whose data cannot be decoded, or not all of it.
	Broken []int `json:"broken,omitempty"`
	// Took is how long that was at work, in seconds.
	Took float64 `json:"took"`
}

// Words are the words of a page in reading order. Lengths are in points, 1/72
// inch, rounded to hundredths, from the page's top left corner, y down.
type Words struct {
	Page   int     `json:"page"`
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
	Lines  []Line  `json:"lines"`
	// Blocks are what the lines make up, each line in one, in the same order.
	Blocks []Block `json:"blocks"`
	Links  []Link  `json:"links"`
}

// Text gives the text that the words make up: a space between words, a line for each line and an
// empty one between blocks; and where in it each word begins, in bytes.
func (w *Words) Text() (text string, starts []int) {
	var all strings.Builder
	block := 0
	for number := range w.Lines {
		if block < len(w.Blocks) && number == w.Blocks[block].First {
			if block++; block > 1 {
				all.WriteByte('\n')
			}
		}
		for i, word := range w.Lines[number].Words {
			if i > 0 {
				all.WriteByte(' ')
			}
			starts = append(starts, all.Len())
			all.WriteString(word.Text)
		}
		all.WriteByte('\n')
	}
	return all.String(), starts
}

// Block is a stretch of a page's lines that belong together.
type Block struct {
	Kind BlockKind `json:"kind"`
	// Level is that of a heading, from 1 to 6, or how deep the list is that an item is in,
	// from 1; 0 of all else.
	Level int `json:"level,omitempty"`
	// First is the number of its first line, from 0, and Count how many it has.
	First int `json:"first"`
	Count int `json:"count"`
	// Rows are those of a table: of each cell how many lines it has, one behind the other. It
	// may have none.
	Rows [][]int `json:"rows,omitempty"`
	// Breaks are the lines, from 0 for its first, behind which its author has ended the line.
	Breaks []int `json:"breaks,omitempty"`
	// Continues says of a paragraph or an item that it goes on on the next page.
	Continues bool `json:"continues,omitempty"`
}

// BlockKind is what a block of a page is.
type BlockKind string

// The kinds of blocks.
const (
	BlockHeading   BlockKind = "heading"
	BlockParagraph BlockKind = "paragraph"
	BlockItem      BlockKind = "item" // of a list, with its mark
	BlockTable     BlockKind = "table"
	BlockCaption   BlockKind = "caption"
	BlockOther     BlockKind = "other" // what is around the text, such as the number of the page
)

// Link is a rectangle of a page that leads somewhere.
type Link struct {
	Box    Box    `json:"box"`
	Target Target `json:"target"`
}

// Line is a line of words.
type Line struct {
	Box   Box    `json:"box"`
	Words []Word `json:"words"`
}

// Word is a run of characters without white space.
type Word struct {
	Text string `json:"text"`
	Box  Box    `json:"box"`
}

// Box is x0, y0, x1, y1.
type Box [4]float64

// Join is the smallest box around both.
func (b Box) Join(o Box) Box {
	return Box{min(b[0], o[0]), min(b[1], o[1]), max(b[2], o[2]), max(b[3], o[3])}
}

// Hundredths rounds to two decimals, and what is not finite to zero.
func Hundredths(v float64) float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0
	}
	return math.Round(v*100) / 100
}
