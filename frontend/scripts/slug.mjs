/**
 * Returns the anchor that GitHub assigns to a heading: lower case, with hyphens for spaces, without other punctuation.
 * Headings with the same text have the same anchor, because no number is added.
 * @param {string} heading the text of the heading, without markup
 */
export function slug(heading) {
	return heading
		.trim()
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, "")
		.replaceAll(" ", "-");
}
