import { expect, test } from "vitest";
import { putSettings } from "../support/api";
import { Browser } from "../support/browser";
import { openStudio } from "../support/studio";

const browser = new Browser();

test("profiles that sharing created come last, and only what differs from the default is listed", async () => {
	await putSettings("profile", "link-view-7", { print: false });
	await putSettings("profile", "listed-differs", { print: false, search: true });
	await putSettings("profile", "listed-same", { print: true });
	const page = await openStudio(browser, "#/designer/profile");
	const cards = page.getByRole("main").getByRole("listitem");
	await cards.first().waitFor();
	const texts = (await cards.allInnerTexts()).map((text) => text.trim().split(/\s*\n\s*/));
	const summaries = Object.fromEntries(texts.map(([name = "", summary = ""]) => [name, summary]));
	expect(summaries).toMatchObject({
		"listed-differs": "No printing",
		"listed-same": "Same as default",
		"link-view-7": "Created when sharing · No printing",
	});
	const names = texts.map(([name = ""]) => name);
	const firstOfLinks = names.findIndex((name) => name.startsWith("link-view"));
	expect(names.slice(firstOfLinks).every((name) => name.startsWith("link-view"))).toBe(true);
	expect(names.indexOf("listed-same")).toBeLessThan(firstOfLinks);
});
