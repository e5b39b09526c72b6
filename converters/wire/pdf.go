package wire

// # The PDF process
//
// `lectern-converter pdf` serves one document over one Unix stream socket, which is both its standard input and output.
// The first request is PDFOpen. The bytes of this request are sent together with the descriptor of the PDF, open for
// reading (SCM_RIGHTS). PDFAppend is sent with the descriptor of a further PDF, and PDFDecrypt with the descriptor of a
// file that is open for writing. On systems that cannot send descriptors, the process uses pipes, and requests contain
// the path of the file.
//
// Requests are answered one by one, in order. PDFCancel may be sent while another request is being processed. It has no
// answer of its own. The request that it names is answered with PDFCancelled, or normally if it was just finished. The
// process exits at the end of its input, without finishing a request, and after an answer with Ends.

// PDFOp is the kind of a request to a PDF process.
type PDFOp string

// The requests, with the payload of a successful answer.
const (
	PDFOpen     PDFOp = "open"     // an Info as JSON
	PDFDetails  PDFOp = "details"  // a Details as JSON
	PDFSVG      PDFOp = "svg"      // the page as an <svg> element; the answer has a Drawn
	PDFImage    PDFOp = "image"    // the page as PNG; the answer has a Drawn
	PDFWords    PDFOp = "words"    // the page's words as JSON, see Words
	PDFText     PDFOp = "text"     // the page's text in UTF-8
	PDFTexts    PDFOp = "texts"    // the texts of up to Count pages from Page, a Texts as JSON
	PDFPictures PDFOp = "pictures" // the pages from Page with images that cannot be drawn, a Pictures as JSON
	PDFAppend   PDFOp = "append"   // no payload; appends the pages of the PDF in the descriptor to the document
	PDFDecrypt  PDFOp = "decrypt"  // no payload; writes the PDF without encryption to the descriptor
	PDFCancel   PDFOp = "cancel"   // cancels another request; has no answer
)

// Drawn describes a page that was drawn.
type Drawn struct {
	// Scale is the number of pixels per point of a page that was drawn as an image. It is smaller than requested if the
	// image would have been too large, and 0 for an SVG.
	Scale float64 `json:"scale,omitempty"`
	// Font is the position of the <style> element with the font of the text in an SVG. The element directly follows the
	// start tag <svg>. Font is empty if there is none.
	Font Range `json:"font,omitzero"`
}

// Range is a part of a payload, in bytes: from Start to before End.
type Range struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

// Empty reports whether the range has no bytes.
func (r Range) Empty() bool { return r.Start == r.End }

// PDFResult is the result of a request that succeeded.
type PDFResult struct {
	// Data is the payload of the answer.
	Data []byte
	// Drawn describes Data if it is a page that was drawn.
	Drawn
}

// PDFRequest is the header of a request; it has no payload.
type PDFRequest struct {
	ID uint64 `json:"id"`
	Op PDFOp  `json:"op"`
	// Page is the number of the page, from 1.
	Page int `json:"page,omitempty"`
	// Count is the number of pages, for PDFTexts.
	Count int `json:"count,omitempty"`
	// Timeout limits the time to read one page, for PDFTexts, or to check all images, for PDFPictures, in seconds.
	Timeout float64 `json:"patience,omitempty"`
	// Scale is the number of pixels per point, for PDFImage.
	Scale float64 `json:"scale,omitempty"`
	// File is the path of the file of the request, on systems on which descriptors cannot be sent.
	File string `json:"file,omitempty"`
	// Password is the password of the user or the owner, for PDFOpen.
	Password string `json:"password,omitempty"`
}

// PDFFault is the reason why a request failed. It is empty in a successful answer.
type PDFFault string

