import { blocksOf } from "../../core/text/passages";
import { enlargedLine, fillsArea, lineAreas, wordAreas } from "../../core/text/selection-areas";
import {
	type Block,
	type Box,
	isVertical,
	type Measure,
	type PageWords,
	type PlacedLine,
	type PlacedWord,
	placeLine,
} from "../../core/text/page-text";
import { joinWords } from "../../core/text/word-runs";

/**
 * The factor by which the text layer is enlarged before it is laid out. The layer is then scaled down by the same
 * factor. Without this enlargement, the browser's minimum font size would displace small print.
 */
const enlargement = 4;

/**
 * The maximum number of lines in the text layer. A page with more lines is a drawing full of labels, and a layer with
 * all of them would block the browser. Only its first lines can be selected, but searching and copying the whole
 * document cover all lines.
 */
const maxLines = 5_000;

/** The font for letters that the page's own font does not contain. */
const substitute = "sans-serif";

/** The words of the page that each layer shows. The line numbers of the layer's elements refer to them. */
const wordsOfLayers = new WeakMap<Element, PageWords>();
const numbersOfLines = new WeakMap<Element, number>();

/** Returns the words that a layer shows. */
export function wordsIn(layer: Element): PageWords | undefined {
	return wordsOfLayers.get(layer);
}

/** Reports whether a layer contains all lines of its page. */
export function hasAllLines(layer: Element): boolean {
	return (wordsOfLayers.get(layer)?.lines.length ?? 0) <= maxLines;
}

/** Reports whether a layer shows these words at the same positions. */
export function showsText(layer: Element, words: PageWords): boolean {
	const shownWords = wordsOfLayers.get(layer);
	return shownWords !== undefined && textOf(shownWords) === textOf(words);
}

function textOf({ width, height, lines, blocks }: PageWords): string {
	return JSON.stringify([width, height, lines, blocks]);
}

/** Returns the number of the line that an element of a layer represents. */
export function lineNumber(element: Element): number | undefined {
	return numbersOfLines.get(element);
}

/**
 * Returns the words of a page as transparent text over its picture.
 *
 * Each line is a block with inline boxes for its words. Neighboring words share a box if their natural spacing matches
 * the picture, and a line that consists only of such words needs no inner box. Most words can share a box if the text
 * uses the font of the picture, whose name is `family`.
 *
 * All elements stay in the document flow, so that copied text has its line ends and its reading order in any direction
 * of writing. The elements take up no space in the flow, and are moved to their positions. ARIA roles describe the
 * blocks to screen readers.
 */
export function makeTextLayer(words: PageWords, family?: string): HTMLElement {
	const layer = document.createElement("div");
	layer.className = "text";
	layer.style.width = enlargedPx(words.width);
	layer.style.height = enlargedPx(words.height);
	const families = family === undefined ? substitute : `${family}, ${substitute}`;
	layer.style.fontFamily = families;
	const measureHorizontal = makeMeasure(families);
	const measureVertical = makeMeasure(substitute);
	const shown = words.lines.slice(0, maxLines);
	const areas = lineAreas(
		shown.map((line) => line.box),
		words,
	);
	const lines = shown.map((line, index) => {
		const area = areas[index] ?? line.box;
		const measure = isVertical(line) ? measureVertical : measureHorizontal;
		const placed = enlargedLine(placeLine(line, measure), area);
		const element = makeLine(fillsArea(placed, area) ? joinWords(line, placed, measure) : placed, area);
		numbersOfLines.set(element, index);
		return element;
	});
	const blocks = blocksOf(words).filter(({ first }) => first < maxLines);
	layer.append(...makeBlocks(blocks, lines));
	wordsOfLayers.set(layer, words);
	return layer;
}

/** Groups lines into blocks, and list items into lists. */
function makeBlocks(blocks: readonly Block[], lines: readonly HTMLElement[]): Element[] {
	const elements: Element[] = [];
	let list: Element | undefined;
	for (const block of blocks) {
		const element = makeBlock(block, lines.slice(block.first, block.first + block.count));
		if (block.kind !== "item") {
			list = undefined;
			elements.push(...element);
		} else if (list === undefined) {
			list = makeGroup("list", element);
			elements.push(list);
		} else {
			list.append(...element);
		}
	}
	return elements;
}

const roles: Partial<Record<Block["kind"], string>> = {
	heading: "heading",
	paragraph: "paragraph",
	item: "listitem",
};

function makeBlock(block: Block, lines: readonly HTMLElement[]): readonly Element[] {
	const role = roles[block.kind];
	if (block.rows !== undefined) {
		return [makeTable(block.rows, lines)];
	}
	if (role === undefined) {
		return lines;
	}
	const element = groupLines(role, lines);
	if (role === "heading") {
		element.setAttribute("aria-level", String(block.level ?? 2));
	}
	return [element];
}

function makeTable(rows: readonly (readonly number[])[], lines: readonly HTMLElement[]): Element {
	let line = 0;
	const elements = rows.map((row) => {
		const cells = row.map((count) => groupLines("cell", lines.slice(line, (line += count))));
		return makeGroup("row", cells);
	});
	return makeGroup("table", elements);
}

