import { expect, test } from "vitest";
import { formatRoute, parseRoute, type Route } from "./route";

test.each<[string, Route]>([
	["#/library", { page: "library", shelf: { kind: "all" } }],
	["#/library/trash", { page: "library", shelf: { kind: "trash" } }],
	["#/library/tag/a%2Fb%20c", { page: "library", shelf: { kind: "tag", key: "a/b c" } }],
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

test.each(["", "#", "#/nothing", "#/document/", "#/library/tag", "#/library/nothing"])(
	"%o leads to the library",
	(hash) => {
		expect(parseRoute(hash)).toEqual({ page: "library", shelf: { kind: "all" } });
	},
);

test("an invalid escape in an address is kept unchanged", () => {
	expect(parseRoute("#/library/tag/%E0%A4%A")).toEqual({
		page: "library",
		shelf: { kind: "tag", key: "%E0%A4%A" },
	});
});
