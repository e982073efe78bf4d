import { createServer, type Socket } from "node:net";

const bulk = (text: string) => `$${Buffer.byteLength(text)}\r\n${text}\r\n`;

/** The commands in a buffer of RESP arrays, and the rest, an unfinished one. */
function readCommands(text: string): { commands: string[][]; rest: string } {
  const commands: string[][] = [];
  let rest = text;
  for (;;) {
    const head = /^\*(\d+)\r\n/.exec(rest);
    if (!head) return { commands, rest };
    let at = head[0].length;
    const command: string[] = [];
    for (let count = Number(head[1]); count > 0; count -= 1) {
      const length = /^\$(\d+)\r\n/.exec(rest.slice(at));
      if (!length) return { commands, rest };
      at += length[0].length;
      const end = at + Number(length[1]);
      if (rest.length < end + 2) return { commands, rest };
      command.push(rest.slice(at, end));
      at = end + 2;
    }
    commands.push(command);
    rest = rest.slice(at);
  }
}

type Reply = string | number | null | Reply[];

function write(reply: Reply): string {
  if (typeof reply === "number") return `:${reply}\r\n`;
  if (Array.isArray(reply)) return `*${reply.length}\r\n${reply.map(write).join("")}`;
  return reply === null ? "$-1\r\n" : bulk(reply);
}

/** The keys with counters: as much of Redis as the rate limits need, with their script in TypeScript. */
function countingKeys() {
  const counts = new Map<string, { count: number; until: number }>();
  const find = (key: string) => {
    const window = counts.get(key);
    return window && window.until > Date.now() ? window : undefined;
  };
  return (name: string, args: string[]): Reply | undefined => {
    const [key = "", , counted = ""] = args;
    if (name === "get") return find(key)?.count.toString() ?? null;
    if (name === "pttl") return (find(key)?.until ?? Date.now() - 2) - Date.now();
    if (name === "del") return Number(counts.delete(key));
    // the limits have only one script
    if (name !== "eval" && name !== "evalsha") return undefined;
    const [, , , change, seconds, points] = args;
    const limit = Number(points);
    const until = Date.now() + Number(seconds) * 1000;
    const before = find(counted);
    const count = (before?.count ?? 0) + Number(change);
    if (Number(change) < 0) {
      if (before && count > 0) counts.set(counted, { ...before, count });
      else counts.delete(counted);
      return [Math.max(0, count), 0];
    }
    if (before && count > limit) return [limit + 1, before.until - Date.now()];
    const blocks = count === limit && counted.startsWith("limit:block:");
    const next = { count, until: before && !blocks ? before.until : until };
    counts.set(counted, next);
    return [count, next.until - Date.now()];
  };
}

/** Redis's protocol over TCP, as far as events and limits need it. While silent, it accepts and answers nothing. */
export async function startTestRedis(wanted = 0) {
  const subscribers = new Map<string, Set<Socket>>();
  const sockets = new Set<Socket>();
  const queued = new Map<Socket, string[][]>();
  const count = countingKeys();
  let silent = false;
  const waiting: (() => void)[] = [];
  const change = (socket: Socket, verb: "subscribe" | "unsubscribe", channel: string) => {
    const own = subscribers.get(channel) ?? new Set();
    if (verb === "subscribe") own.add(socket);
    else own.delete(socket);
    subscribers.set(channel, own);
    socket.write(`*3\r\n${bulk(verb)}${bulk(channel)}:1\r\n`);
  };
  const transaction = (socket: Socket, name: string, command: string[]): boolean => {
    const own = queued.get(socket);
    if (name === "multi") queued.set(socket, []);
    else if (!own) return false;
    else if (name === "exec") {
      queued.delete(socket);
      socket.write(write(own.map(([verb = "", ...args]) => count(verb.toLowerCase(), args) ?? null)));
      return true;
    } else own.push(command);
    socket.write(name === "multi" ? "+OK\r\n" : "+QUEUED\r\n");
    return true;
  };
  const answer = (socket: Socket, command: string[]) => {
    const [verb = "", ...args] = command;
    const name = verb.toLowerCase();
    if (transaction(socket, name, command)) return;
    if (name === "subscribe" || name === "unsubscribe")
      return args.forEach((channel) => void change(socket, name, channel));
    if (name === "hello") return socket.write("-ERR unknown command 'HELLO'\r\n");
    const counted = count(name, args);
    if (counted !== undefined) return socket.write(write(counted));
    if (name !== "publish") return socket.write(name === "info" ? bulk("redis_version:7.0.0\r\nloading:0") : "+OK\r\n");
    const [channel = "", message = ""] = args;
    const heard = subscribers.get(channel) ?? new Set();
    for (const subscriber of heard) subscriber.write(`*3\r\n${bulk("message")}${bulk(channel)}${bulk(message)}`);
    return socket.write(`:${heard.size}\r\n`);
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    let pending = "";
    const take = (data: Buffer) => {
      const { commands, rest } = readCommands(pending + data.toString("latin1"));
      pending = rest;
      for (const command of commands) {
        answer(
          socket,
          command.map((part) => Buffer.from(part, "latin1").toString("utf8")),
        );
      }
    };
    socket.on("data", (data: Buffer) => {
      if (silent) waiting.push(() => take(data));
      else take(data);
    });
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      sockets.delete(socket);
      queued.delete(socket);
      for (const own of subscribers.values()) own.delete(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(wanted, "127.0.0.1", resolve));
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    subscribed: (channel: string) => (subscribers.get(channel)?.size ?? 0) > 0,
    silence: async (on: boolean) => {
      silent = on;
      if (!on) for (const late of waiting.splice(0)) late();
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
