/**
 * Returns the anchor of a heading as GitHub makes it: lower case, hyphens for spaces, no other punctuation. It is not
 * made unique: two headings of a page with the same text share one.
 * @param {string} heading its text, without markup
 */
export function slug(heading) {
	return heading
		.trim()
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, "")
		.replaceAll(" ", "-");
}
