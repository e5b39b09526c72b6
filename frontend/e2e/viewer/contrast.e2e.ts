import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { Browser, chooseMenuItem, pageText } from "../support/browser";
import { makePDF } from "../support/documents";
import { openSession, upload, uploadAndOpenPDF, waitForDocument } from "../support/api";

// Whatever colors a theme sets, all other colors have enough contrast: 4.5 to 1 for text, and 3 to 1 for icons.

const browser = new Browser();

let url = "";
let failed = "";

beforeAll(async () => {
	url = await uploadAndOpenPDF("contrast.pdf", makePDF(12));
	const { id } = await upload("broken.pdf", new TextEncoder().encode("%PDF-1.7 broken"));
	await waitForDocument(id, ({ status }) => status === "failed");
	failed = await openSession(id);
});

type Theme = Readonly<Record<string, string>>;

const themes: readonly (readonly [string, Theme])[] = [
	["no theme", {}],
	["a dark bar with white buttons", { topbarBackgroundColor: "#1a1a2e", buttonColor: "white" }],
	["a dark bar", { topbarBackgroundColor: "midnightblue" }],
	["a light bar", { topbarBackgroundColor: "hsl(40, 90%, 90%)" }],
	["a grey bar", { topbarBackgroundColor: "#777" }],
	["a bar in the middle between black and white", { topbarBackgroundColor: "#808080" }],
	["a light yellow bar", { topbarBackgroundColor: "#fff9c4" }],
	["a saturated red bar", { topbarBackgroundColor: "#ff0000" }],
	["a bar that is nearly black", { topbarBackgroundColor: "#050505" }],
	["saturated red panels", { interfaceBackgroundColor: "#ff0000" }],
	["light yellow panels", { interfaceBackgroundColor: "#fff9c4" }],
	["a saturated red desk", { viewerBackgroundColor: "#ff0000" }],
	["saturated paper", { pageBackgroundColor: "#ff0000" }],
	["a saturated accent", { interfaceAccentColor: "#00ff00" }],
	[
		"a bar that lets half through",
		{ topbarBackgroundColor: "rgba(0, 0, 0, 0.5)", viewerBackgroundColor: "#eee" },
	],
	[
		"a bar that lets nearly all through",
		{ topbarBackgroundColor: "#ffffff20", viewerBackgroundColor: "#203040" },
	],
	["white buttons alone", { buttonColor: "#fff" }],
	["dark words on the bar alone", { topbarColor: "#111" }],
	["grey words on the bar alone", { topbarColor: "#7d7d7d" }],
	["a dark hover", { buttonHoverBackgroundColor: "navy" }],
	["a light hover on a dark bar", { topbarBackgroundColor: "#101010", buttonHoverBackgroundColor: "#ffe" }],
	[
		"all that the specification names",
		{
			buttonColor: "#ffffff",
			viewerBackgroundColor: "#2b2b2b",
			topbarBackgroundColor: "#0d3b66",
			buttonHoverBackgroundColor: "#f4d35e",
		},
	],
	["dark panels", { interfaceBackgroundColor: "oklch(0.3 0.1 300)" }],
	["panels between light and dark", { interfaceBackgroundColor: "gray" }],
	["panels that let something through", { interfaceBackgroundColor: "#202020d0" }],
	["light words in panels alone", { interfaceColor: "white" }],
	["a dark accent", { interfaceAccentColor: "#0a3d91" }],
	["a light accent", { interfaceAccentColor: "#ffe14d" }],
	["buttons with a background", { buttonBackgroundColor: "#202020" }],
	["other buttons with a background", { alternativeButtonBackgroundColor: "#602020" }],
	["a dark desk", { viewerBackgroundColor: "black" }],
	["a desk between light and dark", { viewerBackgroundColor: "#7f7f7f" }],
	["dark paper", { pageBackgroundColor: "#101418" }],
	["white paper", { pageBackgroundColor: "#fff" }],
	["light page numbers", { pageNumberBackgroundColor: "#fffff0" }],
	["dark digits of page numbers alone", { pageNumberColor: "black" }],
	["panels without a background", { interfaceBackgroundColor: "transparent" }],
	["panels of thin glass", { interfaceBackgroundColor: "rgb(255 255 255 / 30%)" }],
	["an accent that lets something through", { interfaceAccentColor: "rgba(0, 0, 0, 0.5)" }],
	["other buttons without a background", { alternativeButtonBackgroundColor: "transparent" }],
	[
		"other buttons that lose their background when used",
		{
			alternativeButtonHoverBackgroundColor: "transparent",
			alternativeButtonActiveBackgroundColor: "transparent",
		},
	],
	["page numbers that let half through", { pageNumberBackgroundColor: "rgba(0, 0, 0, 0.5)" }],
	["grey signs under the pointer", { buttonHoverColor: "#777" }],
	["dark hits", { searchHitBackgroundColor: "#101080" }],
];

