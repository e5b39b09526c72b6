import type { components } from "../../api/schema.gen";

/** A webhook delivery, with all its attempts. */
export type WebhookDelivery = components["schemas"]["Delivery"];

/** The state of a delivery. */
export type DeliveryState = WebhookDelivery["state"];

/**
 * Returns the state of a delivery that the interface shows: `retrying` if the delivery has failed and will be tried
 * again.
 */
export function shownState({ state, attempts }: WebhookDelivery): DeliveryState | "retrying" {
	return state === "pending" && attempts.length > 0 ? "retrying" : state;
}

/** The style of the badge for each shown state. */
export const tones = {
	pending: "busy",
	retrying: "warn",
	delivered: "good",
	failed: "bad",
	cancelled: "plain",
} as const;

/** Returns the body of a delivery with indented JSON; unchanged if it is not JSON. */
export function readableBody(body: string): string {
	try {
		return JSON.stringify(JSON.parse(body), undefined, 2);
	} catch {
		return body;
	}
}
