import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { axeViolations, Browser } from "../support/browser";
import { makeTemplate } from "../support/documents";
import { openStudio } from "../support/studio";

const browser = new Browser();

/** Calls the API of tasks and templates. */
async function callTask<T>(method: string, path: string, body?: BodyInit): Promise<T> {
	const answer = await fetch(`${inject("url")}/v1${path}`, {
		method,
		headers: { Authorization: inject("key"), "Content-Type": "application/octet-stream" },
		...(body === undefined ? {} : { body }),
	});
	const text = await answer.text();
	expect(answer.ok, `${method} ${path}: ${text}`).toBe(true);
	return (text === "" ? undefined : JSON.parse(text)) as T;
}

let templateCount = 0;

/** Creates a template with paragraphs and a new name. */
async function createTemplate(...paragraphs: readonly string[]): Promise<{ id: string; name: string }> {
	const name = `letter ${++templateCount}`;
	const filename = encodeURIComponent(`${name}.docx`);
	return callTask("POST", `/template?filename=${filename}`, makeTemplate(...paragraphs));
}

function addVersion(id: string, ...paragraphs: readonly string[]): Promise<unknown> {
	return callTask("POST", `/template/${id}/version?filename=next.docx`, makeTemplate(...paragraphs));
}

/** Drops files onto a page. */
async function drop(page: Page, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
	const transfer = await page.evaluateHandle(
		([name, text]) => {
			const data = new DataTransfer();
			data.items.add(new File([Uint8Array.from(atob(text), (char) => char.charCodeAt(0))], name));
			return data;
		},
		[name, Buffer.from(bytes).toString("base64")] as const,
	);
	await page.dispatchEvent("body", "drop", { dataTransfer: transfer });
}

/** Returns the visible picture of page 1. */
function pagePicture(page: Page) {
	return page.getByRole("region", { name: "Pages" }).getByAltText("Page 1");
}

/** Waits until the picture of page 1 changes, and returns its new source. */
async function waitForChange(page: Page, before: string | null): Promise<string> {
	await expect.poll(() => pagePicture(page).getAttribute("src")).not.toBe(before);
	return (await pagePicture(page).getAttribute("src")) ?? "";
}

/** Returns a tab of the page of a template. */
function tab(page: Page, name: string) {
	return page.getByRole("group", { name: "Data and tags" }).getByRole("button", { name, exact: true });
}

test("a template is dropped, opened, and has another version dropped onto it", async () => {
	const page = await openStudio(browser, "#/templates", { expected: /409/ });
	const name = `dropped ${++templateCount}`;
	await drop(page, `${name}.docx`, makeTemplate("Dear {name},"));
	await page.getByRole("heading", { name }).waitFor();
	await page.getByLabel("Name", { exact: true }).waitFor();
	await drop(page, "other.docx", makeTemplate("Dear {name} of {city},"));
	await page.getByRole("button", { name: "Version 2 (newest)" }).waitFor();
	await page.getByLabel("City").waitFor();
	await page.getByRole("link", { name: "All templates" }).click();
	const card = page.getByRole("list", { name: "Templates" }).getByRole("listitem").filter({ hasText: name });
	await expect.poll(() => card.innerText()).toContain("2 versions");
	await drop(page, `${name}.docx`, makeTemplate("Dear {name} again,"));
	await page.getByText(`There is a template “${name}” already.`).waitFor();
	await page.getByRole("button", { name: "Add as a version" }).click();
	await expect.poll(() => card.innerText()).toContain("3 versions");
});

