import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { Browser, pageText } from "../support/browser";
import { makePDF } from "../support/documents";
import { call, uploadAndOpenPDF } from "../support/api";
import { pixelAt } from "../support/pixels";

const browser = new Browser();

/** A place where a theme property has a visible effect. */
interface StyleProbe {
	/** The selector of the element. If it matches several elements, the first one is used. */
	readonly selector: string;
	/** The CSS property that gets the value of the theme property. */
	readonly css: string;
	/** The state in which the element has the value. */
	readonly state?: "hover" | "active" | "focus";
	readonly pseudo?: string;
	/** Whether the element exists only in the ribbon, a horizontal layout without bars. */
	readonly ribbon?: boolean;
	/** Whether the CSS value has further parts besides the value of the theme property. */
	readonly part?: boolean;
}

const [color, background, border] = ["color", "background-color", "border-top-color"];
const ribbon = { selector: "#ribbon-left", ribbon: true };

const probes: Readonly<Record<string, StyleProbe>> = {
	interfaceFontFamily: { selector: "body", css: "font-family" },
	interfaceColor: { selector: "body", css: color },
	interfaceBackgroundColor: { selector: "#side", css: background },
	interfaceAccentColor: { selector: ".side-tabs [aria-selected=true]", css: "border-bottom-color" },
	topbarBackgroundColor: { selector: ".bar-tools", css: background },
	topbarColor: { selector: ".bar-title", css: color },
	topbarBorderColor: { selector: ".bar-pages", css: "border-bottom-color" },
	viewerBackgroundColor: { selector: "body", css: background },
	viewerScrollbarColor: { selector: "#stage", css: "scrollbar-color", part: true },
	pageBorderColor: { selector: "#pages .page", css: "box-shadow", part: true },
	pageShadowColor: { selector: "#pages .page", css: "box-shadow", part: true },
	pageBackgroundColor: { selector: "#pages .page", css: background },
	textSelectionBackgroundColor: { selector: "#pages .text span", css: background, pseudo: "::selection" },
	searchHitBackgroundColor: { selector: ".hit:not([aria-current])", css: "--hit" },
	searchHitActiveBackgroundColor: { selector: ".hit[aria-current]", css: "--hit" },
	buttonColor: { selector: "#next", css: color },
	buttonBackgroundColor: { selector: "#next", css: background },
	buttonBorderColor: { selector: "#next", css: border },
	buttonHoverColor: { selector: "#zoom-in", css: color, state: "hover" },
	buttonHoverBackgroundColor: { selector: "#zoom-in", css: background, state: "hover" },
	buttonHoverBorderColor: { selector: "#zoom-in", css: border, state: "hover" },
	buttonActiveColor: { selector: "#more", css: color, state: "active" },
	buttonActiveBackgroundColor: { selector: "#more", css: background, state: "active" },
	buttonPressedColor: { selector: "#fit-width[aria-pressed=true]", css: color },
	buttonPressedBackgroundColor: { selector: "#fit-width[aria-pressed=true]", css: background },
	buttonDisabledColor: { selector: "#previous:disabled", css: color },
	buttonDisabledBackgroundColor: { selector: "#previous:disabled", css: background },
	buttonFocusOutlineColor: { selector: "#zoom-out", css: "outline-color", state: "focus" },
	alternativeButtonColor: { selector: "#thumbnails-toggle", css: color },
	alternativeButtonBackgroundColor: { selector: "#thumbnails-toggle", css: background },
	alternativeButtonBorderColor: { selector: "#thumbnails-toggle", css: border },
	alternativeButtonHoverColor: { selector: "#thumbnails-toggle", css: color, state: "hover" },
	alternativeButtonHoverBackgroundColor: { selector: "#thumbnails-toggle", css: background, state: "hover" },
	alternativeButtonHoverBorderColor: { selector: "#thumbnails-toggle", css: border, state: "hover" },
	alternativeButtonActiveColor: { selector: "#thumbnails-toggle", css: color, state: "active" },
	alternativeButtonActiveBackgroundColor: {
		selector: "#thumbnails-toggle",
		css: background,
		state: "active",
	},
	alternativeButtonDisabledColor: { ...ribbon, css: color },
	pageNumberColor: { selector: "#pages .page-number", css: color },
	pageNumberBackgroundColor: { selector: "#pages .page-number", css: background },
};

