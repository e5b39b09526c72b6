// Measures the time from entering the number of a distant page until that page is painted.
// Prints JSON: milliseconds of each jump.
//
//   node e2e/bench/jump.mjs URL PAGE …
import { withPage } from "../support/chromium.mjs";
import { waitUntilIdle } from "./idle.mjs";

const [url, ...targets] = process.argv.slice(2);

/** Runs in the page. Enters the number of a page, and returns the milliseconds until it is painted. */
function jump(target) {
	document.querySelector("#page-field").value = target;
	const begin = performance.now();
	document.querySelector("#page-form").requestSubmit();
	return new Promise((done) => {
		const checkFrame = () => {
			if (document.querySelector(`#pages [data-page="${target}"] > .face > :is(svg, img)`) === null) {
				requestAnimationFrame(checkFrame);
				return;
			}
			// The callback of the next frame runs after this frame has been painted.
			requestAnimationFrame(() => done(performance.now() - begin));
		};
		requestAnimationFrame(checkFrame);
	});
}

await withPage(async (page) => {
	const durations = [];
	await page.goto(url);
	for (const target of targets) {
		await waitUntilIdle(page);
		durations.push(await page.evaluate(jump, target));
	}
	console.log(JSON.stringify(durations));
});
