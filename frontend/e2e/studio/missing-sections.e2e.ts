import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { call, watchFolder } from "../support/api";
import { axeViolations } from "../support/axe";
import { Browser } from "../support/browser";
import { openStudio } from "../support/studio";

const browser = new Browser();

/** Creates a collection, and returns its id. */
async function createCollection(): Promise<string> {
	const { id } = await call<{ id: string }>("POST", "/collection", { name: "Drafts", color: "#1d3557" });
	return id;
}

/** Starts to watch a new folder, and returns its id. */
async function createFolder(): Promise<string> {
	const path = await mkdtemp(join(tmpdir(), "lectern-watched-"));
	onTestFinished(() => rm(path, { recursive: true, force: true }));
	return watchFolder(path);
}

test.each([
	["collection", createCollection, "This collection is empty", "This collection no longer exists"],
	["folder", createFolder, "Nothing here yet", "This folder is no longer watched"],
] as const)(
	"the address of a deleted %s says so, and leads back to the library",
	async (kind, create, empty, gone) => {
		const id = await create();
		const page = await openStudio(browser, `#/library/${kind}/${id}`, { expected: /404/ });
		await page.getByRole("heading", { name: empty }).waitFor();
		await call("DELETE", `/${kind}/${id}`);
		await page.reload();
		await page.getByRole("heading", { name: gone }).waitFor();
		expect(await axeViolations(page)).toEqual([]);
		await page.getByRole("button", { name: "Go to the library" }).click();
		await expect.poll(() => new URL(page.url()).hash).toBe("#/library");
		expect(await page.getByText(gone).count()).toBe(0);
	},
);
