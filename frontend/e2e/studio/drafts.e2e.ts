import { afterAll, beforeAll, expect, test } from "vitest";
import { Browser } from "../support/browser";
import { openDesigner, row, storedSet } from "../support/designing";
import { makePDF } from "../support/documents";
import { call, documentWhen, putSettings, upload } from "../support/library";
import { type Server, startServer } from "../support/server";

const browser = new Browser();

/** A library of its own: what is previewed is not deleted by others. */
let server: Server;

beforeAll(async () => {
	server = await startServer();
	const { id } = await upload("designed.pdf", makePDF(3), server);
	await documentWhen(id, ({ status }) => status === "ready", server);
});

afterAll(() => server.stop());

test("keeps what is not saved when the tab is closed", async () => {
	const { page, name } = await openDesigner(browser, server, "theme", { buttonColor: "#123456" });
	const field = row(page, "viewerBackgroundColor").getByRole("textbox");
	await field.fill("#224466");
	await page.getByText("Not saved yet").waitFor();
	await page.reload();
	await page.getByText("Not saved yet").waitFor();
	expect(await field.inputValue()).toBe("#224466");
	await page.getByRole("button", { name: "Undo" }).click();
	await page.getByText("Saved, and in force for readers", { exact: true }).waitFor();
	expect(await field.inputValue()).toBe("");
	await page.getByRole("button", { name: "Redo" }).click();
	await page.getByRole("button", { name: "Save", exact: true }).click();
	await page.getByText("Saved, and in force for readers", { exact: true }).waitFor();
	await page.reload();
	await page.getByText("Saved, and in force for readers", { exact: true }).waitFor();
	expect(await storedSet("theme", name, server)).toEqual({
		buttonColor: "#123456",
		viewerBackgroundColor: "#224466",
	});
});

test("asks before it is closed where the browser has no room for what is not saved", async () => {
	const { page } = await openDesigner(browser, server, "theme");
	await page.evaluate(() => {
		Storage.prototype.setItem = () => {
			throw new DOMException("there is no room", "QuotaExceededError");
		};
	});
	await row(page, "viewerBackgroundColor").getByRole("textbox").fill("#224466");
	await page.getByText("Not saved yet").waitFor();
	const asked = page.waitForEvent("dialog");
	void page.close({ runBeforeUnload: true });
	const dialog = await asked;
	expect(dialog.type()).toBe("beforeunload");
	await dialog.dismiss();
});

test("asks where another has saved the set meanwhile", async () => {
	const { page, name } = await openDesigner(browser, server, "theme", { buttonColor: "#111111" });
	const field = row(page, "viewerBackgroundColor").getByRole("textbox");
	const save = page.getByRole("button", { name: "Save", exact: true });
	const question = page.getByRole("dialog", { name: `Somebody else has saved “${name}” meanwhile` });
	const inForce = page.getByText("Saved, and in force for readers", { exact: true });
	await field.fill("#224466");
	await field.blur();
	await putSettings("theme", name, { buttonColor: "#222222" }, server);
	await save.click();
	await question.getByRole("button", { name: "Cancel" }).click();
	await page.getByText("Not saved yet").waitFor();
	expect(await storedSet("theme", name, server)).toEqual({ buttonColor: "#222222" });

	await page.reload(); // what was begun with is kept, too
	await save.click();
	await question.getByRole("button", { name: "Take theirs over" }).click();
	await inForce.waitFor();
	expect(await row(page, "buttonColor").getByRole("textbox").inputValue()).toBe("#222222");
	expect(await field.inputValue()).toBe("");

	await page.getByRole("button", { name: "Undo" }).click();
	await save.click();
	await question.getByRole("button", { name: "Save mine" }).click();
	await inForce.waitFor();
	expect(await storedSet("theme", name, server)).toEqual({
		buttonColor: "#111111",
		viewerBackgroundColor: "#224466",
	});
	await field.fill("#335577");
	await save.click(); // it is this window's own by now
	await inForce.waitFor();
	expect(await storedSet("theme", name, server)).toEqual({
		buttonColor: "#111111",
		viewerBackgroundColor: "#335577",
	});
});

