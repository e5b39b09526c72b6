import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { Browser, wordsOf } from "../support/browser";
import { makePDF } from "../support/documents";
import { call, readyPDF } from "../support/library";
import { pixelAt } from "../support/pixels";

const browser = new Browser();

/** The place where a property of the theme is visible. */
interface Look {
	/** Of the first element of this selector … */
	readonly at: string;
	/** … it is this property of CSS, … */
	readonly css: string;
	/** … in this state. */
	readonly state?: "hover" | "active" | "focus";
	readonly pseudo?: string;
	/** The page is a strip, of which the buttons are at an end. */
	readonly ribbon?: boolean;
	/** Is a part of a value that has others, too. */
	readonly part?: boolean;
}

const [color, background, border] = ["color", "background-color", "border-top-color"];
const ribbon = { at: "#ribbon-left", ribbon: true };

const looks: Readonly<Record<string, Look>> = {
	interfaceFontFamily: { at: "body", css: "font-family" },
	interfaceColor: { at: "body", css: color },
	interfaceBackgroundColor: { at: "#side", css: background },
	interfaceAccentColor: { at: ".side-tabs [aria-selected=true]", css: "border-bottom-color" },
	topbarBackgroundColor: { at: ".bar-tools", css: background },
	topbarColor: { at: ".bar-title", css: color },
	topbarBorderColor: { at: ".bar-pages", css: "border-bottom-color" },
	viewerBackgroundColor: { at: "body", css: background },
	viewerScrollbarColor: { at: "#stage", css: "scrollbar-color", part: true },
	pageBorderColor: { at: "#pages .page", css: "box-shadow", part: true },
	pageShadowColor: { at: "#pages .page", css: "box-shadow", part: true },
	pageBackgroundColor: { at: "#pages .page", css: background },
	textSelectionBackgroundColor: { at: "#pages .text span", css: background, pseudo: "::selection" },
	searchHitBackgroundColor: { at: ".hit:not([aria-current])", css: background },
	searchHitActiveBackgroundColor: { at: ".hit[aria-current]", css: background },
	buttonColor: { at: "#next", css: color },
	buttonBackgroundColor: { at: "#next", css: background },
	buttonBorderColor: { at: "#next", css: border },
	buttonHoverColor: { at: "#zoom-in", css: color, state: "hover" },
	buttonHoverBackgroundColor: { at: "#zoom-in", css: background, state: "hover" },
	buttonHoverBorderColor: { at: "#zoom-in", css: border, state: "hover" },
	buttonActiveColor: { at: "#more", css: color, state: "active" },
	buttonActiveBackgroundColor: { at: "#more", css: background, state: "active" },
	buttonPressedColor: { at: "#fit-width[aria-pressed=true]", css: color },
	buttonPressedBackgroundColor: { at: "#fit-width[aria-pressed=true]", css: background },
	buttonDisabledColor: { at: "#previous:disabled", css: color },
	buttonDisabledBackgroundColor: { at: "#previous:disabled", css: background },
	buttonFocusOutlineColor: { at: "#zoom-out", css: "outline-color", state: "focus" },
	alternativeButtonColor: { at: "#thumbnails-toggle", css: color },
	alternativeButtonBackgroundColor: { at: "#thumbnails-toggle", css: background },
	alternativeButtonBorderColor: { at: "#thumbnails-toggle", css: border },
	alternativeButtonHoverColor: { at: "#thumbnails-toggle", css: color, state: "hover" },
	alternativeButtonHoverBackgroundColor: { at: "#thumbnails-toggle", css: background, state: "hover" },
	alternativeButtonHoverBorderColor: { at: "#thumbnails-toggle", css: border, state: "hover" },
	alternativeButtonActiveColor: { at: "#thumbnails-toggle", css: color, state: "active" },
	alternativeButtonActiveBackgroundColor: { at: "#thumbnails-toggle", css: background, state: "active" },
	alternativeButtonDisabledColor: { ...ribbon, css: color },
	pageNumberColor: { at: "#pages .page-number", css: color },
	pageNumberBackgroundColor: { at: "#pages .page-number", css: background },
};

/** The elements that the properties of the theme show or hide. A viewer of a strip with a bar has all of them. */
const sights: Readonly<Record<string, string>> = {
	logoVisibility: ".logo",
	previousButtonVisibility: "#previous",
	nextButtonVisibility: "#next",
	pageFieldVisibility: "#page-form",
	zoomOutButtonVisibility: "#zoom-out",
	zoomInButtonVisibility: "#zoom-in",
	zoomListVisibility: ".zoom-choice",
	fitWidthButtonVisibility: "#fit-width",
	fitPageButtonVisibility: "#fit-page",
	fontsButtonVisibility: "#fonts",
	searchButtonVisibility: "#search",
	printButtonVisibility: "#print",
	downloadButtonVisibility: "#download",
	layoutButtonVisibility: "#layout",
	outlineButtonVisibility: "#outline",
	fullscreenButtonVisibility: "#fullscreen",
	thumbnailsButtonVisibility: "#thumbnails-toggle",
	ribbonLeftButtonVisibility: "#ribbon-left",
	ribbonRightButtonVisibility: "#ribbon-right",
	pageNumberVisibility: "#pages .page-number",
};

