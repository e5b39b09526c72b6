import { expect, test } from "vitest";
import { Browser } from "../support/browser";
import { makePDF } from "../support/documents";
import { call, type Document, upload, uploadReady } from "../support/api";
import { documentCard, openStudio } from "../support/studio";

const browser = new Browser();

test("shows new documents without reloading", async () => {
	const page = await openStudio(browser);
	await page.getByRole("grid").or(page.getByText("Add your first documents")).first().waitFor();
	await uploadReady("arrives-now.pdf", 3);
	const card = documentCard(page, "arrives-now.pdf");
	await card.waitFor();
	await expect.poll(() => card.innerText()).toContain("3 pages");
	await card.locator("img").waitFor();
});

test("a file of an unsupported type is not added, and the reason is shown", async () => {
	const page = await openStudio(browser, "#/library", { expected: /422/ });
	// Playwright intercepts file dialogs only some time after this call, so it comes before the wait for the list.
	const chooser = page.waitForEvent("filechooser");
	await page.getByRole("grid").or(page.getByText("Add your first documents")).first().waitFor();
	await page.keyboard.press("Control+o");
	await (
		await chooser
	).setFiles([
		{ name: "no-picture.png", mimeType: "image/png", buffer: Buffer.from("\x89PNG\r\n\x1a\n0000", "latin1") },
		{ name: "taken-along.pdf", mimeType: "application/pdf", buffer: Buffer.from(makePDF(1)) },
	]);
	const item = page.getByRole("region", { name: "Adding documents" }).getByRole("listitem");
	await expect
		.poll(() => item.allInnerTexts())
		.toEqual([
			expect.stringMatching(/no-picture\.png\s+This is an image/),
			expect.stringContaining("taken-along.pdf"),
		]);
	expect(await item.getByRole("img", { name: "Not added" }).count()).toBe(1);
	const names = async () => (await call<Document[]>("GET", "/document")).map(({ name }) => name);
	await expect.poll(names).toContain("taken-along.pdf");
	expect(await names()).not.toContain("no-picture.png");
});

test("a card shows why its document failed", async () => {
	await upload("no-document.docx", new TextEncoder().encode("This is none."));
	const page = await openStudio(browser, "#/library/failed");
	await expect.poll(() => documentCard(page, "no-document.docx").first().innerText()).toMatch(/text|not/i);
});

