// Scrolls through the library, and over blank boxes of the same size, in turn: at a steady pace as
// with a wheel, and through all of it as with the scroll bar. Prints JSON: of each turn the frames
// that took long, of the library and of the boxes.
//
//   node e2e/bench/scroll-library.mjs STUDIO_URL TURNS
import { withPage } from "../support/chromium.mjs";

const [url, turns] = [process.argv[2], Number(process.argv[3])];

/** Pixels a second of the steady pace, and seconds of each turn. */
const [pace, seconds] = [3000, 4];

/** Runs in the page: scrolls so many pixels on, and gives the frames that took long. */
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

/** Runs in the page: waits until the pictures of what is in sight are there, and nothing else is going on. */
function rest() {
	return new Promise((done) => {
		let still = 0;
		requestAnimationFrame(function look() {
			still = document.querySelectorAll(".coming, .picture span > svg").length > 0 ? 0 : still + 1;
			if (still > 30) {
				done();
			} else {
				requestAnimationFrame(look);
			}
		});
	});
}

/** Runs in the page: how its tiles lie. */
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

/** Makes a page into one of blank boxes that lie as the library's tiles do; those in sight are put where it is scrolled to. */
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
		const place = () => {
			const first = Math.floor(area.scrollTop / pitch);
			[...space.children].forEach((box, i) => {
				const row = first + Math.floor(i / lefts.length);
				box.style.transform = `translate(${lefts[i % lefts.length]}px, ${row * pitch}px)`;
			});
		};
		area.addEventListener("scroll", place);
		place();
	}, tiles);
}

await withPage(async (page) => {
	await page.goto(url);
	await page.locator(".picture img").first().waitFor();
	const tiles = await page.evaluate(measureTiles);
	const boxes = await page.context().newPage();
	await makeBoxes(boxes, tiles);
	const both = async (from, pixels) => {
		const said = {};
		for (const [name, one] of Object.entries({ library: page, boxes })) {
			await one.bringToFront();
			await one.evaluate((from) => (document.querySelector(".area").scrollTop = from), from);
			await one.evaluate(rest);
			said[name] = await one.evaluate(scroll, { pixels, seconds });
		}
		return said;
	};
	const result = { steady: [], through: [] };
	for (let i = 0; i < turns; i++) {
		result.steady.push(await both((i / turns) * (tiles.total / 2), pace * seconds));
		result.through.push(await both(0, tiles.total));
	}
	console.log(JSON.stringify(result));
});