// The faults.
const (
	PDFDamaged       PDFFault = "damaged"
	PDFProtected     PDFFault = "protected"      // a password is needed
	PDFWrongPassword PDFFault = "wrong-password" // the password is wrong
	PDFEncrypted     PDFFault = "encrypted"      // the encryption is not supported
	PDFNested        PDFFault = "nested"         // nested more deeply than supported
	PDFEmpty         PDFFault = "empty"          // the document has no page
	PDFPages         PDFFault = "pages"          // more pages than the limit
	PDFNoPage        PDFFault = "no-page"
	PDFMemory        PDFFault = "memory"   // memory ran out; the process must not be used any more
	PDFTooMuch       PDFFault = "too-much" // another limit was exceeded, such as that of an SVG
	PDFNoSpace       PDFFault = "no-space" // the disk is full
	PDFCancelled     PDFFault = "cancelled"
)

// PDFAnswer is the header of an answer.
type PDFAnswer struct {
	ID    uint64   `json:"id"`
	Fault PDFFault `json:"fault,omitempty"`
	// Detail is for the log.
	Detail string `json:"detail,omitempty"`
	// Pages is the number of pages, for PDFPages.
	Pages int `json:"pages,omitempty"`
	// CPU is the processor time in seconds that the process has used since its start. The sandbox limits it to an hour.
	CPU float64 `json:"cpu,omitempty"`
	// Drawn describes the payload of PDFSVG and PDFImage.
	Drawn Drawn `json:"drawn,omitzero"`
	// Ends reports that the process exits after this answer.
	Ends bool `json:"ends,omitempty"`
}

// Info is the result of opening a PDF.
type Info struct {
	Pages int `json:"pages"`
	// Sizes is run-length encoded: each element is a number of consecutive pages and their width and height in points,
	// rounded to hundredths. A page that exceeds the limit of the process is scaled down to it, and so are all lengths
	// on the page in all answers.
	Sizes [][3]float64 `json:"sizes"`
	// Title is the title in the PDF's metadata; may be empty.
	Title string `json:"title,omitempty"`
	// Encrypted reports whether the PDF is encrypted, with or without a password.
	Encrypted bool `json:"encrypted,omitempty"`
}

// Details are the properties of a PDF as a whole.
type Details struct {
	Outline  []OutlineItem `json:"outline"`
	Metadata Metadata      `json:"metadata"`
	// Labels are the page labels, such as "iv", one for each page. They are absent if all labels equal the page
	// numbers.
	Labels []string `json:"labels,omitempty"`
	Fonts  []Font   `json:"fonts"`
	// Scripts reports whether the PDF has scripts or actions that start a program or send a form. None of them is
	// executed.
	Scripts bool `json:"scripts,omitempty"`
	// Extras are features of the PDF that its drawn pages do not show.
	Extras Extras `json:"beyond"`
	// Shrunk describes pages that are scaled down; nil if there are none.
	Shrunk *Shrunk `json:"shrunk,omitempty"`
	// Unsized is the number of pages whose size cannot be read. They have MuPDF's default size.
	Unsized int `json:"unsized,omitempty"`
	// Missing are the numbers of pages that are declared but missing from the file.
	Missing []int `json:"missing,omitempty"`
	// DeclaredPages is the number of pages that the PDF declares if it contains fewer pages than that, else 0.
	DeclaredPages int `json:"said,omitempty"`
}

// Extras are features of a PDF that its drawn pages do not show.
type Extras struct {
	// Files is the number of embedded files, and FileNames are the names of the first hundred.
	Files     int      `json:"files,omitempty"`
	FileNames []string `json:"fileNames,omitempty"`
	// Portfolio reports whether the pages of the PDF are only a cover for the embedded files.
	Portfolio bool `json:"portfolio,omitempty"`
	// XFA reports whether the PDF has an XFA form, and NeedsRendering whether the pages are only placeholders for an
	// XFA form that viewers lay out themselves.
	XFA            bool `json:"xfa,omitempty"`
	NeedsRendering bool `json:"needsRendering,omitempty"`
	Signatures     int  `json:"signatures,omitempty"`
	// Comments is the number of annotations whose text is not drawn, and Media the number of videos, sounds and
	// similar, which are not played.
	Comments int `json:"comments,omitempty"`
	Media    int `json:"media,omitempty"`
	// Links is the number of blocked links: to files, programs and scripts.
	Links int `json:"links,omitempty"`
}

