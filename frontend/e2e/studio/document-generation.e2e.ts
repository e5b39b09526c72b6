import { expect, test } from "vitest";
import { callTask } from "../support/api";
import { Browser } from "../support/browser";
import { makeTemplate, makeZip } from "../support/documents";
import { openStudio } from "../support/studio";
import {
	addVersion,
	createTemplate,
	dropFile,
	pagePicture,
	templateTab,
	uniqueName,
	waitForPictureChange,
} from "../support/templates";

const browser = new Browser();

test("a document is generated, and appears in the list of tasks", async () => {
	const { id, name } = await createTemplate("Dear {name},");
	const page = await openStudio(browser, `#/templates/${id}`);
	await page.getByLabel("Name", { exact: true }).fill("Ada");
	await page.getByRole("button", { name: "Create", exact: true }).click();
	const download = page.waitForEvent("download");
	await page.getByRole("menuitem", { name: "Download as PDF" }).click();
	expect((await download).suggestedFilename()).toBe(`${name}.pdf`);
	await templateTab(page, "Tasks").click();
	await page.getByRole("list", { name: "Tasks" }).getByText(`${name}.pdf`).waitFor();
	await page.getByRole("button", { name: "Create", exact: true }).click();
	await page.getByRole("menuitem", { name: "Add to the library" }).click();
	await page.getByText(`“${name}.docx” was added to the library.`).waitFor();
	await templateTab(page, "Tasks").click();
	const run = page
		.getByRole("list", { name: "Tasks" })
		.getByRole("listitem")
		.filter({ hasText: `${name}.docx` });
	await run.getByText("Completed").waitFor();
	await run.getByRole("button", { name: /^Details of t-/ }).click();
	await run.getByRole("button", { name: `Open ${name}.docx` }).waitFor();
	await page.getByRole("link", { name: "Activity" }).click();
	await page.getByRole("link", { name: "Tasks", exact: true }).click();
	await page.getByRole("list", { name: "Tasks" }).getByText(`${name}.docx`).first().waitFor();
});

test("a table generates a document for each row, and each row has a preview", async () => {
	const { id, name } = await createTemplate("Dear {customer.name}, it is {amount}.", "{remarks}");
	const page = await openStudio(browser, `#/templates/${id}`);
	await templateTab(page, "Table").click();
	const empty = page.waitForEvent("download");
	await page.getByRole("button", { name: "Save an empty table" }).click();
	expect((await empty).suggestedFilename()).toBe(`${name}.csv`);
	const table = 'customer.name,amount,phone\nZoë,1,00123\nAda,2,\n"Grace,3\n';
	await dropFile(page, "customers.csv", new TextEncoder().encode(table));
	const cells = page.getByRole("region", { name: "Table", exact: true });
	await cells.getByRole("cell", { name: "Zoë" }).waitFor();
	expect(await cells.getByRole("columnheader").allInnerTexts()).toEqual([
		"Row",
		"customer.name",
		"amount",
		"phone",
	]);
	await page.getByText("The template also needs: remarks.").waitFor();
	await page.getByText("The template has no placeholder for these columns: phone.").waitFor();
	await page.getByText("1 row cannot be read").waitFor();
	await pagePicture(page).waitFor();
	const before = await pagePicture(page).getAttribute("src");
	await cells.getByRole("button", { name: "Show row 2 in the preview" }).click();
	await waitForPictureChange(page, before);
	await page.getByLabel("Names of the documents").fill("Offer for {customer.name}");
	await page.getByRole("button", { name: "Create 2 documents" }).click();
	await page.getByText("2 of 3 created").waitFor();
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
	await templateTab(page, "Table").click();
	await dropFile(page, "empty.csv", new TextEncoder().encode("name\n"));
	await page.getByRole("alert").filter({ hasText: "no rows" }).waitFor();
	const chooser = page.waitForEvent("filechooser");
	await page.getByRole("button", { name: "Choose another…" }).click();
	await (
		await chooser
	).setFiles({
		name: "names.jsonl",
		mimeType: "application/jsonl",
		buffer: Buffer.from('{"name":"Zoë"}\n{"name":"Ada"}\n'),
	});
	await page.getByRole("combobox", { name: "Output" }).click();
	await page.getByRole("option", { name: "A document in the library for each row" }).click();
	await page.getByRole("button", { name: "Create 2 documents" }).click();
	await page.getByText("2 of 2 created").waitFor();
	const rows = page.getByRole("list", { name: "Rows" }).getByRole("listitem");
	await rows
		.last()
		.getByRole("button", { name: /^Open / })
		.click();
	await expect.poll(() => page.url()).toContain("#/document/");
});

test("the documents of a package are downloaded together, and are one run", async () => {
	const name = uniqueName("package");
	const application = { templates: [{ file: "offer.docx" }, { file: "terms.docx" }] };
	const file = makeZip({
		"application.json": JSON.stringify(application),
		"offer.docx": makeTemplate("Dear {name},"),
		"terms.docx": makeTemplate("For {name}."),
	});
	const { id } = await callTask<{ id: string }>(
		"POST",
		`/template?filename=${encodeURIComponent(`${name}.zip`)}`,
		file,
	);
	const page = await openStudio(browser, `#/templates/${id}`);
	await page.getByRole("button", { name: "Create", exact: true }).click();
	const download = page.waitForEvent("download");
	await page.getByRole("menuitem", { name: "Download the documents" }).click();
	expect((await download).suggestedFilename()).toBe(`${name}.zip`);
	const tasks = () => callTask<{ state: string; results: object[] }[]>("GET", `/task?template=${id}`);
	await expect
		.poll(async () => (await tasks()).map(({ state, results }) => [state, results.length]))
		.toEqual([["completed", 2]]);
});

test("an older version generates documents, also from rows", async () => {
	const { id, name } = await createTemplate("Dear {name},");
	await addVersion(id, "Hello {name},");
	const page = await openStudio(browser, `#/templates/${id}`);
	await page.getByRole("button", { name: "Version 2 (newest)" }).click();
	await page.getByRole("menuitemcheckbox", { name: "Version 1" }).click();
	await page.getByRole("button", { name: "Create", exact: true }).click();
	await page.getByRole("menuitem", { name: "Add to the library" }).click();
	await page.getByText(`“${name}.docx” was added to the library.`).waitFor();
	await templateTab(page, "Table").click();
	await dropFile(page, "names.csv", new TextEncoder().encode("name\nZoë\n"));
	await page.getByRole("button", { name: "Create 1 document" }).click();
	await page.getByText("1 of 1 created").waitFor();
	const tasks = () => callTask<{ version?: number; state: string }[]>("GET", `/task?template=${id}`);
	await expect
		.poll(async () => (await tasks()).map(({ version, state }) => [version, state]))
		.toEqual([
			[1, "completed"],
			[1, "completed"],
		]);
});

test("the activity shows why a task failed", async () => {
	const { name } = await createTemplate("Dear {#name},");
	await callTask("POST", "/task", { template: name });
	const page = await openStudio(browser, "#/activity/tasks");
	const task = page
		.getByRole("list", { name: "Tasks" })
		.getByRole("listitem")
		.filter({ hasText: name })
		.first();
	await task.getByText("Failed").waitFor();
	await expect.poll(() => task.innerText()).toContain("never closed");
	await task.getByRole("button", { name: /^Details of/ }).click();
	await task.getByText("Document · Dear {#name},", { exact: true }).waitFor();
	await page.getByRole("button", { name: "Completed" }).click();
	await expect.poll(() => task.count()).toBe(0);
});
