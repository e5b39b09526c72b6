import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { call, putSettings, uploadReady } from "../support/api";
import { Browser } from "../support/browser";
import { sharedServer } from "../support/shared-server";
import { createLink, openShareDialog } from "../support/sharing";
import { openStudio } from "../support/studio";

const browser = new Browser();

/** Returns the HTTP status for each resource of the session to which a link belongs. */
async function statuses(address: string): Promise<Record<string, number>> {
	const session = new URL(address).searchParams.get("sessionId") ?? "";
	const paths = ["page/1.png", "pdf", "original", "text"];
	const responses = await Promise.all(
		paths.map((path) => fetch(`${sharedServer().url}/viewer/session/${session}/${path}?profile=default`)),
	);
	return Object.fromEntries(
		responses.map((response, index) => [paths[index] ?? "", response.status] as const),
	);
}

/** Returns the numbers of download and print buttons in the viewer at an address. */
async function buttonsAt(address: string): Promise<[number, number]> {
	const page = await browser.open(address);
	await page.locator("#pages.laid-out").waitFor();
	const buttons = [".tool-download", ".tool-print"].map((selector) => page.locator(selector).count());
	return (await Promise.all(buttons)) as [number, number];
}

async function chooseRights(
	page: Page,
	dialog: Locator,
	download: string,
	...switches: string[]
): Promise<void> {
	await dialog.getByRole("button", { name: /^What readers can do/ }).click();
	await page.getByRole("combobox", { name: "Download" }).click();
	await page.getByRole("option", { name: download, exact: true }).click();
	for (const name of switches) {
		await page.getByRole("switch", { name }).click();
	}
	await page.keyboard.press("Escape");
	await dialog.waitFor();
}

// SECURITY.md, promise 49 (enforced profiles)
test("the server enforces that readers can only view, whatever the address says", async () => {
	await uploadReady("view-only.pdf");
	const page = await openStudio(browser);
	const dialog = await openShareDialog(page, "view-only.pdf");
	const address = await createLink(dialog);
	await dialog.locator("strong", { hasText: /^view$/ }).waitFor();
	await dialog.getByText("view · until").waitFor();
	expect(await statuses(address)).toEqual({ "page/1.png": 200, pdf: 403, original: 403, text: 403 });
	for (const edited of [
		address,
		`${address}&profile=default`,
		`${address}&profileOverrides=${encodeURIComponent('{"download":"original","print":true,"textSelection":true}')}`,
	]) {
		expect(await buttonsAt(edited), edited).toEqual([0, 0]);
	}
});

test("what is chosen is permitted, and nothing else", async () => {
	await uploadReady("some-rights.pdf");
	const page = await openStudio(browser);
	const dialog = await openShareDialog(page, "some-rights.pdf");
	await chooseRights(page, dialog, "PDF", "Copy text");
	await dialog.getByRole("button", { name: "What readers can do: view, copy and download" }).waitFor();
	const some = await createLink(dialog);
	expect(await statuses(some)).toEqual({ "page/1.png": 200, pdf: 200, original: 403, text: 200 });
	expect(await buttonsAt(some)).toEqual([1, 0]);
	await dialog.getByRole("button", { name: "New link" }).click();
	await chooseRights(page, dialog, "PDF and original file", "Print button");
	const all = await createLink(dialog);
	expect(await statuses(all)).toEqual({ "page/1.png": 200, pdf: 200, original: 200, text: 200 });
	expect(await buttonsAt(all)).toEqual([1, 1]);
});

test("a stored profile that somebody has changed is neither used nor replaced", async () => {
	const { id } = await uploadReady("changed-profile.pdf");
	await putSettings("profile", "link-view-copy", { download: "original" });
	const page = await openStudio(browser);
	const dialog = await openShareDialog(page, "changed-profile.pdf");
	await chooseRights(page, dialog, "No download", "Copy text");
	const address = await createLink(dialog);
	expect(await statuses(address)).toMatchObject({ pdf: 403, original: 403, text: 200 });
	expect(await call("GET", `/session?documentId=${id}`)).toMatchObject([{ profile: "link-view-copy-2" }]);
	expect(await call("GET", "/settings/viewer/profile/link-view-copy")).toEqual({ download: "original" });
});

test("a link follows the profile of the document unless rights are chosen", async () => {
	const { id } = await uploadReady("bound.pdf");
	await putSettings("profile", "reading-room", { download: "none" });
	await call("PATCH", `/document/${id}`, { profile: "reading-room" });
	const page = await openStudio(browser);
	const dialog = await openShareDialog(page, "bound.pdf");
	await dialog.getByRole("button", { name: "What readers can do: view and copy" }).click();
	await page.getByText("The profile “reading-room” defines what readers can do.").waitFor();
	await page.keyboard.press("Escape");
	expect(await statuses(await createLink(dialog))).toMatchObject({ pdf: 403, original: 403, text: 200 });
	expect(await call("GET", `/session?documentId=${id}`)).toMatchObject([{ profile: "reading-room" }]);
});

test("a key that cannot store profiles uses those that exist, and otherwise says what to do", async () => {
	await uploadReady("by-writer.pdf");
	const { key } = await call<{ key: string }>("POST", "/key?name=Writer&role=write");
	const page = await openStudio(browser, "#/library", { expected: /403/ }, { url: sharedServer().url, key });
	const dialog = await openShareDialog(page, "by-writer.pdf");
	await dialog.getByRole("button", { name: "More" }).click();
	await dialog.getByRole("switch", { name: "Watermark" }).click();
	await dialog.getByRole("button", { name: "Create and copy link" }).click();
	await dialog
		.getByRole("alert")
		.getByText("Ask an administrator to share a document with these rights")
		.waitFor();
	await putSettings("profile", "link-view-mark", {
		download: "none",
		print: false,
		search: true,
		textSelection: false,
		watermark: "{name} {date}",
	});
	expect(await statuses(await createLink(dialog))).toMatchObject({ pdf: 403, text: 403 });
});
