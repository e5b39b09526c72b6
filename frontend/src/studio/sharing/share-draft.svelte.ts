import { wholeNumber } from "../../core/format/amount";
import type { Server } from "../server.svelte";
import { type Rights, storedProfile, viewOnly } from "./rights";
import { day, minutesUntilExpiry, type Expiry, year } from "./expiry";

/** The largest possible limit of views. */
export const maxViewLimit = 1_000_000;

/** The choices in the dialog for a new link. */
export class ShareDraft {
	/** Whether the link is sent to readers, or is part of the code of a page. */
	mode: "link" | "embed" = $state("link");
	rights: Rights = $state.raw(viewOnly);
	#chosenExpiry: Expiry | undefined = $state.raw();
	/** The name of the profile that defines the rights; "" to use `rights`. */
	profile = $state("");
	/**
	 * Whether the profile is locked: the viewer's address cannot change any of its restrictions, and a reader whose
	 * address asks for more gets a notice.
	 */
	locked = $state(false);
	theme = $state("");
	reader = $state("");
	notify = $state(false);
	maxViews = $state("");

	/** When the link ends. By default, the code of a page works as long as possible, because nobody renews it. */
	get expiry(): Expiry {
		return this.#chosenExpiry ?? { minutes: this.mode === "embed" ? year : 7 * day };
	}

	set expiry(expiry: Expiry) {
		this.#chosenExpiry = expiry;
	}

	/** The limit of views as a number; 0 for no limit, undefined if the entered text is not valid. */
	get viewLimit(): number | undefined {
		const text = this.maxViews.trim();
		const views = text === "" ? 0 : wholeNumber(text);
		return views === undefined || views > maxViewLimit || (views === 0 && text !== "") ? undefined : views;
	}

	/**
	 * Returns the parameters of the request that creates the link's session. First, a profile with the chosen rights is
	 * stored, unless the server already has such a profile.
	 */
	async parameters(server: Server, documentId: string, now: number) {
		const profile = this.profile === "" ? await storedProfile(server.client, this.rights) : this.profile;
		return {
			documentId,
			profile, // the server enforces its permissions unless lockedProfile is false
			duration: minutesUntilExpiry(this.expiry, now) ?? 1,
			notify: this.notify,
			...(this.locked && this.profile !== "" ? { lockedProfile: true } : {}),
			...(this.theme === "" ? {} : { theme: this.theme }),
			...(this.reader.trim() === "" ? {} : { reader: this.reader.trim() }),
			...(this.viewLimit === 0 || this.viewLimit === undefined ? {} : { maxViews: this.viewLimit }),
		};
	}
}
