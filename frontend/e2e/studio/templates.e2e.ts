import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { callTask } from "../support/api";
import { axeViolations } from "../support/axe";
import { Browser } from "../support/browser";
import { makeTemplate } from "../support/documents";
import { openStudio } from "../support/studio";
import { touchScreen } from "../support/touch-targets";
import {
	addVersion,
	createTemplate,
	dropFile,
	templateTab,
	uniqueName,
	waitForPictureChange,
	waitForTemplates,
} from "../support/templates";

const browser = new Browser();

async function boxOf(element: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
	const box = await element.boundingBox();
	if (box === null) {
		throw new Error("the element is not visible");
	}
	return box;
}

test("a template is dropped, opened, and has another version dropped onto it", async () => {
	const page = await openStudio(browser, "#/templates", { expected: /409/ });
	await waitForTemplates(page);
	const name = uniqueName("dropped");
	await dropFile(page, `${name}.docx`, makeTemplate("Dear {name},"));
	await page.getByRole("heading", { name }).waitFor();
	await page.getByLabel("Name", { exact: true }).waitFor();
	await dropFile(page, "other.docx", makeTemplate("Dear {name} of {city},"));
	await page.getByRole("button", { name: "Version 2 (newest)" }).waitFor();
	await page.getByLabel("City").waitFor();
	await page.getByRole("link", { name: "All templates" }).click();
	const card = page.getByRole("list", { name: "Templates" }).getByRole("listitem").filter({ hasText: name });
	await expect.poll(() => card.innerText()).toContain("2 versions");
	await dropFile(page, `${name}.docx`, makeTemplate("Dear {name} again,"));
	await page.getByText(`A template named “${name}” already exists.`).waitFor();
	await page.getByRole("button", { name: "Add as new version" }).click();
	await expect.poll(() => card.innerText()).toContain("3 versions");
});