test("the preview follows the typed data, and never becomes empty", async () => {
	const { id } = await createTemplate(
		"Dear {name},",
		"{#items}",
		"{title} costs {price | number:2}",
		"{/items}",
	);
	const page = await openStudio(browser, `#/templates/${id}`);
	let source = await waitForChange(page, null);
	await page.evaluate(() => {
		const watch = new MutationObserver(() => {
			if (document.querySelector("img[alt='Page 1']") === null) {
				document.body.dataset["blank"] = "yes";
			}
		});
		watch.observe(document.body, { childList: true, subtree: true });
	});
	await page.getByLabel("Name", { exact: true }).fill("Ada Lovelace");
	source = await waitForChange(page, source);
	await page.getByRole("button", { name: "Add to Items" }).click();
	await page.getByText("4 items").waitFor();
	await page.getByLabel("Title").last().fill("Ink");
	await page.getByLabel("Price").last().fill("2.5");
	source = await waitForChange(page, source);
	await page.getByRole("button", { name: "Remove Items 1" }).click();
	await page.getByText("3 items").waitFor();
	await page.getByRole("radio", { name: "JSON" }).click();
	const text = page.getByLabel("Data as JSON");
	const data = JSON.parse(await text.inputValue()) as { name: string; items: object[] };
	expect(data.name).toBe("Ada Lovelace");
	expect(data.items.at(-1)).toEqual({ title: "Ink", price: 2.5 });
	expect(data.items).toHaveLength(3);
	await text.fill('{\n  "name": "Grace",\n  "items": [}\n}');
	await page.getByText("Line 3, column 13: this does not belong here.").waitFor();
	await text.fill('{"name": "Grace"}');
	await waitForChange(page, source);
	expect(await page.evaluate(() => document.body.dataset["blank"])).toBeUndefined();
});

test("data is saved under a name, and restored", async () => {
	const { id } = await createTemplate("Dear {name},");
	const page = await openStudio(browser, `#/templates/${id}`);
	await page.getByLabel("Name", { exact: true }).fill("Ada");
	await page.getByRole("button", { name: "Save as…" }).click();
	await page.getByLabel("Name of the data set").fill("Countess");
	await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
	await page.getByText("The data set “Countess” was saved.").waitFor();
	await page.getByLabel("Name", { exact: true }).fill("Bo");
	await page.getByRole("button", { name: "Undo all changes of the data" }).click();
	await expect.poll(() => page.getByLabel("Name", { exact: true }).inputValue()).toBe("Ada");
	const other = await openStudio(browser, `#/templates/${id}`);
	await other.getByRole("combobox", { name: /^Data set/ }).click();
	await other.getByRole("option", { name: "Countess" }).click();
	await expect.poll(() => other.getByLabel("Name", { exact: true }).inputValue()).toBe("Ada");
	await other.getByRole("button", { name: "Delete this data set" }).click();
	await other.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
	await expect.poll(() => other.getByLabel("Name", { exact: true }).inputValue()).toBe("Name");
	expect(await callTask("GET", `/template/${id}/data`)).toEqual([]);
});