/** Groups the lines of a block. A single line is returned unchanged, because a paragraph of one line needs no role. */
function groupLines(role: string, lines: readonly HTMLElement[]): HTMLElement {
	const [only] = lines;
	if (lines.length !== 1 || only === undefined) {
		return makeGroup(role, lines);
	}
	if (role !== "paragraph") {
		only.setAttribute("role", role);
	}
	return only;
}

/** Returns an element that groups other elements without changing their positions. */
function makeGroup(role: string, children: readonly Element[]): HTMLElement {
	const element = document.createElement("div");
	element.setAttribute("role", role);
	element.append(...children);
	return element;
}

/** Scales a layer to a page that is shown at `scale` CSS pixels per point. */
export function scaleTextLayer(layer: HTMLElement, scale: number): void {
	layer.style.transform = `scale(${scale / enlargement})`;
}

function makeLine(line: PlacedLine, area: Box): HTMLElement {
	const block = document.createElement("div");
	block.className = "line";
	block.style.lineHeight = enlargedPx(line.thickness);
	block.style.fontSize = enlargedPx(line.fontSize);
	if (line.vertical) {
		block.style.writingMode = "vertical-rl";
		block.style.fontFamily = substitute;
	}
	const [only] = line.words;
	if (line.words.length === 1 && only !== undefined) {
		setWordText(block, only, only.text);
		placeLineAt(block, fillArea(block, boxOf(line, only), area).outerBox);
		return block;
	}
	const [width, height] = line.vertical ? [line.thickness, line.length] : [line.length, line.thickness];
	placeLineAt(block, [line.left, line.top, line.left + width, line.top + height]);
	const last = line.words.length - 1;
	const areas = wordAreas(line, area);
	for (const [index, word] of line.words.entries()) {
		const box = document.createElement("span");
		setWordText(box, word, index < last ? `${word.text} ` : word.text);
		placeWord(box, line, word, areas[index] ?? area);
		block.append(box);
	}
	return block;
}

/** Sets the text of an element, with spacing that makes the text as long as in the picture of the page. */
function setWordText(element: HTMLElement, { spacing, wordSpacing }: PlacedWord, text: string): void {
	element.textContent = text;
	element.style.letterSpacing = enlargedPx(spacing);
	element.style.wordSpacing = enlargedPx(wordSpacing);
}

/** Returns the box of a word on the page. */
function boxOf({ left, top, thickness, vertical }: PlacedLine, { start, length }: PlacedWord): Box {
	return vertical
		? [left, top + start, left + thickness, top + start + length]
		: [left + start, top, left + start + length, top + thickness];
}

/** Moves a block to its position on the page. A negative margin makes it take up no space in the flow. */
function placeLineAt({ style }: HTMLElement, [left, top, right, bottom]: Box): void {
	style.left = enlargedPx(left);
	style.top = enlargedPx(top);
	style.width = enlargedPx(right - left);
	style.height = enlargedPx(bottom - top);
	style.marginBottom = enlargedPx(top - bottom);
}

/**
 * Pads an element so that it fills its area. When the pointer is dragged past the text of the element, the selection
 * then still ends in this element. Returns the padding (top, right, bottom, left) and the outer box.
 */
function fillArea({ style }: HTMLElement, box: Box, area: Box): { padding: Box; outerBox: Box } {
	const [left, top, right, bottom] = box;
	const padding: Box = [
		Math.max(top - area[1], 0),
		Math.max(area[2] - right, 0),
		Math.max(area[3] - bottom, 0),
		Math.max(left - area[0], 0),
	];
	style.padding = padding.map(enlargedPx).join(" ");
	return {
		padding,
		outerBox: [left - padding[3], top - padding[0], right + padding[1], bottom + padding[2]],
	};
}

/** Moves a word to its position in the line. Negative margins ensure that it takes up no space in the flow. */
function placeWord(element: HTMLElement, line: PlacedLine, word: PlacedWord, area: Box): void {
	const { padding, outerBox } = fillArea(element, boxOf(line, word), area);
	const [above, right, below, before] = padding;
	const { style } = element;
	if (line.vertical) {
		const height = outerBox[3] - outerBox[1];
		style.top = enlargedPx(outerBox[1] - line.top);
		style.height = enlargedPx(height);
		style.margin = [0, -right, -height, -before].map(enlargedPx).join(" ");
	} else {
		const width = outerBox[2] - outerBox[0];
		style.left = enlargedPx(outerBox[0] - line.left);
		style.width = enlargedPx(width);
		style.margin = [-above, -width, -below, 0].map(enlargedPx).join(" ");
	}
}

function enlargedPx(points: number): string {
	return `${Math.round(points * enlargement * 100) / 100}px`;
}

let canvas: CanvasRenderingContext2D | null | undefined;

/** Returns a function that measures text as the layer draws it. Results are cached, because words repeat. */
function makeMeasure(family: string): Measure {
	canvas ??= document.createElement("canvas").getContext("2d");
	const context = canvas;
	if (context === null) {
		return (text) => text.length * 0.5;
	}
	const font = `100px ${family}`;
	const known = new Map<string, number>();
	return (text) => {
		let ems = known.get(text);
		if (ems === undefined) {
			context.font = font;
			ems = context.measureText(text).width / 100;
			known.set(text, ems);
		}
		return ems;
	};
}