test("on a phone, a message covers neither its own buttons nor the sheet of a menu", async () => {
	const { id, name } = await createTemplate("Dear {name},");
	const page = await openStudio(browser, `#/templates/${id}`, {
		...touchScreen,
		viewport: { width: 390, height: 844 },
		expected: /409/,
	});
	await page.evaluate(() => {
		location.hash = "#/templates";
	});
	await page.getByRole("list", { name: "Templates" }).getByText(name).waitFor();
	await dropFile(page, `${name}.docx`, makeTemplate("Dear {name} again,"));
	const log = page.getByRole("log");
	const action = log.getByRole("button", { name: "Add as new version" });
	await action.waitFor();
	const [actionBox, close] = [await boxOf(action), await boxOf(log.getByRole("button", { name: "Close" }))];
	expect(await action.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
	expect(actionBox.x + actionBox.width).toBeLessThanOrEqual(close.x);
	await page.evaluate((hash) => {
		location.hash = hash;
	}, `#/templates/${id}`);
	await page.getByRole("button", { name: /^Create/ }).click();
	const { y, height } = await boxOf(log);
	await expect.poll(async () => (await boxOf(page.getByRole("menu"))).y).toBeGreaterThan(y + height);
});

test("on a phone, the mark of a problem is as large as its text, and a tap on it shows the problem", async () => {
	const { id } = await createTemplate("Dear {name,", "{#items}");
	const page = await openStudio(browser, `#/templates/${id}`, {
		...touchScreen,
		viewport: { width: 390, height: 844 },
	});
	await page.getByRole("radio", { name: /^Preview/ }).click();
	const problems = page.getByRole("list", { name: "Problems" }).getByRole("button");
	await problems.first().getByText("Document", { exact: true }).waitFor();
	for (const [index, message] of [/placeholder is opened/, /“items” is never closed/].entries()) {
		const mark = page.getByRole("region", { name: "Pages" }).getByRole("button", { name: message });
		await mark.waitFor();
		expect((await boxOf(mark)).height).toBeLessThan(12);
		const { x, y, width, height } = await boxOf(mark);
		await page.touchscreen.tap(x + width / 2, y + height / 2);
		await expect.poll(() => problems.nth(index).getAttribute("aria-current")).toBe("true");
	}
});

test("the preview follows the typed data, and never becomes empty", async () => {
	const { id } = await createTemplate(
		"Dear {name},",
		"{#items}",
		"{title} costs {price | number:2}",
		"{/items}",
	);
	const page = await openStudio(browser, `#/templates/${id}`);
	let source = await waitForPictureChange(page, null);
	await page.evaluate(() => {
		const watch = new MutationObserver(() => {
			if (document.querySelector("img[alt='Page 1']") === null) {
				document.body.dataset["blank"] = "yes";
			}
		});
		watch.observe(document.body, { childList: true, subtree: true });
	});
	await page.getByLabel("Name", { exact: true }).fill("Ada Lovelace");
	source = await waitForPictureChange(page, source);
	await page.getByRole("button", { name: "Add to Items" }).click();
	await page.getByText("4 items").waitFor();
	await page.getByLabel("Title").last().fill("Ink");
	await page.getByLabel("Price").last().fill("2.5");
	source = await waitForPictureChange(page, source);
	await page.getByRole("button", { name: "Remove Items 1" }).click();
	await page.getByText("3 items").waitFor();
	await page.getByRole("radio", { name: "JSON" }).click();
	const text = page.getByLabel("Data as JSON");
	const data = JSON.parse(await text.inputValue()) as { name: string; items: object[] };
	expect(data.name).toBe("Ada Lovelace");
	expect(data.items.at(-1)).toEqual({ title: "Ink", price: 2.5 });
	expect(data.items).toHaveLength(3);
	await text.fill('{\n  "name": "Grace",\n  "items": [}\n}');
	await page.getByText("Line 3, column 13: this is not valid here.").waitFor();
	await text.fill('{"name": "Grace"}');
	await waitForPictureChange(page, source);
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
	await page.getByRole("button", { name: "Undo all changes to the data" }).click();
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

test("changes that are not saved survive the deletion of their data set, and another set replaces them only after a question", async () => {
	const { id } = await createTemplate("Dear {name},");
	await callTask("PUT", `/template/${id}/data/Countess`, { params: { name: "Ada" } });
	await callTask("PUT", `/template/${id}/data/Duke`, { params: { name: "Bo" } });
	const page = await openStudio(browser, `#/templates/${id}`);
	const name = page.getByLabel("Name", { exact: true });
	await expect.poll(() => name.inputValue()).toBe("Ada");
	await name.fill("Ada Lovelace");
	const set = page.getByRole("combobox", { name: /^Data set/ });
	await set.click();
	await page.getByRole("option", { name: "Duke" }).click();
	const dialog = page.getByRole("dialog", { name: "Discard your changes?" });
	await dialog.getByRole("button", { name: "Cancel" }).click();
	expect(await name.inputValue()).toBe("Ada Lovelace");
	expect(await set.innerText()).toContain("Countess");
	await set.click();
	await page.getByRole("option", { name: "Duke" }).click();
	await dialog.getByRole("button", { name: "Cancel" }).click();

	await page.getByRole("button", { name: "Delete this data set" }).click();
	await page.getByText("Your unsaved changes stay in the form").waitFor();
	await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
	await expect.poll(() => set.innerText()).toContain("Sample data");
	expect(await name.inputValue()).toBe("Ada Lovelace");
	await set.click();
	await page.getByRole("option", { name: "Duke" }).click();
	await dialog.getByRole("button", { name: "Discard" }).click();
	await expect.poll(() => name.inputValue()).toBe("Bo");
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
	await expect.poll(async () => (await mark.boundingBox())?.width).toBeGreaterThan(30);
	await mark.click();
	await expect.poll(() => wrong.getAttribute("aria-current")).toBe("true");
	const loop = problems.filter({ hasText: "items" });
	await loop.click();
	await expect.poll(() => loop.getAttribute("aria-current")).toBe("true");
	await expect.poll(() => wrong.getAttribute("aria-current")).toBeNull();
});

test("a picture is chosen, and other files are rejected", async () => {
	const { id } = await createTemplate("{%logo}");
	const page = await openStudio(browser, `#/templates/${id}`);
	const logo = page.getByRole("group", { name: "Logo" });
	const choose = async (name: string, mimeType: string, bytes: string) => {
		const chooser = page.waitForEvent("filechooser");
		await logo.getByRole("button", { name: "Choose an image…" }).click();
		const buffer = Buffer.from(bytes, "base64");
		await (await chooser).setFiles({ name, mimeType, buffer });
	};
	await choose("logo.txt", "text/plain", "bG9nbw==");
	await logo.getByRole("alert").filter({ hasText: "“logo.txt” is not an image." }).waitFor();
	const gif = "R0lGODlhAQABAAAAACwAAAAAAQABAAA=";
	await choose("logo.gif", "image/gif", gif);
	await expect.poll(() => logo.locator("img").getAttribute("src")).toBe(`data:image/gif;base64,${gif}`);
	await expect.poll(() => logo.getByRole("alert").count()).toBe(0);
});

test("two versions are compared", async () => {
	const { id } = await createTemplate("Dear {name},", "{remarks}");
	await addVersion(id, "Dear {name},", "{total | number}");
	const page = await openStudio(browser, `#/templates/${id}`);
	await templateTab(page, "Versions").click();
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
	await templateTab(page, "Versions").click();
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
	await waitForTemplates(page);
	await dropFile(page, "no letter.docx", new TextEncoder().encode("this is no letter"));
	await page.getByText("“no letter.docx” could not be added.").waitFor();
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

test("axe has nothing to say of a form, of rows that became documents, and of problems", async () => {
	const { id } = await createTemplate("Dear {name},", "{#items}{title}{/items} on {day | date}", "{%logo}");
	const broken = await createTemplate("Dear {#name},");
	const page = await openStudio(browser, `#/templates/${id}`, { viewport: { width: 1440, height: 900 } });
	await page.getByLabel("Name", { exact: true }).waitFor();
	expect(await axeViolations(page)).toEqual([]);
	await templateTab(page, "Table").click();
	await dropFile(page, "rows.csv", new TextEncoder().encode('name,phone\nZoë,1\n"Ada\n'));
	await page.getByRole("button", { name: "Create 1 document" }).click();
	await page.getByText("1 of 2 created").waitFor();
	expect(await axeViolations(page)).toEqual([]);
	await page.evaluate((place) => {
		location.hash = place;
	}, `#/templates/${broken.id}`);
	const problems = page.getByRole("list", { name: "Problems" });
	await problems.waitFor();
	expect(await axeViolations(page)).toEqual([]);
	await page.setViewportSize({ width: 700, height: 500 });
	await page.getByRole("radio", { name: "Preview" }).click();
	await problems.waitFor();
	expect(await axeViolations(page)).toEqual([]);
});
