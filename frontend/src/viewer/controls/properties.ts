import type { DocumentProperties, SessionClient } from "../../api/session";
import type { Size } from "../../core/layout/page-sizes";
import { paperName } from "../../core/format/paper-name";
import { makeDialog, openDialog } from "../widgets/dialog";
import { makeIsolated, showMessage } from "../widgets/message-text";
import { translations } from "../translations";

/** The document properties that are known without a request. */
export interface KnownProperties {
	readonly name: string;
	readonly count: number;
	/** The size of the current page, in points. */
	readonly size: Size | undefined;
	/** Sentences about missing fonts. */
	readonly fonts: readonly string[];
	/** Whether the server can be asked for more properties. */
	readonly hasMore: boolean;
}

/** Shows the document's properties, and known differences between its pages and the original. */
export async function showProperties(client: SessionClient, known: KnownProperties): Promise<void> {
	const list = document.createElement("dl");
	const dialog = makeDialog(translations.properties, list);
	list.append(...entryElements(rowsOf(known)));
	openDialog(dialog);
	if (!known.hasMore) {
		return;
	}
	// If the request fails, the dialog shows only the known properties. An expired session is detected elsewhere.
	const properties = await client.properties().catch(() => undefined);
	if (properties !== undefined) {
		list.append(...entryElements(metadataOf(properties)));
		dialog.append(...differenceElements(properties, known.fonts));
	}
}

type Row = readonly [label: string, value: string | undefined];

function rowsOf({ name, count, size }: KnownProperties): Row[] {
	return [
		[translations.propertyName, name],
		[translations.pages, String(count)],
		[translations.propertySize, size && formatSize(size)],
	];
}

function metadataOf({ type, metadata }: DocumentProperties): Row[] {
	return [
		[translations.propertyType, type.toUpperCase()],
		[translations.propertyTitle, metadata.title],
		[translations.propertyAuthor, metadata.author],
		[translations.propertySubject, metadata.subject],
		[translations.propertyKeywords, metadata.keywords],
		[translations.propertyCreated, formatMoment(metadata.created)],
		[translations.propertyModified, formatMoment(metadata.modified)],
		[translations.propertyProducer, metadata.producer],
	];
}

function entryElements(rows: readonly Row[]): HTMLElement[] {
	return rows.flatMap(([label, value]) =>
		value === undefined || value === "" ? [] : [textElement("dt", label), valueElement(value)],
	);
}

function differenceElements({ differences }: DocumentProperties, fonts: readonly string[]): HTMLElement[] {
	if (differences.length + fonts.length === 0) {
		return [];
	}
	const list = document.createElement("ul");
	list.append(...fonts.map((line) => textElement("li", line)));
	for (const difference of differences) {
		const item = textElement("li", "");
		showMessage(item, difference);
		list.append(item);
	}
	return [textElement("h3", translations.differences), list];
}

function textElement(tag: string, text: string): HTMLElement {
	const created = document.createElement(tag);
	created.textContent = text;
	return created;
}

function valueElement(value: string): HTMLElement {
	const element = document.createElement("dd");
	element.append(makeIsolated(value));
	return element;
}

/** Formats a size in the unit of the reader's country, with the name of the paper if it has one. */
function formatSize({ width, height }: Size): string {
	const usesInches = /-(?:US|CA|MX)$/.test(navigator.language);
	const [factor, digits, unit] = usesInches ? [1 / 72, 1, "in"] : [25.4 / 72, 0, "mm"];
	const [formattedWidth, formattedHeight] = [width, height].map((length) =>
		(length * factor).toLocaleString(undefined, { maximumFractionDigits: digits, numberingSystem: "latn" }),
	);
	const dimensions = `${formattedWidth} × ${formattedHeight} ${unit}`;
	const name = paperName({ width, height });
	return name === undefined ? dimensions : `${name} (${dimensions})`;
}

function formatMoment(iso: string | undefined): string | undefined {
	const moment = new Date(iso ?? "");
	return Number.isNaN(moment.getTime())
		? undefined
		: moment.toLocaleString(document.documentElement.lang, {
				dateStyle: "long",
				timeStyle: "short",
				numberingSystem: "latn", // as for all other numbers in the viewer
			});
}
