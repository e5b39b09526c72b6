import { awaitNetwork } from "../api/client";
import type { Bridge } from "./bridge";

declare global {
	interface Window {
		/**
		 * Asks where to save a file; rejects with a DOMException AbortError if cancelled. Some browsers do not have
		 * this function, and no browser has it on pages that come from another machine by plain HTTP.
		 */
		readonly showSaveFilePicker?: (options: {
			readonly suggestedName: string;
		}) => Promise<FileSystemFileHandle>;
	}
}

/** Reports whether the browser can save a download as a stream, without keeping all of it in memory. */
export function savesStreams(): boolean {
	return window.showSaveFilePicker !== undefined;
}

/**
 * Saves the body of a response. If the browser can save streams, the user chooses the file, and the size is not limited
 * by the memory. Otherwise, the body becomes a download. Resolves to the name of the chosen file; undefined for a
 * download, which the browser itself reports.
 */
export async function saveResponse(
	request: () => Promise<Response>,
	name: string,
): Promise<string | undefined> {
	const file = await window.showSaveFilePicker?.({ suggestedName: name });
	const response = await request();
	if (file === undefined || response.body === null) {
		saveBlob(await awaitNetwork(response.blob()), name);
		return undefined;
	}
	const writable = await file.createWritable();
	await awaitNetwork(response.body.pipeTo(writable)); // if it fails, no partial file remains
	return file.name;
}

/** Saves bytes as a download of the browser. */
export function saveBlob(bytes: Blob, name: string): void {
	const link = document.createElement("a");
	link.href = URL.createObjectURL(bytes);
	link.download = name;
	link.click();
	window.setTimeout(() => {
		URL.revokeObjectURL(link.href); // the browser has read the bytes by then
	}, 60_000);
}

/**
 * Saves bytes: in a browser as a download, in the desktop program to a file that the user chooses. Resolves to false if
 * the user cancels.
 */
export async function saveBytes(bridge: Bridge | undefined, bytes: Blob, name: string): Promise<boolean> {
	if (bridge === undefined) {
		saveBlob(bytes, name);
		return true;
	}
	const path = await bridge.ChooseSave(name);
	if (path !== "") {
		await bridge.Save(await base64Of(bytes), "bytes", path);
	}
	return path !== "";
}

/** Encodes bytes in Base64. */
async function base64Of(bytes: Blob): Promise<string> {
	const address = await dataURLOf(bytes);
	return address.slice(address.indexOf(",") + 1);
}

/** Encodes bytes as a data URL. */
export function dataURLOf(bytes: Blob): Promise<string> {
	return new Promise((resolve, reject) => {
		const reader = new FileReader();
		reader.addEventListener("load", () => {
			resolve(reader.result as string);
		});
		reader.addEventListener("error", () => {
			reject(new Error(String(reader.error)));
		});
		reader.readAsDataURL(bytes);
	});
}

/** Decodes Base64. */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
	return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
}
