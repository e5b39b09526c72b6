/**
 * Returns the anchor that GitHub assigns to a heading: lower case, with hyphens for spaces and without other
 * punctuation. GitHub numbers headings with the same text; here, they have the same anchor.
 *
 * @param {string} heading the text of the heading, without markup
 */
export function slug(heading) {
	return heading
		.trim()
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, "")
		.replaceAll(" ", "-");
}
