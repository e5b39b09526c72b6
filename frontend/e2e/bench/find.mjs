// Measures how long a search in the viewer takes, from the input of a common word until the first hit is painted, and
// until all hits are counted. Prints JSON: {"marked": […], "counted": […]} in milliseconds.
//
//   node e2e/bench/find.mjs VIEWER_URL
import { withPage } from "../support/chromium.mjs";

const [viewer] = process.argv.slice(2);
const words = ["the", "of", "and", "you", "that", "was", "for", "are", "with", "they", "this"];

/** Records the time of the next input event as `window.began`. */
function awaitInput() {
	document.addEventListener("input", () => (window.began = performance.now()), { once: true, capture: true });
}

/**
 * Runs in the page. Returns the milliseconds from the input until an element that matches `selector` and contains a
 * matching text is painted.
 */
function measurePaintTime([selector, text]) {
	return new Promise((done) => {
		const checkFrame = () => {
			const found = document.querySelector(selector);
			const isReady = found !== null && new RegExp(text).test(found.textContent);
			// The callback of the next frame runs after this frame has been painted.
			requestAnimationFrame(isReady ? () => done(performance.now() - window.began) : checkFrame);
		};
		checkFrame();
	});
}

const result = await withPage(async (page) => {
	const [marked, counted] = [[], []];
	await page.goto(viewer);
	await page.locator("#pages .page .text").first().waitFor({ state: "attached" });
	await page.keyboard.press("Control+f");
	const field = page.getByRole("searchbox");
	for (const word of words) {
		await field.fill("");
		await page.locator(".hit").first().waitFor({ state: "detached" });
		await page.evaluate(awaitInput);
		await page.keyboard.insertText(word);
		const first = page.evaluate(measurePaintTime, ["#pages .hit[aria-current]", ""]);
		const all = page.evaluate(measurePaintTime, [".finder-count", "^[\\d,]+ of [\\d,]+$"]);
		marked.push(await first);
		counted.push(await all);
	}
	return { marked, counted };
});
console.log(JSON.stringify(result));
