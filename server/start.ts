import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyRequest } from "fastify";
import { startDemo } from "#demo/start.ts";
import { createApp, createWorkerApp, type ExtraRoutes } from "./app.ts";
import { type Config, ConfigError, readConfig } from "./config/config.ts";
import { findDataFolderProblem, forgetPort, notePort } from "./config/data-folder.ts";
import { createServices, drainMs, type Shutdown } from "./create-services.ts";
import { findCaller } from "./http/caller.ts";
import { createDrain } from "./http/health.ts";
import { createLog } from "./log.ts";
import { mountPages } from "./mount-pages.ts";
import { outboxPage } from "./ports/mail/outbox-page.ts";
import { sandboxPages } from "./ports/payments/sandbox/pages.ts";
import type { Services } from "./services.ts";

const sameSignalMs = 300;

/** Ends the start with one clear line per problem. */
function exitWith(lines: readonly string[]): never {
  for (const line of lines) process.stderr.write(`${line}\n`);
  process.exit(1);
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Shuts the process down at SIGTERM or SIGINT; a second signal, or too much time, ends it at once. */
function handleStopSignals(config: Config, log: Services["log"]): Shutdown {
  const drain = createDrain();
  const drainers: (() => Promise<void>)[] = [];
  const closers: (() => Promise<void>)[] = [];
  let stopping = false;
  const logFailure = (error: unknown) => log.error({ err: error }, "while stopping");
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    drain.begin();
    // Ctrl-C reaches this process and also its parent, which forwards it: count both as one signal
    setTimeout(() => {
      for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, () => process.exit(1));
    }, sameSignalMs);
    const abandonWork = () => {
      log.warn("shutdown took too long: unfinished work is abandoned");
      process.exit(0);
    };
    setTimeout(abandonWork, config.drainDelayMs + drainMs + 700);
    await Promise.all(drainers.map((run) => run().catch(logFailure)));
    for (const close of closers.reverse()) await close().catch(logFailure);
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  return {
    drain,
    isStopping: () => stopping,
    onDrain: (run) => void drainers.push(run),
    onClose: (run) => void closers.push(run),
  };
}

/** The pages of the built-in stand-ins, where they are used, and the product's own pages. */
function extraRoutesOf(services: Services): ExtraRoutes[] {
  const { config, db, clock } = services;
  const usesOutbox = !config.smtpUrl || (!config.sms && config.directDebit);
  return [
    async (app, lookups) => {
      const siteOf = async (request: FastifyRequest) => (await findCaller(lookups, request, clock.now())).site;
      if (usesOutbox) await app.register(outboxPage, { db, siteOf });
    },
    async (app) => {
      if (!config.mollie && !config.genesis) await app.register(sandboxPages, { services });
    },
    (app, lookups) => mountPages(app, lookups, services),
  ];
}

/** Listens for requests; returns the URL at which this machine reaches the product. Sets `config.port`. */
async function serveWeb(services: Services, shutdown: Shutdown): Promise<string> {
  const { config } = services;
  const app = await createApp(services, extraRoutesOf(services), shutdown.drain);
  shutdown.onDrain(async () => {
    // proxies need this long to see that the process is no longer ready
    await pause(config.drainDelayMs);
    // a silent connection, or a request that never ends, would delay the shutdown indefinitely
    const closeTimer = setTimeout(() => app.server.closeAllConnections(), drainMs);
    await app.close().finally(() => clearTimeout(closeTimer));
  });
  await app.listen({ host: config.host, port: config.port });
  const address = app.server.address();
  const port = typeof address === "object" && address ? address.port : config.port;
  const host = config.host === "0.0.0.0" || config.host === "::" ? "localhost" : config.host;
  // mails sent outside a request link to this port
  config.port = port;
  // in production links name the sites' own addresses
  if (config.mode !== "production") {
    notePort(config.dataDir, port);
    shutdown.onClose(async () => forgetPort(config.dataDir));
  }
  return `http://${host}:${port}`;
}

/** Serves health and metrics of a worker at `HEALTH_PORT`, until it has drained. */
async function serveHealth(services: Services, port: number, shutdown: Shutdown): Promise<void> {
  const app = await createWorkerApp(services, shutdown.drain);
  shutdown.onClose(() => app.close());
  await app.listen({ host: services.config.host, port });
}

/** `npm start` builds the pages meanwhile: it writes to standard input once they are built, or ends it. */
async function awaitPages(): Promise<void> {
  if (!process.argv.includes("--await-pages") || (await text(process.stdin)) !== "") return;
  throw new Error("The pages were not built.");
}

/** Starts the parts that the configuration names; `shutdown` ends them. */
async function startParts(config: Config, log: Services["log"], shutdown: Shutdown): Promise<void> {
  const { services, jobs } = await createServices(config, log, shutdown);
  const worker = config.services.includes("worker");
  const demo = config.demo ? await startDemo(services, { worker, say: printLine }) : undefined;
  if (demo) shutdown.onDrain(demo.stop);

  if (config.services.includes("web")) {
    await awaitPages();
    const url = await serveWeb(services, shutdown);
    printLine(`\nRendezvous is ready: ${url}\n`);
    for (const line of demo?.welcome(url) ?? []) printLine(line);
  }
  if (!worker) return;
  // not before: drawing keeps a core busy, which the start needs
  demo?.begin();
  const { healthPort } = config;
  const isAlone = !config.services.includes("web");
  if (isAlone && healthPort !== undefined) await serveHealth(services, healthPort, shutdown);
  await jobs.work(services);
  if (isAlone)
    printLine(`Rendezvous works on jobs${healthPort === undefined ? "" : `; health at port ${healthPort}`}.`);
}

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const folderProblem = config.databaseUrl && config.storage ? undefined : findDataFolderProblem(config.dataDir);
  if (folderProblem !== undefined) throw new ConfigError([folderProblem]);
  const log = createLog(config.logLevel);
  const shutdown = handleStopSignals(config, log);
  await startParts(config, log, shutdown).catch((error: unknown) => {
    // a stop signal came during the start, and has closed what the start uses
    if (!shutdown.isStopping()) throw error;
    log.debug({ err: error }, "the start was given up");
  });
}

try {
  await start();
} catch (error) {
  if (error instanceof ConfigError) exitWith(error.problems);
  if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") {
    const { port } = error as Error & { port?: number };
    exitWith([`Port ${port} is taken: stop what uses it, or choose another one: PORT=3001 npm start`]);
  }
  exitWith([error instanceof Error && error.message !== "" ? error.message : String(error)]);
}
