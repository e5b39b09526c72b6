/** A location in the application, as encoded in the fragment of its address. */
export type Route =
	| {
			readonly page: "library";
			readonly section: LibrarySection;
			readonly search?: LibrarySearch | undefined;
	  }
	| { readonly page: "document"; readonly id: string }
	| { readonly page: "folders" | "templates"; readonly id?: string }
	| { readonly page: "designer"; readonly kind: "profile" | "theme"; readonly name?: string }
	| { readonly page: "activity"; readonly part?: string }
	| { readonly page: "settings"; readonly part?: string }
	| { readonly page: "developers" };

/** A section of the library: a list of its documents, such as the trash or the documents of a tag. */
export type LibrarySection =
	| { readonly kind: "all" | "recent" | "favorites" | "processing" | "failed" | "trash" }
	| { readonly kind: "collection" | "folder" | "tag"; readonly key: string };

/** A search in the library, and the filters of its results. */
export interface LibrarySearch {
	readonly text: string;
	/** The kind of documents, as in the API. */
	readonly type?: string | undefined;
	readonly tag?: string | undefined;
	/** The id of a collection. */
	readonly collection?: string | undefined;
	/** Whether only favorites are searched. */
	readonly favorite?: boolean | undefined;
	/**
	 * Whether all documents with matching names are listed. Otherwise, only the first documents with matching names are
	 * listed, together with matching pages.
	 */
	readonly allNames?: boolean | undefined;
}

const plainSections: readonly string[] = ["recent", "favorites", "processing", "failed", "trash"];
const keyedSections: readonly string[] = ["collection", "folder", "tag"];

/** Parses the fragment of an address; returns the library if the fragment names no known location. */
export function parseRoute(hash: string): Route {
	const [path = "", query = ""] = hash.replace(/^#?\/?/, "").split(/\?(.*)/s);
	const [page, first, second] = path.split("/").map(decodePart);
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
			return { page: "library", section: parseSection(first, second), ...parseSearch(query) };
	}
}

function parseSearch(query: string): { readonly search?: LibrarySearch } {
	const values = new Map(
		query.split("&").map((part) => {
			const [name = "", value = ""] = part.split("=", 2);
			return [name, decodePart(value)];
		}),
	);
	const text = values.get("q") ?? "";
	if (text.trim() === "") {
		return {};
	}
	const named = (["type", "tag", "collection"] as const).flatMap((name) => {
		const value = values.get(name);
		return value ? [[name, value] as const] : [];
	});
	const set = (["favorite", "allNames"] as const).filter((name) => values.has(name));
	return {
		search: {
			text,
			...Object.fromEntries<string | boolean>([...named, ...set.map((name) => [name, true] as const)]),
		},
	};
}

function formatSearch({ text, ...filters }: LibrarySearch): string {
	const set = Object.entries<string | boolean | undefined>(filters).filter(
		([, value]) => value !== undefined && value !== false,
	);
	return [["q", text] as const, ...set]
		.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
		.join("&");
}

function parseSection(kind: string | undefined, key: string | undefined): LibrarySection {
	if (kind !== undefined && plainSections.includes(kind)) {
		return { kind } as LibrarySection;
	}
	if (kind !== undefined && keyedSections.includes(kind) && key) {
		return { kind, key } as LibrarySection;
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
	const path = "#/" + routeParts(route).map(encodeURIComponent).join("/");
	return route.page === "library" && route.search !== undefined
		? `${path}?${formatSearch(route.search)}`
		: path;
}

function routeParts(route: Route): string[] {
	const defined = (...all: (string | undefined)[]) => all.filter((part) => part !== undefined);
	switch (route.page) {
		case "library":
			return "key" in route.section
				? ["library", route.section.kind, route.section.key]
				: route.section.kind === "all"
					? ["library"]
					: ["library", route.section.kind];
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
