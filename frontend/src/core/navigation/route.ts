/** A location in the application, as encoded in the fragment of its address. */
export type Route =
	| { readonly page: "library"; readonly shelf: Shelf }
	| { readonly page: "document"; readonly id: string }
	| { readonly page: "folders" | "templates"; readonly id?: string }
	| { readonly page: "designer"; readonly kind: "profile" | "theme"; readonly name?: string }
	| { readonly page: "activity"; readonly part?: string }
	| { readonly page: "settings"; readonly part?: string }
	| { readonly page: "developers" };

/** The set of documents of the library that is shown. */
export type Shelf =
	| { readonly kind: "all" | "recent" | "favorites" | "processing" | "failed" | "trash" }
	| { readonly kind: "collection" | "folder" | "tag"; readonly key: string };

const plainShelves: readonly string[] = ["recent", "favorites", "processing", "failed", "trash"];
const keyedShelves: readonly string[] = ["collection", "folder", "tag"];

/** Parses the fragment of an address; returns the library if it names no known location. */
export function parseRoute(hash: string): Route {
	const [page, first, second] = hash
		.replace(/^#?\/?/, "")
		.split("/")
		.map(decodePart);
	switch (page) {
		case "document":
			return first ? { page, id: first } : parseRoute("");
		case "folders":
		case "templates":
			return first ? { page, id: first } : { page };
		case "designer":
			return { page, kind: first === "theme" ? "theme" : "profile", ...(second ? { name: second } : {}) };
		case "activity":
		case "settings":
			return first ? { page, part: first } : { page };
		case "developers":
			return { page };
		default:
			return { page: "library", shelf: parseShelf(first, second) };
	}
}

function parseShelf(kind: string | undefined, key: string | undefined): Shelf {
	if (kind !== undefined && plainShelves.includes(kind)) {
		return { kind } as Shelf;
	}
	if (kind !== undefined && keyedShelves.includes(kind) && key) {
		return { kind, key } as Shelf;
	}
	return { kind: "all" };
}

/** Decodes a percent-encoded text; returns it unchanged if it is malformed. */
function decodePart(part: string): string {
	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
}

/** Returns the fragment of a location, with the leading hash. */
export function formatRoute(route: Route): string {
	return "#/" + routeParts(route).map(encodeURIComponent).join("/");
}

function routeParts(route: Route): string[] {
	const defined = (...all: (string | undefined)[]) => all.filter((part) => part !== undefined);
	switch (route.page) {
		case "library":
			return "key" in route.shelf
				? ["library", route.shelf.kind, route.shelf.key]
				: route.shelf.kind === "all"
					? ["library"]
					: ["library", route.shelf.kind];
		case "document":
		case "folders":
		case "templates":
			return defined(route.page, route.id);
		case "designer":
			return defined(route.page, route.kind, route.name);
		case "activity":
		case "settings":
			return defined(route.page, route.part);
		default:
			return [route.page];
	}
}
