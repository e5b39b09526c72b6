import type { LibraryDocument } from "../../api/library";
import type { Route } from "../../core/navigation/route";
import type { PhraseName } from "../words.svelte";

/** The advice about a failure. */
export interface Advice {
	/** The text of the advice, in a sentence or two. */
	readonly words: PhraseName;
	/** Whether retrying makes sense without other changes. */
	readonly retry?: true;
	/** Whether a password is needed. */
	readonly password?: true;
	/** The page on which the cause can be fixed, and the label of the link to it. */
	readonly place?: { readonly route: Route; readonly label: PhraseName };
}

type Reason = NonNullable<LibraryDocument["reason"]>;

const limits = { route: { page: "settings", part: "limits" }, label: "activity.toLimits" } as const;
const network = { route: { page: "settings", part: "network" }, label: "activity.toNetwork" } as const;
const storage = { route: { page: "settings", part: "storage" }, label: "activity.toStorage" } as const;
const check = { route: { page: "settings", part: "check" }, label: "activity.toCheck" } as const;

/** The advice for each reason for which documents fail. */
const reasons: Readonly<Record<Reason, Advice>> = {
	"password-protected": { words: "activity.doPassword", password: true },
	"wrong-password": { words: "activity.doPassword", password: true },
	"unsupported-encryption": { words: "activity.doEncryption" },
	damaged: { words: "activity.doDamaged" },
	unsupported: { words: "activity.doUnsupported" },
	empty: { words: "activity.doEmpty" },
	"hidden-sheets": { words: "activity.doHidden" },
	"hidden-slides": { words: "activity.doHidden" },
	"too-large": { words: "activity.doLarge", place: limits, retry: true },
	"too-many-pages": { words: "activity.doPages", place: limits },
	"nested-too-deeply": { words: "activity.doNesting" },
	timeout: { words: "activity.doTimeout", place: limits, retry: true },
	"too-much-memory": { words: "activity.doMemory", place: limits, retry: true },
	"converter-crashed": { words: "activity.doCrashed", retry: true },
	"machine-limit": { words: "activity.doMachine", place: check, retry: true },
	"no-engine": { words: "activity.doEngine", place: check, retry: true },
	"no-space": { words: "activity.doSpace", place: storage, retry: true },
	"server-fault": { words: "activity.doFault", place: check, retry: true },
	"invalid-address": { words: "activity.doAddress" },
	"forbidden-address": { words: "activity.doForbidden", place: network, retry: true },
	"unknown-host": { words: "activity.doHost", retry: true },
	unreachable: { words: "activity.doUnreachable", retry: true },
	"invalid-certificate": { words: "activity.doCertificate", retry: true },
	"error-status": { words: "activity.doStatus", retry: true },
	"too-many-redirects": { words: "activity.doRedirects", retry: true },
	"download-timeout": { words: "activity.doDownload", retry: true },
	"unknown-encoding": { words: "activity.doDownload", retry: true },
	"broken-download": { words: "activity.doDownload", retry: true },
};

/** Returns the advice about a failed document. */
export function adviceFor(reason: Reason | undefined): Advice {
	return reason === undefined ? { words: "activity.doFault", retry: true } : reasons[reason];
}

/**
 * Returns the advice about a receiver that did not accept a webhook delivery. `status` is that of its last response;
 * undefined if there was none.
 */
export function adviceForReceiver(status: number | undefined): Advice {
	if (status === undefined || status < 300) {
		return { words: "activity.hookUnreached", place: network };
	}
	if (status < 400) {
		return { words: "activity.hookRedirect" };
	}
	const known: Readonly<Record<number, PhraseName>> = {
		401: "activity.hookRefused",
		403: "activity.hookRefused",
		404: "activity.hookMissing",
		410: "activity.hookGone",
		413: "activity.hookLarge",
		429: "activity.hookBusy",
	};
	return { words: known[status] ?? (status < 500 ? "activity.hookRejected" : "activity.hookBroken") };
}
