import { afterAll, beforeAll, expect, test } from "vitest";
import { Browser } from "../support/browser";
import { openDesigner, propertyRow, storedSet } from "../support/designer";
import { makePDF } from "../support/documents";
import { call, putSettings, upload, waitForDocument } from "../support/api";
import { type Server, startServer } from "../support/server";

const browser = new Browser();

/** A separate server, so that no other test deletes the document that is shown in the preview. */
let server: Server;

beforeAll(async () => {
	server = await startServer();
	const { id } = await upload("designed.pdf", makePDF(3), server);
	await waitForDocument(id, ({ status }) => status === "ready", server);
});

afterAll(() => server.stop());

test("keeps a draft when the tab is closed", async () => {
	const { page, name } = await openDesigner(browser, server, "theme", { buttonColor: "#123456" });
	const field = propertyRow(page, "viewerBackgroundColor").getByRole("textbox");
	await field.fill("#224466");
	await page.getByText("Not saved: readers still see").waitFor();
	await page.reload();
	await page.getByText("Not saved: readers still see").waitFor();
	expect(await field.inputValue()).toBe("#224466");
	await page.getByRole("button", { name: "Undo" }).click();
	await page.getByText("Saved", { exact: true }).waitFor();
	expect(await field.inputValue()).toBe("");
	await page.getByRole("button", { name: "Redo" }).click();
	await page.getByRole("button", { name: "Save", exact: true }).click();
	await page.getByText("Saved", { exact: true }).waitFor();
	await page.reload();
	await page.getByText("Saved", { exact: true }).waitFor();
	expect(await storedSet("theme", name, server)).toEqual({
		buttonColor: "#123456",
		viewerBackgroundColor: "#224466",
	});
});

test("asks before closing if the browser cannot store the draft", async () => {
	const { page } = await openDesigner(browser, server, "theme");
	await page.evaluate(() => {
		Storage.prototype.setItem = () => {
			throw new DOMException("there is no room", "QuotaExceededError");
		};
	});
	await propertyRow(page, "viewerBackgroundColor").getByRole("textbox").fill("#224466");
	await page.getByText("Not saved: readers still see").waitFor();
	const dialogEvent = page.waitForEvent("dialog");
	void page.close({ runBeforeUnload: true });
	const dialog = await dialogEvent;
	expect(dialog.type()).toBe("beforeunload");
	await dialog.dismiss();
});

test("asks if somebody else has saved the set meanwhile", async () => {
	const { page, name } = await openDesigner(browser, server, "theme", { buttonColor: "#111111" });
	const field = propertyRow(page, "viewerBackgroundColor").getByRole("textbox");
	const save = page.getByRole("button", { name: "Save", exact: true });
	const question = page.getByRole("dialog", { name: `Someone else has changed “${name}”` });
	const savedNote = page.getByText("Saved", { exact: true });
	await field.fill("#224466");
	await field.blur();
	await putSettings("theme", name, { buttonColor: "#222222" }, server);
	await save.click();
	await question.getByRole("button", { name: "Cancel" }).click();
	await page.getByText("Not saved: readers still see").waitFor();
	expect(await storedSet("theme", name, server)).toEqual({ buttonColor: "#222222" });

	await page.reload(); // the browser stores the draft and the values on which it is based
	await save.click();
	await question.getByRole("button", { name: "Use their version" }).click();
	await savedNote.waitFor();
	expect(await propertyRow(page, "buttonColor").getByRole("textbox").inputValue()).toBe("#222222");
	expect(await field.inputValue()).toBe("");

	await page.getByRole("button", { name: "Undo" }).click();
	await save.click();
	await question.getByRole("button", { name: "Save my version" }).click();
	await savedNote.waitFor();
	expect(await storedSet("theme", name, server)).toEqual({
		buttonColor: "#111111",
		viewerBackgroundColor: "#224466",
	});
	await field.fill("#335577");
	await save.click(); // no question appears, because nobody else has changed the theme since the last save
	await savedNote.waitFor();
	expect(await storedSet("theme", name, server)).toEqual({
		buttonColor: "#111111",
		viewerBackgroundColor: "#335577",
	});
});