test.each([1440, 390])("a row %d pixels wide shows why its document failed", async (width) => {
	await upload("no-row.docx", new TextEncoder().encode("This is none."));
	const page = await openStudio(browser, "#/library/failed", { viewport: { width, height: 800 } });
	await page.getByRole("button", { name: "list view" }).click();
	const row = documentCard(page, "no-row.docx").first();
	await row.getByText("Failed", { exact: true }).waitFor();
	const reason = row.getByText("This is a plain text file, which is not a supported type.");
	await reason.waitFor();
	/** Reports whether an element, or the parent that limits its lines, hides a part of the text. */
	const isCut = (element: Element) =>
		[element, element.parentElement ?? element].some(
			({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
				scrollWidth > clientWidth || scrollHeight > clientHeight,
		);
	expect(await reason.evaluate(isCut)).toBe(false);
});

test.each(["grid", "list"])(
	"what failed before its type was known has that of its name, as a %s",
	async (view) => {
		await upload("no-type.xlsx", new TextEncoder().encode("This is none."));
		const page = await openStudio(browser, "#/library/failed");
		await page.getByRole("button", { name: `${view} view` }).click();
		await documentCard(page, "no-type.xlsx").first().getByText("xlsx", { exact: true }).waitFor();
	},
);

test("a card breaks a long name before its extension, not within it", async () => {
	const names = [15, 16, 17, 18, 19].map((length) => `${"Quarterlyreportnorth".slice(0, length)}.docx`);
	for (const name of names) {
		await upload(name, new TextEncoder().encode("This is none."));
	}
	const page = await openStudio(browser, "#/library/failed", { viewport: { width: 1100, height: 760 } });
	for (const name of names) {
		const lines = (element: Element) => element.getClientRects().length;
		expect(
			await documentCard(page, name)
				.getByText(/^\.docx$/)
				.evaluate(lines),
			name,
		).toBe(1);
	}
});

test("prints a document from its menu", async () => {
	await uploadReady("printed.pdf", 2);
	const page = await openStudio(browser);
	await documentCard(page, "printed.pdf").click({ button: "right" });
	await page.getByRole("menuitem", { name: "Print…" }).click();
	await page.frameLocator("iframe:visible").getByRole("dialog", { name: "Print" }).waitFor();
});

test("keys have no effect on documents that are not visible", async () => {
	const { id } = await uploadReady("unseen.pdf");
	const page = await openStudio(browser);
	await documentCard(page, "unseen.pdf").click();
	await page.keyboard.press("ControlOrMeta+f");
	await page.keyboard.type("unseen");
	await page
		.getByRole("heading", { name: "unseen.pdf" })
		.or(page.getByRole("button", { name: /unseen/ }))
		.first()
		.waitFor();
	await page.keyboard.press("Tab");
	await page.keyboard.press("Tab");
	await page.keyboard.press("Delete");
	await page.keyboard.press("F2");
	expect(await page.getByRole("dialog").count()).toBe(0);
	expect((await call<Document>("GET", `/document/${id}`)).status).toBe("ready");
});

test("favorites, tags and collections arrange documents", async () => {
	await uploadReady("arranged.pdf");
	const page = await openStudio(browser);
	const card = documentCard(page, "arranged.pdf");
	await card.click({ button: "right" });
	await page.getByRole("menuitem", { name: "Add to favorites" }).click();
	await page.getByRole("link", { name: /^Favorites/ }).click();
	await card.waitFor();

	await card.click({ button: "right" });
	await page.getByRole("menuitem", { name: "Tags…" }).click();
	await page.getByRole("dialog", { name: "Tags of “arranged.pdf”" }).waitFor();
	await page.getByLabel("New tag").fill("spring");
	await page.getByRole("dialog").getByRole("button", { name: "Add", exact: true }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
	await page.getByRole("link", { name: /^spring/ }).click();
	await card.waitFor();

	await page.getByRole("button", { name: "New collection" }).click();
	await page.getByLabel("Name").fill("Board");
	const colors = page.getByRole("radio");
	expect(await colors.evaluateAll((all) => all.map((one) => one.ariaLabel))).toEqual([
		"Blue",
		"Green",
		"Red",
		"Brown",
		"Purple",
		"Teal",
		"Gray",
	]);
	await page.getByRole("button", { name: "Create" }).click();
	await page.getByText("This collection is empty").waitFor();
	await page.getByRole("link", { name: /^All documents/ }).click();
	const board = page.getByRole("link", { name: /^Board/ });
	await card.hover();
	await page.mouse.down();
	await board.hover();
	await board.hover(); // the first movement starts the drag, and the second one finds the target
	await page.locator(".over").waitFor();
	await page.mouse.up();
	await board.click();
	await card.waitFor();
	await expect.poll(() => page.getByRole("link", { name: /^Board/ }).innerText()).toMatch(/Board\s*1/);
});

test("renames with F2", async () => {
	const { id } = await uploadReady("old-name.pdf");
	const page = await openStudio(browser);
	await documentCard(page, "old-name.pdf").click();
	await page.keyboard.press("F2");
	await page.getByRole("dialog").waitFor();
	await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("INPUT");
	expect(await page.evaluate(() => getSelection()?.toString())).toBe("old-name");
	await page.keyboard.type("new-name"); // typing replaces the old name without the extension
	await page.keyboard.press("Enter");
	await documentCard(page, "new-name.pdf").waitFor();
	await expect.poll(() => call<Document>("GET", `/document/${id}`)).toMatchObject({ name: "new-name.pdf" });
});

test("F2 renames the active document if none is selected", async () => {
	await uploadReady("ringed.pdf");
	const page = await openStudio(browser);
	await documentCard(page, "ringed.pdf").waitFor();
	await page.getByRole("grid").focus();
	// The order of the documents may change while the key is being pressed. The document that is first before or after
	// that is accepted.
	const first = async () =>
		(await page.getByRole("gridcell").first().locator(".name").innerText()).replace(/\s/g, "");
	const before = await first();
	await page.keyboard.press("F2");
	const name = page.getByRole("dialog").getByRole("textbox");
	await name.waitFor();
	expect([before, await first()]).toContain((await name.inputValue()).replace(/\s/g, ""));
});

test.each(["ContextMenu", "Shift+F10"])("%s opens the menu of the active document", async (key) => {
	const name = `by-${key}.pdf`;
	await uploadReady(name);
	const page = await openStudio(browser);
	const card = documentCard(page, name);
	await card.click();
	await page.keyboard.press(key);
	const menu = page.getByRole("menu");
	await menu.waitFor();
	const [menuBox, cardBox] = [await menu.boundingBox(), await card.boundingBox()];
	expect((menuBox?.x ?? 0) - (cardBox?.x ?? 0)).toBeLessThan(cardBox?.width ?? 0);
	await page.keyboard.press("Enter");
	// The first item of the menu opens the document.
	await page.frameLocator("iframe").locator("#pages .page").first().waitFor();
});

test("selects by mouse and keyboard", async () => {
	for (const name of ["select-c.pdf", "select-b.pdf", "select-a.pdf"]) {
		await uploadReady(name);
	}
	const page = await openStudio(browser);
	await page.getByRole("button", { name: "Sort" }).click();
	await page.getByRole("menuitemcheckbox", { name: "Newest first" }).click();
	const selected = () => page.locator('[aria-selected="true"]').count();
	await documentCard(page, "select-a.pdf").click();
	await page.keyboard.press("Shift+ArrowRight");
	await page.keyboard.press("Shift+ArrowRight");
	await expect.poll(selected).toBe(3);
	await page.getByRole("toolbar", { name: "3 selected" }).waitFor();
	await documentCard(page, "select-b.pdf").click({ modifiers: ["Control"] });
	await expect.poll(selected).toBe(2);
	await page.keyboard.press("Escape");
	await expect.poll(selected).toBe(0);
	const grid = page.getByRole("grid");
	// No document has the focus, so Enter opens none.
	expect(await grid.getAttribute("aria-activedescendant")).toBeNull();
	await page.keyboard.press("Enter");
	await page.keyboard.press("ArrowLeft");
	await expect.poll(selected).toBe(1);
	expect(await grid.getAttribute("aria-activedescendant")).not.toBeNull();
	await documentCard(page, "select-a.pdf").click();
	await page.keyboard.press("Enter");
	await page.locator("iframe").waitFor();
});

test("finds words on pages, and opens there", async () => {
	await uploadReady("searched.pdf", 5);
	const page = await openStudio(browser);
	await page.keyboard.press("Control+f");
	await page.keyboard.type("searched");
	await page
		.getByRole("button", { name: /searched\.pdf/ })
		.first()
		.waitFor();
});

test("a click outside a dialog closes it only if it has no field", async () => {
	await uploadReady("neighbor.pdf");
	const page = await openStudio(browser);
	const dialog = page.getByRole("dialog");
	await documentCard(page, "neighbor.pdf").click();
	await page.keyboard.press("F2");
	await dialog.getByRole("textbox").fill("typed.pdf");
	await page.mouse.click(4, 4);
	await dialog.getByRole("button", { name: "Rename" }).click();
	await documentCard(page, "typed.pdf").click();
	await dialog.waitFor({ state: "detached" });

	await page.keyboard.press("Delete");
	await documentCard(page, "typed.pdf").waitFor({ state: "detached" });
	await page.getByRole("link", { name: /^Trash/ }).click();
	await documentCard(page, "typed.pdf").click({ button: "right" });
	await page.getByRole("menuitem", { name: "Delete permanently…" }).click();
	await dialog.getByRole("heading", { name: "Delete “typed.pdf” permanently?" }).waitFor();
	await page.mouse.click(4, 4);
	await dialog.waitFor({ state: "detached" });
});

test("chosen and dropped files are added, each with its own status", async () => {
	const page = await openStudio(browser);
	await page.getByRole("grid").waitFor();
	const transfer = await page.evaluateHandle(
		([goodBytes]) => {
			const data = new DataTransfer();
			const bytes = Uint8Array.from(goodBytes ?? [], Number);
			data.items.add(new File([bytes], "dropped.pdf", { type: "application/pdf" }));
			data.items.add(new File([], "empty.pdf", { type: "application/pdf" }));
			return data;
		},
		[[...makePDF(2)]],
	);
	await page.dispatchEvent("body", "dragover", { dataTransfer: transfer });
	await page.getByText("Drop to add to the library").waitFor();
	await page.dispatchEvent("body", "drop", { dataTransfer: transfer });
	const list = page.getByRole("region", { name: "Adding documents" });
	await expect.poll(() => list.innerText()).toMatch(/1 ready[\s\S]*1 failed/);
	expect(await list.innerText()).toContain("The file is empty.");
	await documentCard(page, "dropped.pdf").waitFor();
});
