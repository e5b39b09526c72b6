/**
 * What an SVG page may hold. The server makes pages from documents that strangers
 * wrote; this list is the second lock behind the server's own and the page's
 * Content-Security-Policy: what is not named here is dropped.
 */
const elements = new Set(
	(
		"svg g defs symbol use path rect circle ellipse line polyline polygon image text tspan title desc " +
		"clipPath mask pattern linearGradient radialGradient stop marker filter feBlend feColorMatrix " +
		"feComponentTransfer feComposite feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge " +
		"feMergeNode feOffset feTile"
	).split(" "),
);

/** Attributes that hold only numbers and names: by far the most, so that they are not searched. */
const harmless = new Set(
	"d id transform x y width height viewBox fill-rule stroke-width font-size letter-spacing word-spacing".split(
		" ",
	),
);

const picture = /^data:image\/(?:png|jpeg|gif|webp|bmp)[;,]/i;
/** A CSS value that could leave the page: an escape, an import, a script, a `url(…)` that is not a fragment. */
const suspicious = /\\|@import|javascript:|expression\(|url\((?!\s*["']?#)/i;

/** The style of a page as the server writes it: its font, and nothing else. */
const fontStyle =
	/^@font-face\{font-family:(t[0-9a-f]{12});src:url\(data:font\/woff2;base64,([A-Za-z0-9+/]+={0,2})\)\}$/;

/** The font that a page's text is drawn in: its family, and its WOFF2 file in Base64. */
export interface PageFontSource {
	readonly family: string;
	readonly base64: string;
}

/** Reads the font out of a page's style; undefined where that says anything else. */
export function fontOfStyle(style: string): PageFontSource | undefined {
	const [, family, base64] = fontStyle.exec(style) ?? [];
	return family === undefined || base64 === undefined ? undefined : { family, base64 };
}

/** Whether an element of this local name may stay. */
export function allowsElement(name: string): boolean {
	return elements.has(name);
}

/** Whether an attribute may stay: no handler, and no reference but into the page itself or to picture data. */
export function allowsAttribute(element: string, name: string, value: string): boolean {
	if (harmless.has(name)) {
		return true;
	}
	const lower = name.toLowerCase();
	if (lower.startsWith("on")) {
		return false;
	}
	if (lower === "href" || lower === "xlink:href" || lower === "src") {
		const target = value.trim();
		return target.startsWith("#") || (isPicture(element) && picture.test(target));
	}
	if (lower.startsWith("xmlns")) {
		return true;
	}
	return lower.startsWith("data-") || !suspicious.test(value);
}

function isPicture(element: string): boolean {
	return element === "image" || element === "feImage";
}
