// Measures how long a search in a viewer page takes, from the moment at which a common word is
// in the field: until its first hit is painted, and until all hits are counted. Prints JSON:
// {"marked": […], "counted": […]} in milliseconds.
//
//   node e2e/bench/find.mjs VIEWER_URL
import { withPage } from "../support/chromium.mjs";

const [viewer] = process.argv.slice(2);
const words = ["the", "of", "and", "you", "that", "was", "for", "are", "with", "they", "this"];

/** Notes when the next input comes. */
function awaitInput() {
	document.addEventListener("input", () => (window.began = performance.now()), { once: true, capture: true });
}

/** Milliseconds from the input until what a selector names is painted, with a text that an expression fits. */
function painted([selector, text]) {
	return new Promise((done) => {
		const look = () => {
			const found = document.querySelector(selector);
			const there = found !== null && new RegExp(text).test(found.textContent);
			// The next frame's callback runs when this one has been painted.
			requestAnimationFrame(there ? () => done(performance.now() - window.began) : look);
		};
		look();
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
		const first = page.evaluate(painted, ["#pages .hit[aria-current]", ""]);
		const all = page.evaluate(painted, [".finder-count", "^[\\d,]+ of [\\d,]+$"]);
		marked.push(await first);
		counted.push(await all);
	}
	return { marked, counted };
});
console.log(JSON.stringify(result));
