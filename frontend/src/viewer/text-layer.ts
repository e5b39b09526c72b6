import { type Measure, type PageWords, placeLine, type PlacedLine } from "../core/textlayer";

/**
 * The layer is laid out this many times larger than the page in points and scaled
 * down again, so that a browser's smallest font size does not displace small print.
 */
const enlargement = 4;

const family = "sans-serif";

/**
 * The words of a page as transparent text over its picture: a block per line and an
 * inline box per word. Both stay in the flow, so that copied lines end where they
 * end and words stay in reading order whichever way they run; but they take no room
 * in it and are moved to where they stand.
 */
export function makeTextLayer(words: PageWords): HTMLElement {
	const layer = document.createElement("div");
	layer.className = "text";
	layer.style.width = px(words.width);
	layer.style.height = px(words.height);
	const measure = measurer();
	for (const line of words.lines) {
		if (line.words.length > 0) {
			layer.append(makeLine(placeLine(line, measure)));
		}
	}
	return layer;
}

/** Fits a layer to a page that is shown at `scale` CSS pixels per point. */
export function scaleTextLayer(layer: HTMLElement, scale: number): void {
	layer.style.transform = `scale(${scale / enlargement})`;
}

function makeLine(line: PlacedLine): HTMLElement {
	const block = document.createElement("div");
	const { style } = block;
	style.left = px(line.left);
	style.top = px(line.top);
	const [width, height] = line.vertical ? [line.thickness, line.length] : [line.length, line.thickness];
	style.width = px(width);
	style.height = px(height);
	style.marginBottom = px(-height);
	style.lineHeight = px(line.thickness);
	style.fontSize = px(line.fontSize);
	if (line.vertical) {
		style.writingMode = "vertical-rl";
	}
	const last = line.words.length - 1;
	for (const [index, word] of line.words.entries()) {
		const box = document.createElement("span");
		box.textContent = index < last ? `${word.text} ` : word.text;
		box.style.insetInlineStart = px(word.start);
		box.style.inlineSize = px(word.length);
		box.style.marginInlineEnd = px(-word.length);
		box.style.letterSpacing = px(word.spacing);
		box.style.wordSpacing = px(word.wordSpacing);
		block.append(box);
	}
	return block;
}

function px(points: number): string {
	return `${Math.round(points * enlargement * 100) / 100}px`;
}

let canvas: CanvasRenderingContext2D | null | undefined;

/** Measures text as the layer draws it; text widths grow with the font, so one font size serves all. */
function measurer(): Measure {
	canvas ??= document.createElement("canvas").getContext("2d");
	const context = canvas;
	if (context === null) {
		return (text, fontSize) => text.length * fontSize * 0.5;
	}
	context.font = `100px ${family}`;
	return (text, fontSize) => (context.measureText(text).width * fontSize) / 100;
}