test("asks where another saves the set while this one is on its way", async () => {
	const { page, name } = await openDesigner(browser, server, "theme", { buttonColor: "#111111" }, /412/);
	await page.route(
		`**/settings/viewer/theme/${name}`,
		async (route) => {
			await putSettings("theme", name, { buttonColor: "#222222" }, server);
			await route.continue();
		},
		{ times: 1 },
	);
	const field = row(page, "viewerBackgroundColor").getByRole("textbox");
	await field.fill("#224466");
	await page.getByRole("button", { name: "Save", exact: true }).click();
	const question = page.getByRole("dialog", { name: `Somebody else has saved “${name}” meanwhile` });
	await question.waitFor();
	expect(await storedSet("theme", name, server)).toEqual({ buttonColor: "#222222" });
	await question.getByRole("button", { name: "Save mine" }).click();
	await page.getByText("Saved, and in force for readers", { exact: true }).waitFor();
	expect(await storedSet("theme", name, server)).toEqual({
		buttonColor: "#111111",
		viewerBackgroundColor: "#224466",
	});
});

/** Deletes a set as another browser does. */
function deleteSet(kind: "profile" | "theme", name: string): Promise<unknown> {
	return call("DELETE", `/settings/viewer/${kind}/${name}`, undefined, server);
}

test("says that a set which another has deleted is not there", async () => {
	const { page, name } = await openDesigner(browser, server, "profile");
	await deleteSet("profile", name);
	await page.getByText(`There is no profile “${name}”`).waitFor();
	expect(await page.getByText("Saved, and in force for readers").count()).toBe(0);
	await putSettings("profile", name, {}, server);
	await page.getByText("Saved, and in force for readers", { exact: true }).waitFor(); // it is there again
});

test("asks where another has deleted the set meanwhile", async () => {
	const { page, name } = await openDesigner(browser, server, "theme", { buttonColor: "#111111" });
	const path = `/settings/viewer/theme/${name}`;
	const isStored = () => call("GET", path, undefined, server).then(Boolean, () => false);
	const save = page.getByRole("button", { name: "Save", exact: true });
	const question = page.getByRole("dialog", { name: `Somebody else has deleted “${name}” meanwhile` });
	const field = row(page, "viewerBackgroundColor").getByRole("textbox");
	await field.fill("#224466");
	await field.blur();
	await deleteSet("theme", name);
	await save.click();
	await question.getByRole("button", { name: "Cancel" }).click();
	expect(await isStored()).toBe(false);

	await page.reload(); // what was begun with is kept, too
	await save.click();
	await question.getByRole("button", { name: "Save it again" }).click();
	await page.getByText("Saved, and in force for readers", { exact: true }).waitFor();
	expect(await storedSet("theme", name, server)).toEqual({
		buttonColor: "#111111",
		viewerBackgroundColor: "#224466",
	});

	await field.fill("#335577");
	await field.blur();
	await deleteSet("theme", name);
	await save.click();
	await question.getByRole("button", { name: "Discard what is not saved" }).click();
	await page.getByText(`There is no theme “${name}”`).waitFor();
	expect(await isStored()).toBe(false);
});

test("asks where another deletes the set while this one is on its way", async () => {
	const { page, name } = await openDesigner(browser, server, "theme", {}, /412/);
	await page.route(
		`**/settings/viewer/theme/${name}`,
		async (route) => {
			await deleteSet("theme", name);
			await route.continue();
		},
		{ times: 1 },
	);
	await row(page, "viewerBackgroundColor").getByRole("textbox").fill("#224466");
	await page.getByRole("button", { name: "Save", exact: true }).click();
	await page.getByRole("dialog", { name: `Somebody else has deleted “${name}” meanwhile` }).waitFor();
});

test("does not say that an address was copied where it was not", async () => {
	const { page } = await openDesigner(browser, server, "theme");
	await page.evaluate(() => {
		Reflect.deleteProperty(Navigator.prototype, "clipboard");
		Object.assign(Document.prototype, { execCommand: () => false });
	});
	await page.getByRole("button", { name: "More" }).last().click();
	await page.getByRole("menuitem", { name: "Where it is used" }).click();
	await page.getByRole("dialog").getByRole("button", { name: /^Copy/ }).first().click();
	await page.getByText("The browser lets this page copy nothing").waitFor();
	expect(await page.getByText("Copied").count()).toBe(0);
});

test("tells where a deleted set does not come back", async () => {
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
