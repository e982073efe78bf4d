import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** The commands of WebDriver that the journeys use: how each is called over HTTP. Firefox knows them by their names. */
const commands = {
  NewSession: ["POST", "/session"],
  Navigate: ["POST", "/session/:session/url"],
  GetCurrentURL: ["GET", "/session/:session/url"],
  Refresh: ["POST", "/session/:session/refresh"],
  SetWindowRect: ["POST", "/session/:session/window/rect"],
  ExecuteScript: ["POST", "/session/:session/execute/sync"],
  ElementClick: ["POST", "/session/:session/element/:id/click"],
  ElementSendKeys: ["POST", "/session/:session/element/:id/value"],
  TakeScreenshot: ["GET", "/session/:session/screenshot"],
  DeleteSession: ["DELETE", "/session/:session"],
} as const satisfies Record<string, readonly [method: string, path: string]>;

type Input = Record<string, unknown>;
export type Send = (command: keyof typeof commands, input?: Input) => Promise<unknown>;
/** A browser with a session of its own. */
export type Driver = { name: string; send: Send; end(): Promise<void> };

const secondsToStart = 30;

/** Tries again until it succeeds, while a program starts. */
async function whenReady<T>(attempt: () => Promise<T>, what: string): Promise<T> {
  const until = Date.now() + secondsToStart * 1000;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > until) throw new Error(`${what} does not answer`, { cause: error });
      await wait(200);
    }
  }
}

async function stop(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  const ended = once(program, "exit");
  program.kill("SIGTERM");
  await ended;
}

/** WebKit: Debian's WebKitWebDriver speaks WebDriver over HTTP, and starts WebKitGTK's small browser. */
export async function startWebKit(paths: { driver: string; browser: string }, display: string): Promise<Driver> {
  const port = 20_000 + (process.pid % 10_000);
  const env = {
    ...process.env,
    DISPLAY: display,
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
    LIBGL_ALWAYS_SOFTWARE: "1",
  };
  const driver = spawn(paths.driver, [`--port=${port}`], { env, stdio: "ignore" });
  const call = async (method: string, path: string, body?: Input): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(method === "POST" && { body: JSON.stringify(body ?? {}) }),
    });
    const { value } = (await answer.json()) as { value: { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${path}: ${value.error} ${value.message}`);
    return value;
  };
  const options = { binary: paths.browser, args: ["--automation"] };
  const capabilities = { alwaysMatch: { "webkitgtk:browserOptions": options } };
  const { sessionId } = (await whenReady(() => call(...commands.NewSession, { capabilities }), "WebKitWebDriver")) as {
    sessionId: string;
  };
  const send: Send = async (command, { id, ...input } = {}) => {
    const [method, path] = commands[command];
    return await call(method, path.replace(":session", sessionId).replace(":id", String(id)), input);
  };
  const end = async () => {
    await send("DeleteSession").catch(() => undefined);
    await stop(driver);
  };
  return { name: "webkit", send, end };
}

/** Reads the packets of Firefox's Marionette, `length:json`, and passes each answer to the command it is for. */
function readPackets(socket: Socket, onPacket: (packet: unknown) => void): void {
  let received = Buffer.alloc(0);
  socket.on("data", (chunk) => {
    received = Buffer.concat([received, chunk]);
    for (;;) {
      const colon = received.indexOf(":");
      const length = colon < 0 ? Number.NaN : Number(received.subarray(0, colon).toString());
      if (Number.isNaN(length) || received.length < colon + 1 + length) return;
      onPacket(JSON.parse(received.subarray(colon + 1, colon + 1 + length).toString()));
      received = received.subarray(colon + 1 + length);
    }
  });
}

type Answer = [type: 1, id: number, error: { error: string; message: string } | null, result: unknown];

/**
 * Firefox: it speaks the same commands over a socket of its own, Marionette. The usual proxy for that, geckodriver, is
 * not packaged in Debian, and npm's package downloads it from elsewhere (0018).
 */
export async function startFirefox(path: string): Promise<Driver> {
  const profile = mkdtempSync(join(tmpdir(), "firefox-"));
  const settings = { "marionette.port": 0, "browser.shell.checkDefaultBrowser": false, "app.update.enabled": false };
  const lines = Object.entries(settings).map(([key, value]) => `user_pref("${key}", ${JSON.stringify(value)});`);
  writeFileSync(join(profile, "user.js"), lines.join("\n"));
  const args = ["--marionette", "--remote-allow-system-access", "--headless", "--no-remote", "--profile", profile];
  const firefox = spawn(path, [...args, "about:blank"], {
    env: { ...process.env, HOME: profile, MOZ_HEADLESS_WIDTH: "1280", MOZ_HEADLESS_HEIGHT: "1000" },
    stdio: "ignore",
  });
  const socket = await whenReady(async () => {
    const port = Number(readFileSync(join(profile, "MarionetteActivePort"), "utf8"));
    const connection = connect(port, "127.0.0.1");
    await once(connection, "connect");
    return connection;
  }, "Firefox");
  let sent = 0;
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  readPackets(socket, (packet) => {
    // the first packet is Firefox's greeting
    if (!Array.isArray(packet)) return;
    const [, id, error, result] = packet as Answer;
    const { resolve, reject } = waiting.get(id) ?? {};
    waiting.delete(id);
    if (error) reject?.(new Error(`${error.error}: ${error.message}`));
    else resolve?.(result);
  });
  const ask = async (command: string, input: Input = {}): Promise<unknown> => {
    sent += 1;
    const id = sent;
    const answer = new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
    const packet = JSON.stringify([0, id, command, input]);
    socket.write(`${Buffer.byteLength(packet)}:${packet}`);
    return await answer;
  };
  await ask("WebDriver:NewSession", {});
  const send: Send = async (command, input) => {
    // a desktop Firefox's window can't be as narrow as a phone, but its page can
    if (command === "SetWindowRect") return await narrow(ask, input);
    const result = await ask(`WebDriver:${command}`, command === "TakeScreenshot" ? { full: false } : input);
    return typeof result === "object" && result !== null && "value" in result ? result.value : result;
  };
  const end = async () => {
    await ask("Marionette:Quit", { flags: ["eForceQuit"] }).catch(() => undefined);
    socket.destroy();
    await stop(firefox);
    rmSync(profile, { recursive: true, force: true });
  };
  return { name: "firefox", send, end };
}

async function narrow(ask: (command: string, input: Input) => Promise<unknown>, size: Input = {}): Promise<void> {
  const script = `const { style } = gBrowser.selectedBrowser;
    for (const side of ["width", "height"])
      for (const name of [side, "min-" + side, "max-" + side]) style.setProperty(name, arguments[0][side] + "px", "important");`;
  await ask("Marionette:SetContext", { value: "chrome" });
  await ask("WebDriver:ExecuteScript", { script, args: [size] });
  await ask("Marionette:SetContext", { value: "content" });
}
