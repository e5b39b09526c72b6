import { awaitNetwork } from "../api/client";
import type { Bridge } from "./bridge";

declare global {
	interface Window {
		/**
		 * Asks where to save a file; rejects with a DOMException AbortError if cancelled. Some browsers do not support
		 * it, and none does on pages from plain HTTP on another machine.
		 */
		readonly showSaveFilePicker?: (options: {
			readonly suggestedName: string;
		}) => Promise<FileSystemFileHandle>;
	}
}

/** Reports whether the browser can save a file while it is being received. */
export function savesStreams(): boolean {
	return window.showSaveFilePicker !== undefined;
}

/**
 * Saves the body of a response to a file that the user chooses. If possible, it is saved as a stream, so that the size
 * is not limited. Resolves to the name of the file; undefined if the browser itself reports the download.
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

/** Saves bytes as a download. */
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
 * Saves bytes to a file that the user chooses, in the desktop window with the program's own dialog. Resolves to
 * whether they were saved.
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
