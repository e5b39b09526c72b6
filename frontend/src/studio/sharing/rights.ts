import { type ApiClient, dataOf, fetchAll } from "../../api/client";
import type { components } from "../../api/schema.gen";

type StoredProfile = components["schemas"]["NamedSetProfile"];

/** The files that the readers of a link can download: no file, the PDF, or both the PDF and the original. */
export type Download = "none" | "pdf" | "original";

/** The rights that the readers of a link have besides viewing the pages. */
export interface Rights {
	readonly download: Download;
	/** Whether text can be selected and copied. If not, the server sends the pages as images. */
	readonly copy: boolean;
	/** Whether the viewer shows its print button. The server cannot prevent printing. */
	readonly print: boolean;
	/** Whether the name of the reader and the date are printed across every page. */
	readonly watermark: boolean;
}

export const viewOnly: Rights = { download: "none", copy: false, print: false, watermark: false };

/** The text of the watermark, with placeholders. */
const watermark = "{name} {date}";
const prefix = "link-view";
/** The names that {@link storedProfile} uses: the prefix, a part for each right, and a number. */
const linkProfileName = /^link-view(-copy)?(-pdf|-original)?(-print)?(-mark)?(-\d+)?$/;

/** Returns the preferred name of the profile that stores the given rights. */
export function profileName({ download, copy, print, watermark: marked }: Rights): string {
	const parts = [
		copy ? "copy" : "",
		download === "none" ? "" : download,
		print ? "print" : "",
		marked ? "mark" : "",
	];
	return [prefix, ...parts.filter((part) => part !== "")].join("-");
}

/** Reports whether a profile name is one of those that {@link storedProfile} uses. */
export function isLinkProfile(name: string): boolean {
	return linkProfileName.test(name);
}

/** Returns the properties of a profile that grants the given rights. */
export function profileProperties({ download, copy, print, watermark: marked }: Rights) {
	const searchable = copy ? {} : { search: true }; // without copying, search must be permitted explicitly
	return {
		download,
		textSelection: copy,
		print,
		...searchable,
		...(marked ? { watermark } : {}),
	};
}

/** Returns the profiles that are stored on the server. */
export function listProfiles(client: ApiClient): Promise<StoredProfile[]> {
	return fetchAll((query) => client.GET("/api/v0/settings/viewer/profile", { params: { query } }));
}

/**
 * Returns the name of a stored profile with exactly the given rights. If there is no such profile, stores one. A
 * profile that has the preferred name, but was changed by somebody, is neither used nor overwritten.
 */
export async function storedProfile(client: ApiClient, rights: Rights): Promise<string> {
	const stored = new Map((await listProfiles(client)).map(({ name, properties }) => [name, properties]));
	const wanted = profileProperties(rights);
	const base = profileName(rights);
	for (let number = 1; ; number++) {
		const name = number === 1 ? base : `${base}-${number}`;
		const properties = stored.get(name);
		if (properties === undefined) {
			await store(client, name, wanted);
			return name;
		}
		if (hasSameEntries(properties, wanted)) {
			return name;
		}
	}
}

async function store(client: ApiClient, name: string, properties: object): Promise<void> {
	await dataOf(
		client.PUT("/api/v0/settings/viewer/profile/{name}", {
			params: { path: { name } },
			body: properties as StoredProfile["properties"], // the server uses the defaults for the other properties
		}),
	);
}

function hasSameEntries(a: object, b: object): boolean {
	const sorted = (entries: object) =>
		JSON.stringify(Object.entries(entries).sort(([x], [y]) => (x < y ? -1 : 1)));
	return sorted(a) === sorted(b);
}

/**
 * Returns the rights of the readers of a link that enforces the profile `name`. If `name` is undefined, the link
 * enforces no profile, and its readers have all rights. If the profile does not exist any more, they can only view the
 * pages.
 */
export function rightsOf(name: string | undefined, profiles: readonly StoredProfile[]): Rights {
	if (name === undefined) {
		return { download: "original", copy: true, print: true, watermark: false };
	}
	const find = (wanted: string) => profiles.find((profile) => profile.name === wanted)?.properties;
	const named: Partial<StoredProfile["properties"]> | undefined = find(name);
	if (named === undefined) {
		return viewOnly;
	}
	const merged: Partial<StoredProfile["properties"]> = { ...find("default"), ...named };
	const copy = merged.textSelection !== false && merged.output !== "img";
	return {
		copy,
		download: copy ? (merged.download ?? "pdf") : (named.download ?? "none"),
		print: merged.print !== false,
		watermark: (merged.watermark ?? "") !== "",
	};
}

/**
 * Returns the name of the phrase that describes rights. It does not mention printing, which the server cannot prevent.
 */
export function rightsPhrase({ download, copy }: Rights) {
	if (download === "none") {
		return copy ? "reading.viewCopy" : "reading.view";
	}
	if (download === "pdf") {
		return copy ? "reading.viewCopyPDF" : "reading.viewPDF";
	}
	return copy ? "reading.viewCopyOriginal" : "reading.viewOriginal";
}
