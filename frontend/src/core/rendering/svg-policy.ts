/**
 * The elements that an SVG page may contain; all other elements are removed. The server makes pages from untrusted
 * documents and has its own list of allowed elements. This list is a second line of defense, together with the page's
 * Content-Security-Policy.
 */
const allowedElements = new Set(
	(
		"svg g defs symbol use path rect circle ellipse line polyline polygon image text tspan title desc " +
		"clipPath mask pattern linearGradient radialGradient stop marker filter feBlend feColorMatrix " +
		"feComponentTransfer feComposite feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge " +
		"feMergeNode feOffset feTile"
	).split(" "),
);

/**
 * Attributes that contain only numbers and names. Their values are not checked, because these attributes are by far the
 * most frequent ones.
 */
const unrestrictedAttributes = new Set(
	"d id transform x y width height viewBox fill-rule stroke-width font-size letter-spacing word-spacing".split(
		" ",
	),
);

const pictureData = /^data:image\/(?:png|jpeg|gif|webp|bmp)[;,]/i;
/**
 * Matches a CSS value that could load something or run a script: an escape, an import, a script, or a `url(…)` other
 * than a fragment.
 */
const unsafeValue = /\\|@import|javascript:|expression\(|url\((?!\s*["']?#)/i;

/** Matches the style of a page as the server writes it: its font, and nothing else. */
const fontStyle =
	/^@font-face\{font-family:(t[0-9a-f]{12});src:url\(data:font\/woff2;base64,([A-Za-z0-9+/]+={0,2})\)\}$/;

/** The font of a page's text: its family, and its WOFF2 file in Base64. */
export interface PageFontSource {
	readonly family: string;
	readonly base64: string;
}

/** Parses the font from the style element of a page; returns undefined if the style contains anything else. */
export function fontOfStyle(style: string): PageFontSource | undefined {
	const [, family, base64] = fontStyle.exec(style) ?? [];
	return family === undefined || base64 === undefined ? undefined : { family, base64 };
}

/** Reports whether an element with this local name is allowed. */
export function allowsElement(name: string): boolean {
	return allowedElements.has(name);
}

/**
 * Reports whether an attribute is allowed. Event handlers are rejected, and so are references to anything other than
 * the page itself or image data.
 */
export function allowsAttribute(element: string, name: string, value: string): boolean {
	if (unrestrictedAttributes.has(name)) {
		return true;
	}
	const lower = name.toLowerCase();
	if (lower.startsWith("on")) {
		return false;
	}
	if (lower === "href" || lower === "xlink:href" || lower === "src") {
		const target = value.trim();
		return target.startsWith("#") || (isPicture(element) && pictureData.test(target));
	}
	if (lower.startsWith("xmlns")) {
		return true;
	}
	return lower.startsWith("data-") || !unsafeValue.test(value);
}

function isPicture(element: string): boolean {
	return element === "image" || element === "feImage";
}
