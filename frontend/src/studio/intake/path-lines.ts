import { awaitNetwork, type LocalMessage } from "../../api/client";

/** One line of the server's response to a request to import paths. */
export interface PathLine extends LocalMessage {
	readonly path?: string;
	readonly name?: string;
	readonly state: "found" | "taken" | "refused" | "locked" | "failed" | "done";
	readonly documentId?: string;
	/** The number of files that were found. Only the last line has this field. */
	readonly found?: number;
	/** The number of files in folders that were skipped. Only the last line has this field. */
	readonly leftOut?: number;
}

/**
 * Reports whether a file with this state is in the library. This includes encrypted documents, whose cards ask for the
 * password.
 */
export function isImported(state: PathLine["state"]): boolean {
	return state === "taken" || state === "locked";
}

/** Calls `handleLine` with each line of a response body as it arrives. */
export async function readLines(
	body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
	handleLine: (line: string) => void,
): Promise<void> {
	const texts = body?.pipeThrough(new TextDecoderStream()).getReader();
	let remainder = "";
	for (;;) {
		const chunk = texts && (await awaitNetwork(texts.read()));
		if (chunk === undefined || chunk.done) {
			break;
		}
		const lines = (remainder + chunk.value).split("\n");
		remainder = lines.pop() ?? "";
		lines.filter((line) => line !== "").forEach(handleLine);
	}
	if (remainder !== "") {
		handleLine(remainder);
	}
}