/** The selectors of the elements that theme properties show or hide. In the horizontal layout, all of them exist. */
const hideableElements: Readonly<Record<string, string>> = {
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

/** The properties whose values are pictures. They have a separate test. */
const pictureProperties = ["logo", "favicon"];

interface PropertyList {
	readonly theme: readonly { readonly name: string; readonly kind: string }[];
}

let url = "";
let names: readonly string[] = [];

beforeAll(async () => {
	url = await uploadAndOpenPDF("theme.pdf", makePDF(12));
	names = (await call<PropertyList>("GET", "/settings/viewer/properties")).theme.map(({ name }) => name);
});

function themedURL(theme: object, profile: object = {}): string {
	const address = new URL(url);
	address.searchParams.set("themeOverrides", JSON.stringify(theme));
	address.searchParams.set("profileOverrides", JSON.stringify(profile));
	address.hash = "search=beta";
	return address.href;
}

test("every property of a theme is looked at", () => {
	expect([...Object.keys(probes), ...Object.keys(hideableElements), ...pictureProperties].sort()).toEqual(
		[...names].sort(),
	);
});

/** Returns a color for a property. Every property has a different color. */
function testColor(name: string): string {
	return `rgb(${40 + names.indexOf(name)}, 99, 150)`;
}

/** The values that are no test colors. A main color that is hardly visible on the background would be adapted. */
const otherValues: Readonly<Record<string, string>> = {
	interfaceFontFamily: "Georgia, serif",
	interfaceAccentColor: "rgb(230, 240, 250)",
};

function testValue(name: string): string {
	return otherValues[name] ?? testColor(name);
}

/** Returns the value of a CSS property of an element in a state. */
async function computedStyle(page: Page, { selector, css, state, pseudo }: StyleProbe): Promise<string> {
	const element = page.locator(selector).first();
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

describe("the properties of a theme are visible", () => {
	test("of everything", async () => {
		const theme = Object.fromEntries(Object.keys(probes).map((name) => [name, testValue(name)]));
		const sameOrigin = { origin: [new URL(url).origin] };
		const page = await browser.open(themedURL(theme), {
			viewport: { width: 1440, height: 900 },
			...sameOrigin,
		});
		const horizontal = await browser.open(themedURL(theme, { initialLayout: "horizontal" }), sameOrigin);
		await pageText(page, 1);
		await page.locator("#fit-width").click();
		await page.locator(".hit").first().waitFor();
		await horizontal.locator("#ribbon-left:disabled").waitFor();
		for (const [name, probe] of Object.entries(probes)) {
			const target = probe.ribbon === true ? horizontal : page;
			const expectStyle = expect.poll(() => computedStyle(target, probe), { message: name });
			await (probe.part === true
				? expectStyle.toContain(testValue(name))
				: expectStyle.toBe(testValue(name)));
			await target.mouse.up();
			await target.keyboard.press("Escape");
		}
	});

	test("of paper, in thumbnails too", async () => {
		const address = new URL(themedURL({ pageBackgroundColor: "rgb(250, 200, 100)" }));
		address.hash = ""; // otherwise, search results would cover the pages
		const page = await browser.open(address.href, { viewport: { width: 1440, height: 900 } });
		for (const pages of ["#pages", "#thumbnails-pages"]) {
			const first = page.locator(`${pages} .page`).first();
			await first.locator(".face > :is(svg, img)").first().waitFor();
			await expect.poll(() => pixelAt(first, 0.04, 0.04)).toEqual([250, 200, 100]);
		}
	});

	test("of its pictures", async () => {
		const picture = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
		const page = await browser.open(themedURL({ logo: picture, favicon: picture }));
		expect(await page.locator(".logo img").getAttribute("src")).toBe(picture);
		expect(await page.locator("link[rel=icon]").getAttribute("href")).toBe(picture);
	});

	test("and what it hides is not", async () => {
		const horizontal = { initialLayout: "horizontal" };
		const shown = await browser.open(themedURL({}, horizontal), { viewport: { width: 1440, height: 900 } });
		const allHidden = Object.fromEntries(Object.keys(hideableElements).map((name) => [name, "hidden"]));
		const hidden = await browser.open(themedURL(allHidden, horizontal), {
			viewport: { width: 1440, height: 900 },
		});
		for (const page of [shown, hidden]) {
			await page.locator("#pages.laid-out").waitFor();
			await page.locator("#fonts").evaluate((fonts: HTMLElement) => {
				fonts.hidden = false; // shown as if fonts were missing
			});
		}
		for (const [name, selector] of Object.entries(hideableElements)) {
			await shown.locator(selector).first().waitFor();
			expect(await shown.locator(selector).first().isVisible(), name).toBe(true);
			expect(await hidden.locator(selector).first().isVisible(), name).toBe(false);
		}
		await hidden.locator("#more").click();
		expect(await hidden.getByRole("menuitem", { name: "Print" }).isVisible()).toBe(false);
	});
});