/** The properties that no look is of: their pictures are looked for. */
const pictures = ["logo", "favicon"];

interface Described {
	readonly theme: readonly { readonly name: string; readonly kind: string }[];
}

let url = "";
let names: readonly string[] = [];

beforeAll(async () => {
	url = await readyPDF("theme.pdf", makePDF(12));
	names = (await call<Described>("GET", "/settings/viewer/properties")).theme.map(({ name }) => name);
});

function addressWith(theme: object, profile: object = {}): string {
	const address = new URL(url);
	address.searchParams.set("themeOverrides", JSON.stringify(theme));
	address.searchParams.set("profileOverrides", JSON.stringify(profile));
	address.hash = "search=beta";
	return address.href;
}

test("every property of a theme is looked at", () => {
	expect([...Object.keys(looks), ...Object.keys(sights), ...pictures].sort()).toEqual([...names].sort());
});

/** A colour of its own for each property. */
function colorOf(name: string): string {
	return `rgb(${40 + names.indexOf(name)}, 99, 150)`;
}

function valueOf(name: string): string {
	return name === "interfaceFontFamily" ? "Georgia, serif" : colorOf(name);
}

/** Returns the value of a CSS property of an element in a state. */
async function styleOf(page: Page, { at, css, state, pseudo }: Look): Promise<string> {
	const element = page.locator(at).first();
	if (state === "focus") {
		await page.keyboard.press("Tab");
		await element.focus();
	} else if (state !== undefined) {
		await element.hover();
	}
	if (state === "active") {
		await page.mouse.down();
	}
	return element.evaluate((node, [css, pseudo]) => getComputedStyle(node, pseudo).getPropertyValue(css), [
		css,
		pseudo ?? "",
	] as const);
}

describe("what a theme says is to be seen", () => {
	test("of everything", async () => {
		const theme = Object.fromEntries(Object.keys(looks).map((name) => [name, valueOf(name)]));
		const still = { origin: [new URL(url).origin] };
		const page = await browser.open(addressWith(theme), { viewport: { width: 1440, height: 900 }, ...still });
		const strip = await browser.open(addressWith(theme, { initialLayout: "horizontal" }), still);
		await wordsOf(page, 1);
		await page.locator("#fit-width").click();
		await page.locator(".hit").first().waitFor();
		await strip.locator("#ribbon-left:disabled").waitFor();
		for (const [name, look] of Object.entries(looks)) {
			const where = look.ribbon === true ? strip : page;
			const seen = expect.poll(() => styleOf(where, look), { message: name });
			await (look.part === true ? seen.toContain(valueOf(name)) : seen.toBe(valueOf(name)));
			await where.mouse.up();
			await where.keyboard.press("Escape");
		}
	});

	test("of paper, in thumbnails too", async () => {
		const address = new URL(addressWith({ pageBackgroundColor: "rgb(250, 200, 100)" }));
		address.hash = ""; // or what is found is beside the pages
		const page = await browser.open(address.href, { viewport: { width: 1440, height: 900 } });
		for (const pages of ["#pages", "#thumbnails-pages"]) {
			const first = page.locator(`${pages} .page`).first();
			await first.locator(".face > :is(svg, img)").first().waitFor();
			await expect.poll(() => pixelAt(first, 0.04, 0.04)).toEqual([250, 200, 100]);
		}
	});

	test("of its pictures", async () => {
		const picture = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
		const page = await browser.open(addressWith({ logo: picture, favicon: picture }));
		expect(await page.locator(".logo img").getAttribute("src")).toBe(picture);
		expect(await page.locator("link[rel=icon]").getAttribute("href")).toBe(picture);
	});

	test("and what it hides is not", async () => {
		const strip = { initialLayout: "horizontal" };
		const shown = await browser.open(addressWith({}, strip), { viewport: { width: 1440, height: 900 } });
		const hiding = Object.fromEntries(Object.keys(sights).map((name) => [name, "hidden"]));
		const hidden = await browser.open(addressWith(hiding, strip), { viewport: { width: 1440, height: 900 } });
		for (const page of [shown, hidden]) {
			await page.locator("#pages.laid-out").waitFor();
			await page.locator("#fonts").evaluate((fonts: HTMLElement) => {
				fonts.hidden = false; // as where fonts are missing
			});
		}
		for (const [name, at] of Object.entries(sights)) {
			await shown.locator(at).first().waitFor();
			expect(await shown.locator(at).first().isVisible(), name).toBe(true);
			expect(await hidden.locator(at).first().isVisible(), name).toBe(false);
		}
		await hidden.locator("#more").click();
		expect(await hidden.getByRole("menuitem", { name: "Print" }).isVisible()).toBe(false);
	});
});
