// Scrolls alternately through the library and through blank boxes of the same size: at a steady pace as with a wheel,
// and from start to end as with the scroll bar. Prints JSON: for each turn, the number of long frames of the library
// and of the boxes.
//
//   node e2e/bench/scroll-library.mjs STUDIO_URL TURNS
import { withPage } from "../support/chromium.mjs";

const [url, turns] = [process.argv[2], Number(process.argv[3])];

/** The steady pace in pixels per second, and the duration of each turn in seconds. */
const [pace, seconds] = [3000, 4];

/** Runs in the page. Scrolls by a number of pixels in a number of seconds, and returns the number of long frames. */
function scroll({ pixels, seconds }) {
	const longFrame = 50;
	const area = document.querySelector(".area");
	const from = area.scrollTop;
	return new Promise((done) => {
		let [begin, last, long] = [undefined, undefined, 0];
		requestAnimationFrame(function frame(now) {
			begin ??= now;
			long += now - (last ?? now) > longFrame ? 1 : 0;
			last = now;
			const passed = Math.min((now - begin) / 1000 / seconds, 1);
			area.scrollTop = from + passed * pixels;
			if (passed < 1) {
				requestAnimationFrame(frame);
			} else {
				done(long);
			}
		});
	});
}

/** Runs in the page. Waits until all visible pictures are loaded and a few more frames have passed. */
function waitUntilIdle() {
	return new Promise((done) => {
		let idleFrames = 0;
		requestAnimationFrame(function checkFrame() {
			idleFrames = document.querySelectorAll(".coming, .picture span > svg").length > 0 ? 0 : idleFrames + 1;
			if (idleFrames > 30) {
				done();
			} else {
				requestAnimationFrame(checkFrame);
			}
		});
	});
}

/** Runs in the page. Returns the positions and the sizes of the tiles. */
function measureTiles() {
	const area = document.querySelector(".area").getBoundingClientRect();
	const tiles = [...document.querySelectorAll(".cell")].map((cell) => cell.getBoundingClientRect());
	const below = tiles.find(({ top }) => top > tiles[0].top);
	return {
		total: document.querySelector(".space").getBoundingClientRect().height,
		lefts: tiles.filter(({ top }) => top === tiles[0].top).map(({ left }) => left - area.left),
		width: tiles[0].width,
		height: tiles[0].height,
		pitch: below.top - tiles[0].top,
	};
}

/**
 * Replaces the content of a page with blank boxes at the positions of the library's tiles. As in the library, only
 * boxes in the visible part exist, and scrolling reuses them.
 */
async function makeBoxes(page, tiles) {
	await page.setContent(`<style>
		body { margin: 0 }
		.area { position: absolute; inset: 0; overflow: auto; background: #eee }
		.space { position: relative }
		.space > div { position: absolute; top: 0; left: 0; background: #fff }
	</style><div class="area"><div class="space"></div></div>`);
	await page.evaluate(({ total, lefts, width, height, pitch }) => {
		const area = document.querySelector(".area");
		const space = document.querySelector(".space");
		space.style.height = `${total}px`;
		const rows = Math.ceil(area.clientHeight / pitch) + 1;
		for (let i = 0; i < rows * lefts.length; i++) {
			const box = document.createElement("div");
			Object.assign(box.style, { width: `${width}px`, height: `${height}px` });
			space.append(box);
		}
		const placeBoxes = () => {
			const first = Math.floor(area.scrollTop / pitch);
			[...space.children].forEach((box, i) => {
				const row = first + Math.floor(i / lefts.length);
				box.style.transform = `translate(${lefts[i % lefts.length]}px, ${row * pitch}px)`;
			});
		};
		area.addEventListener("scroll", placeBoxes);
		placeBoxes();
	}, tiles);
}

await withPage(async (page) => {
	await page.goto(url);
	await page.locator(".picture img").first().waitFor();
	const tiles = await page.evaluate(measureTiles);
	const boxes = await page.context().newPage();
	await makeBoxes(boxes, tiles);
	const scrollBoth = async (from, pixels) => {
		const counts = {};
		for (const [name, target] of Object.entries({ library: page, boxes })) {
			await target.bringToFront();
			await target.evaluate((from) => (document.querySelector(".area").scrollTop = from), from);
			await target.evaluate(waitUntilIdle);
			counts[name] = await target.evaluate(scroll, { pixels, seconds });
		}
		return counts;
	};
	const result = { steady: [], through: [] };
	for (let i = 0; i < turns; i++) {
		result.steady.push(await scrollBoth((i / turns) * (tiles.total / 2), pace * seconds));
		result.through.push(await scrollBoth(0, tiles.total));
	}
	console.log(JSON.stringify(result));
});