test("problems are in a list and on the page", async () => {
	const { id } = await createTemplate(
		"Dear {name},",
		"The total is {total | nmber}.",
		"With {#items}things.",
	);
	const page = await openStudio(browser, `#/templates/${id}`);
	const problems = page.getByRole("list", { name: "Problems" }).getByRole("button");
	await expect.poll(() => problems.count()).toBe(2);
	const wrong = problems.filter({ hasText: "nmber" });
	await expect.poll(() => wrong.innerText()).toContain("Did you mean number?");
	const mark = page.getByRole("region", { name: "Pages" }).getByRole("button", { name: /nmber/ });
	const marked = (await mark.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
	expect(marked.width).toBeGreaterThan(30);
	await mark.click();
	await expect.poll(() => wrong.getAttribute("aria-current")).toBe("true");
	const loop = problems.filter({ hasText: "items" });
	await loop.click();
	await expect.poll(() => loop.getAttribute("aria-current")).toBe("true");
	expect(await wrong.getAttribute("aria-current")).toBeNull();
});

test("a document is generated, and appears in the list of runs", async () => {
	const { id, name } = await createTemplate("Dear {name},");
	const page = await openStudio(browser, `#/templates/${id}`);
	await page.getByLabel("Name", { exact: true }).fill("Ada");
	await page.getByRole("button", { name: "Make", exact: true }).click();
	const download = page.waitForEvent("download");
	await page.getByRole("menuitem", { name: "Download as PDF" }).click();
	expect((await download).suggestedFilename()).toBe(`${name}.pdf`);
	await page.getByRole("button", { name: "Make", exact: true }).click();
	await page.getByRole("menuitem", { name: "Add to the library" }).click();
	await page.getByText(`“${name}.docx” is in the library.`).waitFor();
	await tab(page, "Runs").click();
	const run = page.getByRole("list", { name: "Tasks" }).getByRole("listitem").first();
	await run.getByText("Completed").waitFor();
	await run.getByRole("button", { name: /^Details of t-/ }).click();
	await run.getByRole("button", { name: `Open ${name}.docx` }).waitFor();
	await page.getByRole("link", { name: "Activity" }).click();
	await page.getByRole("link", { name: "Tasks", exact: true }).click();
	await page.getByRole("list", { name: "Tasks" }).getByText(`${name}.docx`).first().waitFor();
});

test("a picture is chosen, and other files are rejected", async () => {
	const { id } = await createTemplate("{%logo}");
	const page = await openStudio(browser, `#/templates/${id}`);
	const logo = page.getByRole("group", { name: "Logo" });
	const choose = async (name: string, mimeType: string, bytes: string) => {
		const chooser = page.waitForEvent("filechooser");
		await logo.getByRole("button", { name: "Choose a picture…" }).click();
		const buffer = Buffer.from(bytes, "base64");
		await (await chooser).setFiles({ name, mimeType, buffer });
	};
	await choose("logo.txt", "text/plain", "bG9nbw==");
	await logo.getByRole("alert").filter({ hasText: "“logo.txt” is no picture." }).waitFor();
	const gif = "R0lGODlhAQABAAAAACwAAAAAAQABAAA=";
	await choose("logo.gif", "image/gif", gif);
	await expect.poll(() => logo.locator("img").getAttribute("src")).toBe(`data:image/gif;base64,${gif}`);
	expect(await logo.getByRole("alert").count()).toBe(0);
});

test("a table generates a document for each row, and each row has a preview", async () => {
	const { id, name } = await createTemplate("Dear {customer.name}, it is {amount}.", "{remarks}");
	const page = await openStudio(browser, `#/templates/${id}`);
	await tab(page, "Many rows").click();
	const empty = page.waitForEvent("download");
	await page.getByRole("button", { name: "Save an empty table" }).click();
	expect((await empty).suggestedFilename()).toBe(`${name}.csv`);
	const table = 'customer.name,amount,phone\nZoë,1,00123\nAda,2,\n"Grace,3\n';
	await drop(page, "customers.csv", new TextEncoder().encode(table));
	const cells = page.getByRole("region", { name: "The table" });
	await cells.getByRole("cell", { name: "Zoë" }).waitFor();
	expect(await cells.getByRole("columnheader").allInnerTexts()).toEqual([
		"Row",
		"customer.name",
		"amount",
		"phone",
	]);
	await page.getByText("The template asks for these too: remarks.").waitFor();
	await page.getByText("The template has no tag for these columns: phone.").waitFor();
	await page.getByText("1 row cannot be read").waitFor();
	await pagePicture(page).waitFor();
	const before = await pagePicture(page).getAttribute("src");
	await cells.getByRole("button", { name: "Show row 2 in the preview" }).click();
	await waitForChange(page, before);
	await page.getByLabel("Names of the documents").fill("Offer for {customer.name}");
	await page.getByRole("button", { name: "Make 2 documents" }).click();
	await page.getByText("2 of 3 made").waitFor();
	const rows = page.getByRole("list", { name: "Rows" }).getByRole("listitem");
	await expect
		.poll(() => rows.allInnerTexts())
		.toEqual([expect.stringMatching(/Row 3\s+The quotation marks/)]);
	const archive = page.waitForEvent("download");
	await page.getByRole("button", { name: `Download ${name}.zip` }).click();
	const saved = await (await archive).createReadStream();
	let bytes = "";
	for await (const part of saved) {
		bytes += (part as Buffer).toString("latin1");
	}
	expect(bytes).toContain("Offer for Ada.docx");
});

test("rows become documents of the library, and an invalid table shows an error", async () => {
	const { id } = await createTemplate("Dear {name},");
	const page = await openStudio(browser, `#/templates/${id}`, { expected: /422/ });
	await tab(page, "Many rows").click();
	await drop(page, "empty.csv", new TextEncoder().encode("name\n"));
	await page.getByRole("alert").filter({ hasText: "no rows" }).waitFor();
	const chooser = page.waitForEvent("filechooser");
	await page.getByRole("button", { name: "Another one…" }).click();
	await (
		await chooser
	).setFiles({
		name: "names.jsonl",
		mimeType: "application/jsonl",
		buffer: Buffer.from('{"name":"Zoë"}\n{"name":"Ada"}\n'),
	});
	await page.getByRole("combobox", { name: "What to make" }).click();
	await page.getByRole("option", { name: "A document in the library for each row" }).click();
	await page.getByRole("button", { name: "Make 2 documents" }).click();
	await page.getByText("2 of 2 made").waitFor();
	const rows = page.getByRole("list", { name: "Rows" }).getByRole("listitem");
	await rows
		.last()
		.getByRole("button", { name: /^Open / })
		.click();
	await expect.poll(() => page.url()).toContain("#/document/");
});

test("an older version generates documents, also from rows", async () => {
	const { id, name } = await createTemplate("Dear {name},");
	await addVersion(id, "Hello {name},");
	const page = await openStudio(browser, `#/templates/${id}`);
	await page.getByRole("button", { name: "Version 2 (newest)" }).click();
	await page.getByRole("menuitemcheckbox", { name: "Version 1" }).click();
	await page.getByRole("button", { name: "Make", exact: true }).click();
	await page.getByRole("menuitem", { name: "Add to the library" }).click();
	await page.getByText(`“${name}.docx” is in the library.`).waitFor();
	await tab(page, "Many rows").click();
	await drop(page, "names.csv", new TextEncoder().encode("name\nZoë\n"));
	await page.getByRole("button", { name: "Make 1 document" }).click();
	await page.getByText("1 of 1 made").waitFor();
	const tasks: { version?: number; state: string }[] = await callTask("GET", `/task?template=${id}`);
	expect(tasks.map(({ version, state }) => [version, state])).toEqual([
		[1, "completed"],
		[1, "completed"],
	]);
});

test("the activity shows why a task failed", async () => {
	const { name } = await createTemplate("Dear {#name},");
	const answer = await fetch(`${inject("url")}/v1/task`, {
		method: "POST",
		headers: { Authorization: inject("key"), "Content-Type": "application/json" },
		body: JSON.stringify({ template: name }),
	});
	expect(answer.status).toBe(202);
	const page = await openStudio(browser, "#/activity/tasks");
	const task = page
		.getByRole("list", { name: "Tasks" })
		.getByRole("listitem")
		.filter({ hasText: name })
		.first();
	await task.getByText("Failed").waitFor();
	await expect.poll(() => task.innerText()).toContain("never closed");
	await task.getByRole("button", { name: /^Details of/ }).click();
	await task.getByText("word/document.xml", { exact: false }).waitFor();
	await task.getByText("Dear {#name},", { exact: false }).waitFor();
	await page.getByRole("button", { name: "Completed" }).click();
	await expect.poll(() => task.count()).toBe(0);
});

test("two versions are compared", async () => {
	const { id } = await createTemplate("Dear {name},", "{remarks}");
	await addVersion(id, "Dear {name},", "{total | number}");
	const page = await openStudio(browser, `#/templates/${id}`);
	await tab(page, "Versions").click();
	await page.getByRole("button", { name: "Compare" }).click();
	const differences = page.getByRole("list", { name: "Differences" }).getByRole("listitem");
	await expect
		.poll(() => differences.allInnerTexts())
		.toEqual([
			expect.stringMatching(/Added\s+total\s+Number/),
			expect.stringMatching(/Removed\s+remarks\s+Text/),
		]);
	const sides = page.getByRole("region", { name: /^Version \d$/ }).getByAltText("Page 1");
	await expect.poll(() => sides.count()).toBe(2);
	expect(await sides.first().getAttribute("src")).not.toBe(await sides.last().getAttribute("src"));
});

test("the two newest versions are compared, also after one has just been added", async () => {
	const { id } = await createTemplate("Dear {name},");
	const page = await openStudio(browser, `#/templates/${id}`);
	await tab(page, "Versions").click();
	const chosen = () =>
		Promise.all(["From", "To"].map((name) => page.getByRole("combobox", { name }).innerText()));
	for (const [older, newer] of [
		[1, 2],
		[2, 3],
	]) {
		await addVersion(id, `Dear {name} ${newer},`);
		await page.getByRole("button", { name: `Version ${newer} (newest)` }).waitFor();
		await expect.poll(chosen).toEqual([`Version ${older}`, `Version ${newer}`]);
	}
	await page.getByRole("button", { name: "Compare" }).click();
	await page.getByRole("region", { name: "Version 3" }).getByAltText("Page 1").waitFor();
});

test("if the preview is hidden, the number of its problems is shown next to the data", async () => {
	const { id } = await createTemplate(
		"Dear {name},",
		"The total is {total | nmber}.",
		"With {#items}things.",
	);
	const page = await openStudio(browser, `#/templates/${id}`, { viewport: { width: 700, height: 600 } });
	const preview = page.getByRole("radio", { name: "Preview" });
	await preview.getByRole("img", { name: "2 problems" }).waitFor();
	await addVersion(id, "Dear {name},");
	await expect.poll(() => preview.getByRole("img").count()).toBe(0);
});

test("a rejected drop names the file", async () => {
	const page = await openStudio(browser, "#/templates", { expected: /422|415|400/ });
	await drop(page, "no letter.docx", new TextEncoder().encode("this is no letter"));
	await page.getByText("“no letter.docx” was not taken.").waitFor();
});

test("a template is renamed and deleted", async () => {
	const { name } = await createTemplate("Dear {name},");
	const page = await openStudio(browser, "#/templates");
	await page.getByRole("button", { name: `Actions for ${name}`, exact: true }).click();
	await page.getByRole("menuitem", { name: "Rename…" }).click();
	await page.getByLabel("New name").fill(`${name} for Ada`);
	await page.getByRole("button", { name: "Rename", exact: true }).click();
	await page.getByRole("button", { name: `Actions for ${name} for Ada` }).click();
	await page.getByRole("menuitem", { name: "Delete…" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
	await page.getByText(`“${name} for Ada” was deleted.`).waitFor();
	await expect.poll(() => page.getByRole("link", { name: `${name} for Ada` }).count()).toBe(0);
});

test.each([
	["light", 1440, 900],
	["dark", 1440, 900],
	["light", 700, 500],
] as const)("axe has nothing to say in %s at %i × %i", async (colorScheme, width, height) => {
	const { id } = await createTemplate("Dear {name},", "{#items}{title}{/items} on {day | date}", "{%logo}");
	const broken = await createTemplate("Dear {#name},");
	const page = await openStudio(browser, "#/templates", { colorScheme, viewport: { width, height } });
	await page.getByRole("list", { name: "Templates" }).waitFor();
	expect(await axeViolations(page)).toEqual([]);
	await page.getByRole("button", { name: "How tags are written" }).click();
	await page.getByRole("dialog").waitFor();
	expect(await axeViolations(page)).toEqual([]);
	await page.keyboard.press("Escape");
	await page.evaluate((place) => {
		location.hash = place;
	}, `#/templates/${id}`);
	await page.getByLabel("Name", { exact: true }).waitFor();
	expect(await axeViolations(page)).toEqual([]);
	for (const part of ["Many rows", "Tags", "Versions", "Runs"]) {
		await tab(page, part).click();
		expect(await axeViolations(page)).toEqual([]);
	}
	await tab(page, "Many rows").click();
	await drop(page, "rows.csv", new TextEncoder().encode('name,phone\nZoë,1\n"Ada\n'));
	await page.getByRole("button", { name: "Make 1 document" }).click();
	await page.getByText("1 of 2 made").waitFor();
	expect(await axeViolations(page)).toEqual([]);
	await page.evaluate((place) => {
		location.hash = place;
	}, `#/templates/${broken.id}`);
	if (width < 1000) {
		await page.getByRole("radio", { name: "Preview" }).click();
	}
	await page.getByRole("list", { name: "Problems" }).waitFor();
	expect(await axeViolations(page)).toEqual([]);
});