function themedURL(session: string, theme: Theme, profile: object = {}, fragment = ""): string {
	const address = new URL(session);
	address.searchParams.set("themeOverrides", JSON.stringify(theme));
	address.searchParams.set("profileOverrides", JSON.stringify({ thumbnailsShown: true, ...profile }));
	address.hash = fragment;
	return address.href;
}

/**
 * Returns the texts and icons of the viewer that have too little contrast, for each of several style sheets that are
 * added to the page.
 */
function lowContrast(page: Page, rules: readonly string[] = [""]): Promise<string[][]> {
	return page.evaluate((rules) => {
		const canvas = new OffscreenCanvas(1, 1);
		const context = canvas.getContext("2d", { willReadFrequently: true });
		const read = (color: string): number[] => {
			const [, share = "1"] = /\/ ([\d.]+)\)$|^rgba\(.*, ([\d.]+)\)$/.exec(color)?.filter(Boolean) ?? [];
			const alpha = color.startsWith("rgb(") || !/[/,]/.test(color) ? 1 : Number(share);
			if (context === null || alpha === 0) {
				return [0, 0, 0, 0];
			}
			context.clearRect(0, 0, 1, 1);
			context.fillStyle = color;
			context.fillRect(0, 0, 1, 1);
			const [r = 0, g = 0, b = 0] = context.getImageData(0, 0, 1, 1).data;
			return [r, g, b, alpha];
		};
		const blend = (top: number[], below: number[]) => {
			const a = top[3] ?? 1;
			return [0, 1, 2].map((at) => (top[at] ?? 0) * a + (below[at] ?? 0) * (1 - a));
		};
		const luminance = (color: number[]) => {
			const [r = 0, g = 0, b = 0] = color.map((part) => {
				const share = part / 255;
				return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
			});
			return 0.2126 * r + 0.7152 * g + 0.0722 * b;
		};
		const contrast = (color1: number[], color2: number[]) => {
			const [light = 0, dark = 0] = [luminance(color1), luminance(color2)].sort((a, b) => b - a);
			return (light + 0.05) / (dark + 0.05);
		};
		const screen = matchMedia("(prefers-color-scheme: dark)").matches ? [18, 18, 18] : [255, 255, 255];
		const ancestors = (element: Element): Element[] => {
			const all: Element[] = [];
			for (let at: Element | null = element; at !== null; at = at.parentElement) {
				all.unshift(at);
			}
			return all;
		};
		/**
		 * Returns the color that is visible behind the text of an element, and the opacity of the text, which depends
		 * on the element and its ancestors.
		 */
		const backgroundOf = (element: Element) => {
			let background = screen;
			let opacity = 1;
			for (const ancestor of ancestors(element)) {
				const style = getComputedStyle(ancestor);
				background = blend(read(style.backgroundColor), background);
				if (style.backgroundImage.startsWith("linear-gradient")) {
					const [, color = ""] = /linear-gradient\((.*?\)|#\w+),/.exec(style.backgroundImage) ?? [];
					background = blend(read(color), background);
				}
				opacity *= Number(style.opacity);
			}
			return { background, opacity };
		};
		const isVisible = (element: Element) => {
			const box = element.getBoundingClientRect();
			return (
				box.width > 1 &&
				box.height > 1 &&
				element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
				element.closest(
					"[disabled], fieldset:disabled, [aria-disabled], .face, .text, option, svg:not(.icon), .visually-hidden",
				) === null
			);
		};
		const words: Element[] = [];
		const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
			if (
				node.textContent?.trim() &&
				node.parentElement &&
				!/^(SCRIPT|STYLE)$/.test(node.parentElement.tagName)
			) {
				words.push(node.parentElement);
			}
		}
		words.push(...document.querySelectorAll("input:not([type=radio])"));
		const icons = [...document.querySelectorAll("svg.icon")];
		const check = (element: Element, minimum: number) => {
			if (!isVisible(element)) {
				return [];
			}
			const { background, opacity } = backgroundOf(element);
			const [r = 0, g = 0, b = 0, a = 1] = read(getComputedStyle(element).color);
			const ratio = contrast(blend([r, g, b, a * opacity], background), background);
			const name = `${element.closest("[id]")?.id ?? ""} ${element.tagName}.${element.getAttribute("class") ?? ""}`;
			return ratio + 0.05 < minimum ? [`${name}: ${ratio.toFixed(2)}`] : [];
		};
		return rules.map((text) => {
			const sheet = new CSSStyleSheet();
			sheet.replaceSync(text);
			document.adoptedStyleSheets = [sheet];
			return [...words.flatMap((word) => check(word, 4.5)), ...icons.flatMap((icon) => check(icon, 3))];
		});
	}, rules);
}

