import type { DocumentProperties, SessionClient } from "../../api/session";
import type { Size } from "../../core/layout/page-sizes";
import { makeDialog } from "../widgets/dialog";
import { showMessage } from "../widgets/message-text";
import { words } from "../words";

/** The document properties that are known without a request. */
export interface Known {
	readonly name: string;
	readonly count: number;
	/** The size of the current page, in points. */
	readonly size: Size | undefined;
	/** Sentences about missing fonts. */
	readonly fonts: readonly string[];
	/** Whether the server can be asked for more properties. */
	readonly told: boolean;
}

/** Shows the document's properties, and known differences between its pages and the original. */
export async function showProperties(client: SessionClient, known: Known): Promise<void> {
	const list = document.createElement("dl");
	const dialog = makeDialog(words.properties, list);
	list.append(...entries(rowsOf(known)));
	dialog.showModal();
	if (!known.told) {
		return;
	}
	// If the request fails, the known properties are shown. An expired session is detected elsewhere.
	const properties = await client.properties().catch(() => undefined);
	if (properties !== undefined) {
		list.append(...entries(metadataOf(properties)));
		dialog.append(...fidelityOf(properties, known.fonts));
	}
}

type Row = readonly [label: string, value: string | undefined];

function rowsOf({ name, count, size }: Known): Row[] {
	return [
		[words.propertyName, name],
		[words.pages, String(count)],
		[words.propertySize, size && measureOf(size)],
	];
}

function metadataOf({ type, metadata }: DocumentProperties): Row[] {
	return [
		[words.propertyType, type.toUpperCase()],
		[words.propertyTitle, metadata.title],
		[words.propertyAuthor, metadata.author],
		[words.propertySubject, metadata.subject],
		[words.propertyKeywords, metadata.keywords],
		[words.propertyCreated, momentOf(metadata.created)],
		[words.propertyModified, momentOf(metadata.modified)],
		[words.propertyProducer, metadata.producer],
	];
}

function entries(rows: readonly Row[]): HTMLElement[] {
	return rows.flatMap(([label, value]) =>
		value === undefined || value === "" ? [] : [element("dt", label), element("dd", value)],
	);
}

function fidelityOf({ differences }: DocumentProperties, fonts: readonly string[]): HTMLElement[] {
	const title = element("h3", words.fidelity);
	if (differences.length + fonts.length === 0) {
		return [title, element("p", words.fidelityFull)];
	}
	const list = document.createElement("ul");
	list.append(...fonts.map((line) => element("li", line)));
	for (const told of differences) {
		const item = element("li", "");
		showMessage(item, told);
		list.append(item);
	}
	return [title, list];
}

function element(tag: string, text: string): HTMLElement {
	const made = document.createElement(tag);
	made.textContent = text;
	made.dir = "auto";
	return made;
}

/** Formats a size in the unit of the reader's country. */
function measureOf({ width, height }: Size): string {
	const inches = /-(?:US|CA|MX)$/.test(navigator.language);
	const [factor, digits, unit] = inches ? [1 / 72, 1, "in"] : [25.4 / 72, 0, "mm"];
	const [across, down] = [width, height].map((side) =>
		(side * factor).toLocaleString(undefined, { maximumFractionDigits: digits }),
	);
	return `${across} × ${down} ${unit}`;
}

function momentOf(iso: string | undefined): string | undefined {
	const moment = new Date(iso ?? "");
	return Number.isNaN(moment.getTime())
		? undefined
		: moment.toLocaleString(document.documentElement.lang, { dateStyle: "long", timeStyle: "short" });
}
