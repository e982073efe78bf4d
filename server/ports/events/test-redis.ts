import { createServer, type Socket } from "node:net";

const bulk = (text: string) => `$${Buffer.byteLength(text)}\r\n${text}\r\n`;

/** The commands in a buffer of RESP arrays, and what is left of an unfinished one. */
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

/** A stand-in for Redis that speaks its protocol over TCP, as far as publishing and subscribing need it. */
export async function startTestRedis() {
  const subscribers = new Map<string, Set<Socket>>();
  const sockets = new Set<Socket>();
  const change = (socket: Socket, verb: "subscribe" | "unsubscribe", channel: string) => {
    const own = subscribers.get(channel) ?? new Set();
    if (verb === "subscribe") own.add(socket);
    else own.delete(socket);
    subscribers.set(channel, own);
    socket.write(`*3\r\n${bulk(verb)}${bulk(channel)}:1\r\n`);
  };
  const answer = (socket: Socket, [verb = "", ...args]: string[]) => {
    const name = verb.toLowerCase();
    if (name === "subscribe" || name === "unsubscribe")
      return args.forEach((channel) => void change(socket, name, channel));
    if (name === "hello") return socket.write("-ERR unknown command 'HELLO'\r\n");
    if (name !== "publish") return socket.write(name === "info" ? bulk("redis_version:7.0.0\r\nloading:0") : "+OK\r\n");
    const [channel = "", message = ""] = args;
    const heard = subscribers.get(channel) ?? new Set();
    for (const subscriber of heard) subscriber.write(`*3\r\n${bulk("message")}${bulk(channel)}${bulk(message)}`);
    return socket.write(`:${heard.size}\r\n`);
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    let pending = "";
    socket.on("data", (data) => {
      const { commands, rest } = readCommands(pending + data.toString("latin1"));
      pending = rest;
      for (const command of commands) {
        answer(
          socket,
          command.map((part) => Buffer.from(part, "latin1").toString("utf8")),
        );
      }
    });
    socket.on("close", () => {
      sockets.delete(socket);
      for (const own of subscribers.values()) own.delete(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    subscribed: (channel: string) => (subscribers.get(channel)?.size ?? 0) > 0,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
