import { connect, createServer, type Socket } from "node:net";

/** How a neighbour behaves: as it is; late by seconds; not reachable; talking nonsense. */
export const proxyFaults = ["slow", "gone", "nonsense"] as const;
/** `killed` is for programs, not for ways to them. */
export type ProxyFault = (typeof proxyFaults)[number] | "killed";

type Target = { port: number; host?: string } | { path: string };

export type FaultyProxy = {
  port: number;
  behave(manner: ProxyFault | "well"): void;
  /** New connections lead to another neighbour; open ones stay as they are. */
  leadTo(target: Target): void;
  close(): Promise<void>;
};

const slowMs = 8_000;
const nonsense = "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 24\r\n\r\n<h1>Welcome to Wi-Fi</h1>";

/** A way to a neighbour, at a port of this machine, on which the neighbour can be made slow, gone or strange. */
export async function openFaultyProxy(first: Target): Promise<FaultyProxy> {
  let target = first;
  let manner: ProxyFault | "well" = "well";
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    // it may be cut in any way
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    return socket;
  };
  const pass = (from: Socket, to: Socket, instead: string) => {
    from.on("data", (bytes) => {
      if (manner === "nonsense") return void from.write(instead);
      if (manner === "slow") setTimeout(() => to.writable && to.write(bytes), slowMs);
      else to.write(bytes);
    });
    from.on("close", () => to.destroy());
  };
  const server = createServer((socket) => {
    keep(socket);
    if (manner === "gone") return void socket.resetAndDestroy();
    const behind = keep(connect(target));
    pass(socket, behind, nonsense);
    pass(behind, socket, "");
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    behave(next) {
      manner = next;
      if (next !== "gone") return;
      for (const socket of sockets) {
        // only TCP has a reset, a socket in the file system has no address
        if (socket.remoteAddress === undefined) socket.destroy();
        else socket.resetAndDestroy();
      }
    },
    leadTo(next) {
      target = next;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** A target for a connection to PostgreSQL, which may listen on a socket. */
export function targetOf(url: URL) {
  const socket = url.searchParams.get("host");
  return socket ? { path: `${socket}/.s.PGSQL.${url.port}` } : { port: Number(url.port) };
}

export function withPort(url: URL, port: number): string {
  const other = new URL(url);
  other.searchParams.delete("host");
  other.host = `127.0.0.1:${port}`;
  return other.href;
}