/** Returns the CSS rules that the server adds to the viewer page for a theme. */
async function themeRules(theme: Theme): Promise<string> {
	const text = await (await fetch(themedURL(url, theme))).text();
	const [, style = ""] = /<style nonce="[^"]*">(.*?)<\/style>/s.exec(text) ?? [];
	const at = style.indexOf(":root{--theme");
	return at < 0 ? "" : style.slice(at);
}

let rules: readonly (readonly [string, string])[] = [];

beforeAll(async () => {
	rules = await Promise.all(themes.map(async ([name, theme]) => [name, await themeRules(theme)] as const));
	expect(rules.filter(([, text]) => text === "").map(([name]) => name)).toEqual(["no theme"]);
});

/** Checks that all texts and icons of a page have enough contrast in each theme. */
async function expectReadable(page: Page, state: string): Promise<void> {
	const found = await lowContrast(
		page,
		rules.map(([, text]) => text),
	);
	const failures = found.flatMap((texts, at) => texts.map((text) => `${rules[at]?.[0] ?? ""}: ${text}`));
	expect(failures, state).toEqual([]);
}

describe.each(["light", "dark"] as const)("in each of the themes, on a %s screen", (colorScheme) => {
	const open = (session: string, profile: object = {}, fragment = "") =>
		browser.open(themedURL(session, {}, profile, fragment), {
			colorScheme,
			viewport: { width: 1440, height: 800 },
		});

	test("the bar, its buttons and search results", async () => {
		const page = await open(url, {}, "search=beta");
		await page.locator("#results-pane button").first().waitFor();
		await page.locator("#fit-width").click();
		await expectReadable(page, "at rest");
		for (const at of [
			"#zoom-in",
			".zoom-choice",
			"#thumbnails-toggle",
			"#results-pane li:nth-child(4) button",
			".finder-steps button",
		]) {
			await page.locator(at).first().hover();
			await expectReadable(page, `${at} under the pointer`);
		}
		for (const at of ["#more", "#thumbnails-toggle", ".finder-steps button"]) {
			await page.locator(at).first().hover();
			await page.mouse.down();
			await expectReadable(page, `${at} held down`);
			await page.mouse.move(700, 600);
			await page.mouse.up();
		}
	});

	test("menus, dialogs, thumbnails and notices", async () => {
		const page = await open(url);
		await page.locator('#thumbnails-pages [data-page="1"] img').waitFor();
		await page.locator("#more").click();
		await page.locator(".menu button:enabled").nth(1).hover();
		await expectReadable(page, "menu");
		await page.keyboard.press("Escape");
		await chooseMenuItem(page, "Properties");
		await page.locator("dialog dd").first().waitFor();
		await expectReadable(page, "properties");
		await page.keyboard.press("Escape");
		await page.locator("#print").click();
		await page.locator("dialog input").first().waitFor();
		await expectReadable(page, "print");
		await page.keyboard.press("Escape");
		await page.locator(".bar-title").evaluate(() => {
			for (const id of ["notice", "notification", "fonts", "fonts-list", "status"]) {
				const element = document.getElementById(id);
				const link = document.createElement("a");
				link.href = "";
				link.textContent = "link";
				element?.append(id === "notice" ? link : "Words");
				element?.toggleAttribute("hidden", false); // as if it had a message
			}
		});
		await page.locator("#notification-close").hover();
		await expectReadable(page, "notices");
	});

	test("the bars of a telephone, a search without hits, a wrong page number, and the keys", async () => {
		const page = await open(url, {}, "search=nowhere");
		await page.setViewportSize({ width: 390, height: 800 });
		await page.locator(".finder-none").waitFor();
		await page.locator("#page-field").fill("99");
		await page.keyboard.press("Enter");
		await page.locator("#page-hint").waitFor();
		await page.locator(".bar-title").evaluate(() => {
			const status = document.getElementById("status");
			status?.replaceChildren("Preview");
			status?.setAttribute("data-phase", "provisional");
			status?.removeAttribute("hidden");
		});
		await expectReadable(page, "telephone");
		await page.locator("#reading-view").hover();
		await expectReadable(page, "reading view under the pointer");
		await chooseMenuItem(page, "Keyboard shortcuts");
		await page.locator("dialog kbd").first().waitFor();
		await expectReadable(page, "shortcuts");
	});

	test("reading text, strips and messages in place of pages", async () => {
		const text = await open(url, { output: "text" });
		await text.locator(".reflow").first().waitFor();
		await expectReadable(text, "reading text");
		await text.evaluate(() => {
			document.body.classList.add("dark-pages");
		});
		await expectReadable(text, "reading text on dark pages");
		const ribbon = await open(url, { ribbon: true });
		await ribbon.locator("#ribbon-right:enabled").waitFor();
		await ribbon.locator("#ribbon-right").hover();
		await expectReadable(ribbon, "ribbon");
		const none = await open(failed);
		await none.locator("#panel").waitFor();
		await expectReadable(none, "failed document");
		await none.locator("#panel").evaluate((panel) => {
			panel.dataset["kind"] = "over";
		});
		await expectReadable(none, "session that is over");
	});

	test("the bar before any script runs", async () => {
		const page = await browser.open("about:blank", { colorScheme, viewport: { width: 1200, height: 800 } });
		await page.route("**/viewer/public/viewer-*.js", () => undefined); // the script is never loaded
		await page.goto(themedURL(url, {}), { waitUntil: "commit" });
		await page.locator('#pages .page[data-page="1"] > .face > svg').waitFor();
		await expectReadable(page, "before any script");
	});
});

test("colors are unchanged if the theme sets both text and background", async () => {
	const theme = {
		topbarBackgroundColor: "#777777",
		topbarColor: "#888888",
		buttonColor: "#666666",
		buttonBackgroundColor: "#707070",
		interfaceBackgroundColor: "#909090",
		interfaceColor: "#999999",
		interfaceAccentColor: "#a0a0a0",
	};
	const page = await browser.open(themedURL(url, theme), { viewport: { width: 1440, height: 800 } });
	await pageText(page, 1);
	const colorOf = (at: string) =>
		page
			.locator(at)
			.first()
			.evaluate((element) => getComputedStyle(element).color);
	expect(await colorOf(".bar-title h1")).toBe("rgb(136, 136, 136)");
	expect(await colorOf("#next")).toBe("rgb(102, 102, 102)");
	expect(await colorOf("#side")).toBe("rgb(153, 153, 153)");
});
