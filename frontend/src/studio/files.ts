import type { Bridge } from "./bridge";
import { bytesOfBase64 } from "./save-file";

/** What the browser asks for. */
interface Choice {
	/** Extensions and types of content, as the attribute has them; anything without it. */
	readonly accept?: string;
	readonly multiple?: boolean;
	/** Asks for a folder, and gives all files in it. */
	readonly webkitdirectory?: boolean;
}

/** The fields that wait for an answer: a browser may forget one that nothing holds, and the answer with it. */
const asking = new Set<HTMLInputElement>();

/** Has the browser ask for files; none where the person changes their mind. */
export function chooseFiles(choice: Choice): Promise<File[]> {
	const input = Object.assign(document.createElement("input"), { type: "file", ...choice });
	asking.add(input);
	return new Promise((resolve) => {
		const answer = () => {
			asking.delete(input);
			resolve([...(input.files ?? [])]);
		};
		input.addEventListener("change", answer);
		input.addEventListener("cancel", answer);
		input.click();
	});
}

/** Extensions, without the dot, as the attribute `accept` has them. */
export function acceptedOf(extensions: readonly string[]): string {
	return extensions.map((extension) => `.${extension}`).join(",");
}

/** Whether a name or a path ends with one of the extensions, which are in small letters and without the dot. */
export function hasExtension(name: string, extensions: readonly string[]): boolean {
	return extensions.includes(name.slice(name.lastIndexOf(".") + 1).toLowerCase());
}

/** The name of what is at a path, of any platform. */
export function nameOf(path: string): string {
	return path.split(/[/\\]/).findLast((part) => part !== "") ?? path;
}

/** The file at a path that was dropped onto the desktop window, of which the page is told no more than that. */
export async function droppedFile(
	bridge: Pick<Bridge, "Dropped">,
	kind: Parameters<Bridge["Dropped"]>[0],
	path: string,
): Promise<File> {
	return new File([bytesOfBase64(await bridge.Dropped(kind, path))], nameOf(path));
}
