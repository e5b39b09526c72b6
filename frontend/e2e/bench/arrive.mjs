// Writes files into a watched folder, one after the other, while the library is open. Measures the time from when a
// file is completely written until its card is painted, and until the picture of its first page is painted. Prints
// JSON: {"card": […], "picture": […]} in milliseconds.
//
//   node e2e/bench/arrive.mjs STUDIO_URL FOLDER PDF COUNT
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { withPage } from "../support/chromium.mjs";

const [studio, folder, source] = process.argv.slice(2, 5);
const count = Number(process.argv[5]);

/** Milliseconds after which the wait for a card or its picture fails. */
const timeout = 60_000;

/**
 * Runs in the page. Waits until the card with a name, or a part of the card, is painted. Returns that time in
 * milliseconds since 1970.
 */
function waitForPaint({ name, part, timeout }) {
	const end = performance.now() + timeout;
	return new Promise((done, fail) => {
		const checkFrame = () => {
			if (performance.now() > end) {
				fail(new Error(`there is no ${part} of ${name} within ${timeout} ms`));
				return;
			}
			const names = [...document.querySelectorAll("article .name")];
			const card = names.find((element) => element.textContent.trim() === name)?.closest("article");
			const shown = card?.querySelector(part);
			const isReady = shown instanceof HTMLImageElement ? shown.complete && shown.naturalWidth > 0 : shown;
			// The callback of the next frame runs after this frame has been painted.
			requestAnimationFrame(isReady ? () => done(performance.timeOrigin + performance.now()) : checkFrame);
		};
		checkFrame();
	});
}

const result = await withPage(async (page) => {
	const [card, picture] = [[], []];
	const bytes = await readFile(source, "latin1");
	await page.goto(studio);
	await page.getByRole("navigation", { name: "Lectern" }).waitFor();
	for (let i = 0; i < count; i++) {
		const name = `Arrival ${i}.pdf`;
		const shown = page.evaluate(waitForPaint, { name, part: ".name", timeout });
		const drawn = page.evaluate(waitForPaint, { name, part: ".picture img", timeout });
		await writeFile(join(folder, name), `${bytes}\n% ${i}`, "latin1");
		const written = Date.now();
		card.push((await shown) - written);
		picture.push((await drawn) - written);
		// The interval varies, so that the files arrive at different points of a polling cycle.
		await setTimeout(400 + ((i * 137) % 500));
	}
	return { card, picture };
});
console.log(JSON.stringify(result));
