import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import type { TestProject } from "vitest/node";

declare module "vitest" {
	interface ProvidedContext {
		/** The servers for the tests, one for each worker. */
		servers: readonly RunningServer[];
	}
}

/** A server that is running. */
export interface RunningServer {
	/** The URL of the server, without a trailing slash. */
	readonly url: string;
	readonly apiBase: string;
	readonly key: string;
}

/** A server that was started for tests. */
export interface Server extends RunningServer {
	/** Stops the server, and deletes its data folder. */
	readonly stop: () => Promise<void>;
}

/** Starts a server for each worker before the tests run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
	const servers = await Promise.all(Array.from({ length: project.config.maxWorkers }, () => startServer()));
	project.provide(
		"servers",
		servers.map(({ url, apiBase, key }) => ({ url, apiBase, key })),
	);
	return async () => {
		await Promise.all(servers.map(({ stop }) => stop()));
	};
}

/** Starts a real server with a new data folder. LECTERN_BIN is the folder that contains the executables. */
export function startServer(...flags: readonly string[]): Promise<Server> {
	return startServerWith({}, ...flags);
}

/** Starts a real server with additional environment variables. */
export async function startServerWith(
	environment: Readonly<Record<string, string>>,
	...flags: readonly string[]
): Promise<Server> {
	const programs = resolve(process.env["LECTERN_BIN"] ?? join(import.meta.dirname, "../../../build/bin"));
	const lectern = join(programs, "lectern");
	const folder = await mkdtemp(join(tmpdir(), "lectern-e2e-"));
	const data = join(folder, "data");
	const server = spawn(lectern, ["serve", "--data", data, "--addr", "127.0.0.1:0", ...flags], {
		env: { ...process.env, ...environment },
		stdio: ["ignore", "pipe", process.env["LECTERN_E2E_LOG"] === undefined ? "ignore" : "inherit"],
	});
	const { url, apiBase } = await waitForListening(server);
	const key = execFileSync(lectern, ["key", "create", "e2e", "--data", data], { encoding: "utf8" }).trim();
	const stop = async () => {
		const exited = once(server, "exit");
		server.kill("SIGTERM");
		await exited;
		await rm(folder, { recursive: true, force: true });
	};
	return { url, apiBase, key, stop };
}

/** Returns the addresses that the server prints when it accepts connections. */
async function waitForListening(server: ChildProcess): Promise<{ url: string; apiBase: string }> {
	if (server.stdout === null) {
		throw new Error("the server has no output");
	}
	const exited = once(server, "exit").then(([code]) => {
		throw new Error(`the server ended with ${String(code)} before it listened`);
	});
	const line = once(createInterface(server.stdout), "line").then(([text]) => String(text));
	return JSON.parse(await Promise.race([line, exited])) as { url: string; apiBase: string };
}