// Shrunk is the number of pages that are scaled down because a side exceeds the limit, and that limit in points.
type Shrunk struct {
	Pages int     `json:"pages"`
	Side  float64 `json:"side"`
}

// OutlineItem is an entry of the outline.
type OutlineItem struct {
	Title    string        `json:"title"`
	Target   Target        `json:"target"`
	Children []OutlineItem `json:"children,omitempty"`
}

// Target is the target of an outline entry or a link: a position in the document, or an address.
type Target struct {
	// Page is the number of the page, from 1. It is 0 if the target is not in the document.
	Page int `json:"page,omitempty"`
	// Left and Top are the position on the page in points from its top left corner. They are absent if the target is
	// the whole page.
	Left *float64 `json:"left,omitempty"`
	Top  *float64 `json:"top,omitempty"`
	// URI is an address with the scheme http, https or mailto. It is empty for a position.
	URI string `json:"uri,omitempty"`
}

// Metadata is the metadata of a PDF. Missing values are empty. Times are in RFC 3339.
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
	// Encryption is the method, such as "Standard V4 R4 128-bit AES".
	Encryption string `json:"encryption,omitempty"`
}

// Font is a font that a PDF uses.
type Font struct {
	// Name is the PostScript name without the tag of a subset font.
	Name string `json:"name"`
	// Type is the type in the PDF, such as "TrueType" or "Type0".
	Type     string `json:"type"`
	Embedded bool   `json:"embedded"`
	// Substitute is the face that is drawn instead of a font that is not embedded.
	Substitute string `json:"substitute,omitempty"`
	// Guessed reports whether the characters of a font that is not embedded are unknown. The drawn text is then
	// probably wrong.
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

// Size returns the width and height of a page (numbered from 1) in points. It returns 0, 0 if there is no such page.
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

// Texts are the texts of consecutive pages.
type Texts struct {
	Pages []string `json:"pages"`
	// Unread are the numbers of pages that could not be read. Their text is empty. Slow is the number of the last page
	// if it was aborted because it took too long, else 0.
	Unread []int `json:"unread,omitempty"`
	Slow   int   `json:"slow,omitempty"`
	// Faulty are the numbers of pages that were read although their content has errors.
	Faulty []int `json:"faulty,omitempty"`
	// Took is the time that reading took, in seconds, and Lost the part of it that was spent on pages that could not be
	// read.
	Took float64 `json:"took"`
	Lost float64 `json:"lost,omitempty"`
	// MissingGlyphs are the characters of these pages without a glyph, by kind. At most 65,536 of a page are counted.
	MissingGlyphs []MissingGlyphKind `json:"unseen,omitempty"`
}

// MissingGlyphKind counts characters of one kind that are shown as boxes or not at all. Either the substitute for a
// font that is not embedded lacks them, or no font had them when an Office document was converted.
type MissingGlyphKind struct {
	// Kind is the name of a Unicode script, such as "Egyptian Hieroglyphs", or one of the Kind constants.
	Kind    string `json:"kind"`
	Count   int    `json:"count"`
	Example rune   `json:"example"`
}

// Limits of the list of characters without a glyph: the number of kinds, and the bytes in the name of a kind.
const (
	MaxMissingGlyphKinds    = 400
	MaxMissingGlyphKindName = 64
)

// Kinds of characters besides the Unicode scripts.
const (
	// KindOldHangul are letters of obsolete Korean syllables. The fonts of the bundle have only some of them and draw
	// them over each other.
	KindOldHangul = "Old Hangul"
	KindPrivate   = "private"  // private use characters, such as symbols of a company
	KindPictures  = "pictures" // emoji and similar
	KindSymbols   = "symbols"
	KindUnknown   = "unknown" // in no script of our Unicode tables, or invalid
)

// Pictures is the result of checking the images of consecutive pages.
type Pictures struct {
	// Pages is the number of pages that were checked.
	Pages int `json:"pages"`
	// Broken are the numbers of pages with an image that cannot be decoded completely.
	Broken []int `json:"broken,omitempty"`
	// Took is the time of the check in seconds.
	Took float64 `json:"took"`
}
