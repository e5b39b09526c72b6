import { expect, test } from "vitest";
import type { components } from "../../api/schema.gen";
import { isLinkProfile, profileName, profileProperties, type Rights, rightsOf, viewOnly } from "./rights";

type StoredProfile = components["schemas"]["NamedSetProfile"];

function stored(name: string, properties: object): StoredProfile {
	return { name, etag: "", properties: properties as StoredProfile["properties"] };
}

const all: Rights = { download: "original", copy: true, print: true, watermark: true };

test.each<[Rights, string]>([
	[viewOnly, "link-view"],
	[{ ...viewOnly, copy: true }, "link-view-copy"],
	[{ ...viewOnly, download: "pdf" }, "link-view-pdf"],
	[all, "link-view-copy-original-print-mark"],
])("the rights %o are stored as %s", (rights, name) => {
	expect(profileName(rights)).toBe(name);
	expect(isLinkProfile(name)).toBe(true);
	expect(rightsOf(name, [stored("default", {}), stored(name, profileProperties(rights))])).toEqual(rights);
});

test.each(["link-viewers", "link-view-print-copy", "my-link-view", "link-view-"])(
	"%s is not a profile of links",
	(name) => {
		expect(isLinkProfile(name)).toBe(false);
	},
);

test.each<[string | undefined, object, object, Partial<Rights>]>([
	[undefined, {}, {}, { download: "original", copy: true }],
	["deleted", {}, {}, viewOnly],
	["default", { print: false }, {}, { download: "pdf", copy: true, print: false }],
	["named", { download: "original" }, {}, { download: "original", copy: true }],
	["named", { download: "original" }, { textSelection: false }, { download: "none", copy: false }],
	["named", {}, { output: "img", download: "pdf" }, { download: "pdf", copy: false }],
	["named", { textSelection: false }, {}, { download: "none", copy: false }],
])("with the profile %s, %o and %o permit %o", (name, standard, named, rights) => {
	expect(rightsOf(name, [stored("default", standard), stored("named", named)])).toMatchObject(rights);
});
