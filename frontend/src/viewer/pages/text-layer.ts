import { blocksOf } from "../../core/text/passages";
import { fillsArea, grownLine, lineAreas, wordAreas } from "../../core/text/selection-areas";
import {
	type Block,
	type Box,
	isVertical,
	type Measure,
	type PageWords,
	placeLine,
	type PlacedLine,
	type PlacedWord,
} from "../../core/text/page-text";
import { joinWords } from "../../core/text/word-runs";

/**
 * The layer is laid out this many times larger than the page in points and scaled
 * down again, so that a browser's smallest font size does not displace small print.
 */
const enlargement = 4;

/**
 * Pages of more lines are drawings with words all over them, over which a browser would stand still. Of these the
 * first lines can be selected; all are found, and copied with the whole document.
 */
const mostLines = 5_000;

/** What letters are set in that the page's own font does not have. */
const substitute = "sans-serif";

/** The words that layers were made of, and the number of each line in them. */
const wordsOfLayers = new WeakMap<Element, PageWords>();
const numbersOfLines = new WeakMap<Element, number>();

/** The words that a layer shows. */
export function wordsIn(layer: Element): PageWords | undefined {
	return wordsOfLayers.get(layer);
}

/** Whether a layer has all lines of its page. */
export function isWhole(layer: Element): boolean {
	return (wordsOfLayers.get(layer)?.lines.length ?? 0) <= mostLines;
}

/** Whether a layer has the text of these words, where they stand. */
export function showsText(layer: Element, words: PageWords): boolean {
	const own = wordsOfLayers.get(layer);
	return own !== undefined && textOf(own) === textOf(words);
}

function textOf({ width, height, lines, blocks }: PageWords): string {
	return JSON.stringify([width, height, lines, blocks]);
}

/** The number of the line that an element of a layer is. */
export function lineNumber(element: Element): number | undefined {
	return numbersOfLines.get(element);
}

/**
 * The words of a page as transparent text over its picture: a block per line, and within it an inline box per word,
 * or for several that stand where the text puts them; none where these are all of the line. Most of them do where the
 * text is set in the font of the picture, of which `family` is the name. All stay in the flow, so
 * that copied lines end where they end and words stay in reading order whichever way they run; but they take no room
 * in it and are moved to where they stand. What lines make up is told to those who have it read aloud.
 */
export function makeTextLayer(words: PageWords, family?: string): HTMLElement {
	const layer = document.createElement("div");
	layer.className = "text";
	layer.style.width = px(words.width);
	layer.style.height = px(words.height);
	const families = family === undefined ? substitute : `${family}, ${substitute}`;
	layer.style.fontFamily = families;
	const lying = measurer(families);
	const standing = measurer(substitute);
	const shown = words.lines.slice(0, mostLines);
	const rooms = lineAreas(
		shown.map((line) => line.box),
		words,
	);
	const lines = shown.map((line, index) => {
		const room = rooms[index] ?? line.box;
		const measure = isVertical(line) ? standing : lying;
		const placed = grownLine(placeLine(line, measure), room);
		const element = makeLine(fillsArea(placed, room) ? joinWords(line, placed, measure) : placed, room);
		numbersOfLines.set(element, index);
		return element;
	});
	const blocks = blocksOf(words).filter(({ first }) => first < mostLines);
	layer.append(...makeBlocks(blocks, lines));
	wordsOfLayers.set(layer, words);
	return layer;
}

/** Groups lines into blocks, and the items of a list into one. */
function makeBlocks(blocks: readonly Block[], lines: readonly HTMLElement[]): Element[] {
	const made: Element[] = [];
	let list: Element | undefined;
	for (const block of blocks) {
		const element = makeBlock(block, lines.slice(block.first, block.first + block.count));
		if (block.kind !== "item") {
			list = undefined;
			made.push(...element);
		} else if (list === undefined) {
			list = group("list", element);
			made.push(list);
		} else {
			list.append(...element);
		}
	}
	return made;
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
	const element = unite(role, lines);
	if (role === "heading") {
		element.setAttribute("aria-level", String(block.level ?? 2));
	}
	return [element];
}

function makeTable(rows: readonly (readonly number[])[], lines: readonly HTMLElement[]): Element {
	let line = 0;
	const made = rows.map((row) => {
		const cells = row.map((count) => unite("cell", lines.slice(line, (line += count))));
		return group("row", cells);
	});
	return group("table", made);
}

