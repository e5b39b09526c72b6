/** One server-sent event, as the HTML standard defines them. */
export interface StreamEvent {
	/** Its name; "message" where it has none. */
	readonly name: string;
	readonly data: string;
}

/** Reads server-sent events out of a text that comes in pieces. Comments and ids are passed over. */
export class EventStreamReader {
	#rest = "";
	#name = "";
	#data: string[] = [];

	/** The events that a further piece completes. */
	read(piece: string): StreamEvent[] {
		const lines = (this.#rest + piece).split(/\r\n|\n|\r(?!$)/);
		this.#rest = lines.pop() ?? "";
		const events: StreamEvent[] = [];
		for (const line of lines) {
			const event = this.#take(line);
			if (event !== undefined) {
				events.push(event);
			}
		}
		return events;
	}

	#take(line: string): StreamEvent | undefined {
		if (line === "") {
			return this.#end();
		}
		const colon = line.indexOf(":");
		const field = colon < 0 ? line : line.slice(0, colon);
		const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
		if (field === "data") {
			this.#data.push(value);
		} else if (field === "event") {
			this.#name = value;
		}
		return undefined;
	}

	#end(): StreamEvent | undefined {
		const [name, data] = [this.#name === "" ? "message" : this.#name, this.#data];
		this.#name = "";
		this.#data = [];
		return data.length === 0 ? undefined : { name, data: data.join("\n") };
	}
}
