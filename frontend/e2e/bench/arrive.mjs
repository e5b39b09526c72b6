// Saves files into a watched folder while the library is on the screen, one after the other, and
// measures each from its end on, when it is whole: until its card is painted, and until the picture
// of its first page is. Prints JSON: {"card": […], "picture": […]} in milliseconds.
//
//   node e2e/bench/arrive.mjs STUDIO_URL FOLDER PDF COUNT
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { withPage } from "../support/chromium.mjs";

const [studio, folder, source] = process.argv.slice(2, 5);
const count = Number(process.argv[5]);

/** Milliseconds after which a card or its picture will not come any more. */
const patience = 60_000;

/** Runs in the page: when something of the card of a name is painted, in milliseconds since 1970. */
function painted({ name, part, patience }) {
	const end = performance.now() + patience;
	return new Promise((done, fail) => {
		const look = () => {
			if (performance.now() > end) {
				fail(new Error(`there is no ${part} of ${name} within ${patience} ms`));
				return;
			}
			const names = [...document.querySelectorAll("article .name")];
			const card = names.find((one) => one.textContent.trim() === name)?.closest("article");
			const shown = card?.querySelector(part);
			const there = shown instanceof HTMLImageElement ? shown.complete && shown.naturalWidth > 0 : shown;
			// The next frame's callback runs when this one has been painted.
			requestAnimationFrame(there ? () => done(performance.timeOrigin + performance.now()) : look);
		};
		look();
	});
}

const result = await withPage(async (page) => {
	const [card, picture] = [[], []];
	const bytes = await readFile(source, "latin1");
	await page.goto(studio);
	await page.getByRole("navigation", { name: "Lectern" }).waitFor();
	for (let i = 0; i < count; i++) {
		const name = `Arrival ${i}.pdf`;
		const shown = page.evaluate(painted, { name, part: ".name", patience });
		const drawn = page.evaluate(painted, { name, part: ".picture img", patience });
		await writeFile(join(folder, name), `${bytes}\n% ${i}`, "latin1");
		const whole = Date.now();
		card.push((await shown) - whole);
		picture.push((await drawn) - whole);
		// At no fixed distance: what the page and the server do in turns is met anywhere.
		await setTimeout(400 + ((i * 137) % 500));
	}
	return { card, picture };
});
console.log(JSON.stringify(result));
