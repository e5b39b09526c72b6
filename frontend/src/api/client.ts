import createClient, { type Client } from "openapi-fetch";
import type { paths } from "./schema.gen";

/** The whole interface, typed by its description. */
export type InterfaceClient = Client<paths>;

/** The path that every operation of the description begins with. */
const base = "/api/v0";

/** A client of the interface at `apiBase`, which ends with its version and without a slash. */
export function createInterfaceClient(apiBase: string, key: string): InterfaceClient {
	const baseUrl = apiBase.endsWith(base) ? apiBase.slice(0, -base.length) : apiBase;
	return createClient<paths>({ baseUrl, headers: { Authorization: key } });
}
