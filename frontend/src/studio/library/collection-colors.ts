/** The colors for collections. */
export const collectionColors = [
	{ name: "blue", color: "#2460c8" },
	{ name: "green", color: "#17714a" },
	{ name: "red", color: "#b3261e" },
	{ name: "brown", color: "#99430c" },
	{ name: "purple", color: "#7a3fb5" },
	{ name: "teal", color: "#0f7285" },
	{ name: "gray", color: "#59616d" },
] as const;

/**
 * Returns the color for a new collection. `collections` is the number of existing collections; the colors are used in
 * turn.
 */
export function nextColor(collections: number): string {
	return collectionColors[collections % collectionColors.length]?.color ?? "";
}
