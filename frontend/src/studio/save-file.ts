import { reached } from "../api/client";
import type { Bridge } from "./bridge";

declare global {
	interface Window {
		/** Asks where to save a file; a DOMException AbortError where the person changes their mind. Not every browser has it, and none over plain HTTP from another machine. */
		readonly showSaveFilePicker?: (options: {
			readonly suggestedName: string;
		}) => Promise<FileSystemFileHandle>;
	}
}

/** Whether the browser can save what it is still being sent. */
export function savesStreams(): boolean {
	return window.showSaveFilePicker !== undefined;
}

/**
 * Has the browser save an answer where its person chooses; piece by piece where it can, so that no size is too much.
 * Answers the name of the file; undefined where the browser tells of it by itself.
 */
export async function saveAnswer(ask: () => Promise<Response>, name: string): Promise<string | undefined> {
	const file = await window.showSaveFilePicker?.({ suggestedName: name });
	const answer = await ask();
	if (file === undefined || answer.body === null) {
		saveBlob(await reached(answer.blob()), name);
		return undefined;
	}
	const written = await file.createWritable();
	await reached(answer.body.pipeTo(written)); // what fails leaves no part of it
	return file.name;
}

/** Has the browser save bytes under a name. */
export function saveBlob(bytes: Blob, name: string): void {
	const link = document.createElement("a");
	link.href = URL.createObjectURL(bytes);
	link.download = name;
	link.click();
	window.setTimeout(() => {
		URL.revokeObjectURL(link.href); // by then the browser has taken them
	}, 60_000);
}

/** Saves bytes where the person chooses: the desktop window has no downloads, and asks by its own means. Answers whether it was done. */
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

/** Bytes in Base64. */
async function base64Of(bytes: Blob): Promise<string> {
	const address = await dataURLOf(bytes);
	return address.slice(address.indexOf(",") + 1);
}

/** Bytes as an address that holds them. */
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

/** The bytes that Base64 stands for. */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
	return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
}
