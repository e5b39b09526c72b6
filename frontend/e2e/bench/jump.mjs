// Measures how long it takes until a page far away is painted, from its number being entered.
// Prints JSON: milliseconds of each jump.
//
//   node e2e/bench/jump.mjs URL PAGE …
import { withPage } from "../support/chromium.mjs";
import { rest } from "./reading.mjs";

const [url, ...targets] = process.argv.slice(2);

/** Runs in the page: enters a page's number, and gives the milliseconds until it is painted. */
function jump(target) {
	document.querySelector("#page-field").value = target;
	const begin = performance.now();
	document.querySelector("#page-form").requestSubmit();
	return new Promise((done) => {
		const look = () => {
			if (document.querySelector(`#pages [data-page="${target}"] > .face > :is(svg, img)`) === null) {
				requestAnimationFrame(look);
				return;
			}
			// The next frame's callback runs when this one has been painted.
			requestAnimationFrame(() => done(performance.now() - begin));
		};
		requestAnimationFrame(look);
	});
}

await withPage(async (page) => {
	const took = [];
	await page.goto(url);
	for (const target of targets) {
		await rest(page);
		took.push(await page.evaluate(jump, target));
	}
	console.log(JSON.stringify(took));
});