test("asks if somebody else saves the set during a save request", async () => {
	const { page, name } = await openDesigner(browser, server, "theme", { buttonColor: "#111111" }, /412/);
	await page.route(
		`**/settings/viewer/theme/${name}`,
		async (route) => {
			await putSettings("theme", name, { buttonColor: "#222222" }, server);
			await route.continue();
		},
		{ times: 1 },
	);
	const field = propertyRow(page, "viewerBackgroundColor").getByRole("textbox");
	await field.fill("#224466");
	await page.getByRole("button", { name: "Save", exact: true }).click();
	const question = page.getByRole("dialog", { name: `Someone else has changed “${name}”` });
	await question.waitFor();
	expect(await storedSet("theme", name, server)).toEqual({ buttonColor: "#222222" });
	await question.getByRole("button", { name: "Save my version" }).click();
	await page.getByText("Saved", { exact: true }).waitFor();
	expect(await storedSet("theme", name, server)).toEqual({
		buttonColor: "#111111",
		viewerBackgroundColor: "#224466",
	});
});

/** Deletes a profile or a theme, as in another browser. */
function deleteSet(kind: "profile" | "theme", name: string): Promise<unknown> {
	return call("DELETE", `/settings/viewer/${kind}/${name}`, undefined, server);
}

test("says that a set that somebody else deleted does not exist", async () => {
	const { page, name } = await openDesigner(browser, server, "profile");
	await deleteSet("profile", name);
	await page.getByText(`The profile “${name}” does not exist`).waitFor();
	expect(await page.getByText("Saved", { exact: true }).count()).toBe(0);
	await putSettings("profile", name, {}, server);
	// The profile exists again, so the page shows its editor.
	await page.getByText("Saved", { exact: true }).waitFor();
});

test("asks if somebody else has deleted the set meanwhile", async () => {
	const { page, name } = await openDesigner(browser, server, "theme", { buttonColor: "#111111" });
	const path = `/settings/viewer/theme/${name}`;
	const isStored = () => call("GET", path, undefined, server).then(Boolean, () => false);
	const save = page.getByRole("button", { name: "Save", exact: true });
	const question = page.getByRole("dialog", { name: `Someone else has deleted “${name}”` });
	const field = propertyRow(page, "viewerBackgroundColor").getByRole("textbox");
	await field.fill("#224466");
	await field.blur();
	await deleteSet("theme", name);
	await save.click();
	await question.getByRole("button", { name: "Cancel" }).click();
	expect(await isStored()).toBe(false);

	await page.reload(); // the browser stores the draft and the values on which it is based
	await save.click();
	await question.getByRole("button", { name: "Save again" }).click();
	await page.getByText("Saved", { exact: true }).waitFor();
	expect(await storedSet("theme", name, server)).toEqual({
		buttonColor: "#111111",
		viewerBackgroundColor: "#224466",
	});

	await field.fill("#335577");
	await field.blur();
	await deleteSet("theme", name);
	await save.click();
	await question.getByRole("button", { name: "Discard changes" }).click();
	await page.getByText(`The theme “${name}” does not exist`).waitFor();
	expect(await isStored()).toBe(false);
});

test("asks if somebody else deletes the set during a save request", async () => {
	const { page, name } = await openDesigner(browser, server, "theme", {}, /412/);
	await page.route(
		`**/settings/viewer/theme/${name}`,
		async (route) => {
			await deleteSet("theme", name);
			await route.continue();
		},
		{ times: 1 },
	);
	await propertyRow(page, "viewerBackgroundColor").getByRole("textbox").fill("#224466");
	await page.getByRole("button", { name: "Save", exact: true }).click();
	await page.getByRole("dialog", { name: `Someone else has deleted “${name}”` }).waitFor();
});

test("does not report an address as copied if copying failed", async () => {
	const { page } = await openDesigner(browser, server, "theme");
	await page.evaluate(() => {
		Reflect.deleteProperty(Navigator.prototype, "clipboard");
		Object.assign(Document.prototype, { execCommand: () => false });
	});
	await page.getByRole("button", { name: "More" }).last().click();
	await page.getByRole("menuitem", { name: "Usage" }).click();
	await page.getByRole("dialog").getByRole("button", { name: /^Copy/ }).first().click();
	await page.getByText("The browser does not let this page copy").waitFor();
	expect(await page.getByText("Copied").count()).toBe(0);
});

test("reports if a deleted set cannot be restored", async () => {
	const { page } = await openDesigner(browser, server, "theme", {}, /status of 503/);
	await page.getByRole("button", { name: "More" }).last().click();
	await page.getByRole("menuitem", { name: "Delete", exact: true }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
	await page.route("**/settings/viewer/theme/*", (route) =>
		route.fulfill({ status: 503, json: { message: "There is no room for it." } }),
	);
	await page.getByRole("button", { name: "Undo" }).click();
	await page.getByText("There is no room for it.").waitFor();
});
