import { wholeNumber } from "../../core/format/amount";
import type { Server } from "../server.svelte";
import { type Rights, storedProfile, viewOnly } from "./rights";
import { day, minutesUntil, type Until } from "./until";

/** The largest number that can be set as the limit of views. */
export const maxViewLimit = 1_000_000;

/** The choices for a link that is to be created. */
export class ShareDraft {
	rights: Rights = $state.raw(viewOnly);
	until: Until = $state.raw({ minutes: 7 * day });
	/** The name of the profile that defines the rights; "" to use those of `rights`. */
	profile = $state("");
	/** Whether readers must use the profile, with a notice to those whose address asks for more. */
	locked = $state(false);
	theme = $state("");
	reader = $state("");
	notify = $state(false);
	maxViews = $state("");

	/** The limit of views; 0 for none, undefined if the text is not valid. */
	get viewLimit(): number | undefined {
		const text = this.maxViews.trim();
		const views = text === "" ? 0 : wholeNumber(text);
		return views === undefined || views > maxViewLimit || (views === 0 && text !== "") ? undefined : views;
	}

	/** Returns the parameters of a request for a session. Stores the profile of the rights if there is none yet. */
	async parameters(server: Server, documentId: string, now: number) {
		const profile = this.profile === "" ? await storedProfile(server.client, this.rights) : this.profile;
		return {
			documentId,
			profile, // enforced by the server unless lockedProfile is false
			duration: minutesUntil(this.until, now) ?? 1,
			notify: this.notify,
			...(this.locked && this.profile !== "" ? { lockedProfile: true } : {}),
			...(this.theme === "" ? {} : { theme: this.theme }),
			...(this.reader.trim() === "" ? {} : { reader: this.reader.trim() }),
			...(this.viewLimit === 0 || this.viewLimit === undefined ? {} : { maxViews: this.viewLimit }),
		};
	}
}
