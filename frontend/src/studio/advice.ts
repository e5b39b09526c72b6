import type { LibraryDocument } from "../api/library";
import type { Route } from "../core/navigation/route";
import type { PhraseName } from "./i18n.svelte";

/** Advice for the user about a failure. */
export interface Advice {
	/** The text of the advice: one or two sentences. */
	readonly phrase: PhraseName;
	/** Whether retrying makes sense without other changes. */
	readonly retry?: true;
	/** The page on which the user can fix the cause, and the label of the link to it. */
	readonly link?: { readonly route: Route; readonly label: PhraseName };
}

type Reason = NonNullable<LibraryDocument["reason"]>;

const limits = { route: { page: "settings", part: "limits" }, label: "activity.toLimits" } as const;
const network = { route: { page: "settings", part: "network" }, label: "activity.toNetwork" } as const;
const storage = { route: { page: "settings", part: "storage" }, label: "activity.toStorage" } as const;
const check = { route: { page: "settings", part: "check" }, label: "activity.toCheck" } as const;

/** The advice for each reason why a document can fail. */
const reasons: Readonly<Record<Reason, Advice>> = {
	"password-protected": { phrase: "activity.doPassword" },
	"wrong-password": { phrase: "activity.doPassword" },
	"unsupported-encryption": { phrase: "activity.doEncryption" },
	damaged: { phrase: "activity.doDamaged" },
	unsupported: { phrase: "activity.doUnsupported" },
	empty: { phrase: "activity.doEmpty" },
	"hidden-sheets": { phrase: "activity.doHidden" },
	"hidden-slides": { phrase: "activity.doHidden" },
	"too-large": { phrase: "activity.doLarge", link: limits, retry: true },
	"too-many-pages": { phrase: "activity.doPages", link: limits },
	"nested-too-deeply": { phrase: "activity.doNesting" },
	timeout: { phrase: "activity.doTimeout", link: limits, retry: true },
	"too-much-memory": { phrase: "activity.doMemory", link: limits, retry: true },
	"converter-crashed": { phrase: "activity.doCrashed", retry: true },
	"machine-limit": { phrase: "activity.doMachine", link: check, retry: true },
	"no-engine": { phrase: "activity.doEngine", link: check, retry: true },
	"no-space": { phrase: "activity.doSpace", link: storage, retry: true },
	"server-fault": { phrase: "activity.doFault", link: check, retry: true },
	"invalid-address": { phrase: "activity.doAddress" },
	"forbidden-address": { phrase: "activity.doForbidden", link: network, retry: true },
	"unknown-host": { phrase: "activity.doHost", retry: true },
	unreachable: { phrase: "activity.doUnreachable", retry: true },
	"invalid-certificate": { phrase: "activity.doCertificate", retry: true },
	"error-status": { phrase: "activity.doStatus", retry: true },
	"too-many-redirects": { phrase: "activity.doRedirects", retry: true },
	"download-timeout": { phrase: "activity.doDownload", retry: true },
	"unknown-encoding": { phrase: "activity.doDownload", retry: true },
	"broken-download": { phrase: "activity.doDownload", retry: true },
};

/** Returns the advice about a failed document. */
export function adviceFor(reason: Reason | undefined): Advice {
	return reason === undefined ? { phrase: "activity.doFault", retry: true } : reasons[reason];
}

/**
 * Returns the advice about a webhook receiver that did not accept a delivery. `status` is the HTTP status of the
 * receiver's last response; undefined if it did not respond.
 */
export function adviceForReceiver(status: number | undefined): Advice {
	if (status === undefined || status < 300) {
		return { phrase: "activity.hookUnreached", link: network };
	}
	if (status < 400) {
		return { phrase: "activity.hookRedirect" };
	}
	const known: Readonly<Record<number, PhraseName>> = {
		401: "activity.hookRefused",
		403: "activity.hookRefused",
		404: "activity.hookMissing",
		410: "activity.hookGone",
		413: "activity.hookLarge",
		429: "activity.hookBusy",
	};
	return { phrase: known[status] ?? (status < 500 ? "activity.hookRejected" : "activity.hookBroken") };
}
