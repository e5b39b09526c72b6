// Counts the DOM elements of pages in the viewer: the elements of the picture, and the elements of the text layer.
// Prints JSON: {"picture": […], "layer": […]}, in the order of the pages.
//
//   node e2e/bench/elements.mjs VIEWER_URL PAGE …
import { withPage } from "../support/chromium.mjs";

const [viewer, ...pages] = process.argv.slice(2);

/** Returns the number of elements in the first element that matches a selector, including that element. */
function count(face, selector) {
	const element = face.querySelector(selector);
	return element.querySelectorAll("*").length + 1;
}

const result = { picture: [], layer: [] };
await withPage(async (page) => {
	await page.goto(viewer);
	for (const number of pages) {
		await page.evaluate((number) => {
			window.location.hash = `#page=${number}`;
		}, number);
		const face = page.locator(`#pages .page[data-page="${number}"] > .face`);
		await face.locator("> .text").waitFor({ state: "attached" });
		result.picture.push(await face.evaluate(count, ":scope > :is(svg, img)"));
		result.layer.push(await face.evaluate(count, ":scope > .text"));
	}
});
console.log(JSON.stringify(result));