/** What lines are together: of one line that line itself, which needs no role to be a paragraph. */
function unite(role: string, lines: readonly HTMLElement[]): HTMLElement {
	const [only] = lines;
	if (lines.length !== 1 || only === undefined) {
		return group(role, lines);
	}
	if (role !== "paragraph") {
		only.setAttribute("role", role);
	}
	return only;
}

/** An element around others that does not move them. */
function group(role: string, children: readonly Element[]): HTMLElement {
	const element = document.createElement("div");
	element.setAttribute("role", role);
	element.append(...children);
	return element;
}

/** Fits a layer to a page that is shown at `scale` CSS pixels per point. */
export function scaleTextLayer(layer: HTMLElement, scale: number): void {
	layer.style.transform = `scale(${scale / enlargement})`;
}

function makeLine(line: PlacedLine, room: Box): HTMLElement {
	const block = document.createElement("div");
	block.className = "line";
	block.style.lineHeight = px(line.thickness);
	block.style.fontSize = px(line.fontSize);
	if (line.vertical) {
		block.style.writingMode = "vertical-rl";
		block.style.fontFamily = substitute;
	}
	const [only] = line.words;
	if (line.words.length === 1 && only !== undefined) {
		setText(block, only, only.text);
		moveTo(block, fillRoom(block, boxOf(line, only), room).outside);
		return block;
	}
	const [width, height] = line.vertical ? [line.thickness, line.length] : [line.length, line.thickness];
	moveTo(block, [line.left, line.top, line.left + width, line.top + height]);
	const last = line.words.length - 1;
	const rooms = wordAreas(line, room);
	for (const [index, word] of line.words.entries()) {
		const box = document.createElement("span");
		setText(box, word, index < last ? `${word.text} ` : word.text);
		place(box, line, word, rooms[index] ?? room);
		block.append(box);
	}
	return block;
}

/** Makes an element's text as long as it is in the picture. */
function setText(element: HTMLElement, { spacing, wordSpacing }: PlacedWord, text: string): void {
	element.textContent = text;
	element.style.letterSpacing = px(spacing);
	element.style.wordSpacing = px(wordSpacing);
}

/** Where a word of a line is on the page. */
function boxOf({ left, top, thickness, vertical }: PlacedLine, { start, length }: PlacedWord): Box {
	return vertical
		? [left, top + start, left + thickness, top + start + length]
		: [left + start, top, left + start + length, top + thickness];
}

/** Puts a block to its place on the page; its margin takes it back out of the flow. */
function moveTo({ style }: HTMLElement, [left, top, right, bottom]: Box): void {
	style.left = px(left);
	style.top = px(top);
	style.width = px(right - left);
	style.height = px(bottom - top);
	style.marginBottom = px(top - bottom);
}

/**
 * Pads an element that is to stand in a box, so that it fills its room: a selection that is dragged beside it
 * ends at its text. Gives what it pads by (above, right, below, left), and where its outside is.
 */
function fillRoom({ style }: HTMLElement, box: Box, room: Box): { pads: Box; outside: Box } {
	const [left, top, right, bottom] = box;
	const pads: Box = [
		Math.max(top - room[1], 0),
		Math.max(room[2] - right, 0),
		Math.max(room[3] - bottom, 0),
		Math.max(left - room[0], 0),
	];
	style.padding = pads.map(px).join(" ");
	return { pads, outside: [left - pads[3], top - pads[0], right + pads[1], bottom + pads[2]] };
}

/** Puts a word to its place in the line. Its margins take its padding and its length back out of the flow. */
function place(element: HTMLElement, line: PlacedLine, word: PlacedWord, room: Box): void {
	const { pads, outside } = fillRoom(element, boxOf(line, word), room);
	const [above, right, below, before] = pads;
	const { style } = element;
	if (line.vertical) {
		const height = outside[3] - outside[1];
		style.top = px(outside[1] - line.top);
		style.height = px(height);
		style.margin = [0, -right, -height, -before].map(px).join(" ");
	} else {
		const width = outside[2] - outside[0];
		style.left = px(outside[0] - line.left);
		style.width = px(width);
		style.margin = [-above, -width, -below, 0].map(px).join(" ");
	}
}

function px(points: number): string {
	return `${Math.round(points * enlargement * 100) / 100}px`;
}

let canvas: CanvasRenderingContext2D | null | undefined;

/** Measures text as the layer draws it. The same words come often, and are measured once. */
function measurer(family: string): Measure {
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
