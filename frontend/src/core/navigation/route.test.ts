import { expect, test } from "vitest";
import { formatRoute, parseRoute, type Route } from "./route";

test.each<[string, Route]>([
	["#/library", { page: "library", section: { kind: "all" } }],
	["#/library/trash", { page: "library", section: { kind: "trash" } }],
	["#/library/tag/a%2Fb%20c", { page: "library", section: { kind: "tag", key: "a/b c" } }],
	[
		"#/library?q=annual%20report",
		{ page: "library", section: { kind: "all" }, search: { text: "annual report" } },
	],
	[
		"#/library/tag/a%3Fb?q=100%25%20%26%20%D7%90&type=pdf&tag=x&collection=c-1&favorite=true&allNames=true",
		{
			page: "library",
			section: { kind: "tag", key: "a?b" },
			search: {
				text: "100% & א",
				type: "pdf",
				tag: "x",
				collection: "c-1",
				favorite: true,
				allNames: true,
			},
		},
	],
	["#/document/3xq7", { page: "document", id: "3xq7" }],
	["#/folders", { page: "folders" }],
	["#/folders/f-1", { page: "folders", id: "f-1" }],
	["#/templates", { page: "templates" }],
	["#/templates/tpl-1", { page: "templates", id: "tpl-1" }],
	["#/designer/theme/acme", { page: "designer", kind: "theme", name: "acme" }],
	["#/designer/profile", { page: "designer", kind: "profile" }],
	["#/activity/webhooks", { page: "activity", part: "webhooks" }],
	["#/settings", { page: "settings" }],
	["#/developers", { page: "developers" }],
])("%s", (hash, route) => {
	expect(parseRoute(hash)).toEqual(route);
	expect(formatRoute(route)).toBe(hash);
});

test.each([
	"",
	"#",
	"#/nothing",
	"#/library?q=",
	"#/library?q=%20%20&type=pdf",
	"#/library?type=pdf",
	"#/document/",
	"#/library/tag",
	"#/library/nothing",
])("%o leads to the library", (hash) => {
	expect(parseRoute(hash)).toEqual({ page: "library", section: { kind: "all" } });
});

test("an invalid escape in an address is kept unchanged", () => {
	expect(parseRoute("#/library/tag/%E0%A4%A")).toEqual({
		page: "library",
		section: { kind: "tag", key: "%E0%A4%A" },
	});
});
