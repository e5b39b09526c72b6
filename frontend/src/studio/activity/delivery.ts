import type { components } from "../../api/schema.gen";

/** A webhook delivery, with all its attempts. */
export type WebhookDelivery = components["schemas"]["Delivery"];

/** The state of a delivery. */
export type DeliveryState = WebhookDelivery["state"];

/** The style of the badge for each state. */
export const tones = { pending: "busy", delivered: "good", failed: "bad", cancelled: "plain" } as const;

/** Returns the body of a delivery with indented JSON; unchanged if it is not JSON. */
export function readableBody(body: string): string {
	try {
		return JSON.stringify(JSON.parse(body), undefined, 2);
	} catch {
		return body;
	}
}
