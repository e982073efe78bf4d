import { expect, test } from "vitest";
import { createCoturnRelay } from "#server/ports/relay/coturn.ts";
import { askTurn } from "./ask-turn.ts";
import { startTestTurn } from "./test-turn.ts";

const secret = "a secret of the relay, for tests only";
const loginBy = (by = secret) => {
  const [server] = createCoturnRelay({ urls: [], secret: by }, { uuid: () => "one" }).servers(new Date());
  if (!server) throw new Error("no server");
  return server;
};

test.each(["udp", "tcp"])("R12.02 the doctor asks a relay what a browser asks it for, over %s", async (transport) => {
  const { port, requests } = await startTestTurn({ secret });
  expect(await askTurn(`turn:127.0.0.1:${port}?transport=${transport}`, loginBy(), 2_000)).toBe("198.51.100.7");
  // binding, allocation without and with a password, and the allocation is given back
  expect(requests).toEqual([1, 3, 3, 4]);
});

test("R12.02 the doctor asks again if a datagram is lost", async () => {
  const { port, requests } = await startTestTurn({ secret, losesFirst: 1 });
  expect(await askTurn(`turn:127.0.0.1:${port}`, loginBy(), 3_000)).toBe("198.51.100.7");
  expect(requests).toEqual([1, 1, 3, 3, 4]);
});

test("R12.02 the doctor tells a relay with another secret from one that relays nothing", async () => {
  const { port } = await startTestTurn({ secret: "another secret of the relay, for tests" });
  await expect(askTurn(`turn:127.0.0.1:${port}`, loginBy(), 2_000)).rejects.toMatchObject({ kind: "refused" });
  const full = await startTestTurn({ secret, error: 486 });
  await expect(askTurn(`turn:127.0.0.1:${full.port}`, loginBy(), 2_000)).rejects.toMatchObject({
    kind: "unusable",
    message: "it answers 486",
  });
  const open = await startTestTurn({ secret, open: true });
  await expect(askTurn(`turn:127.0.0.1:${open.port}`, loginBy(), 2_000)).rejects.toMatchObject({ kind: "unusable" });
});

test("R12.02 the doctor does not wait for a relay that is away", async () => {
  const { port } = await startTestTurn({ secret, losesFirst: 100 });
  await expect(askTurn(`turn:127.0.0.1:${port}`, loginBy(), 300)).rejects.toMatchObject({ kind: "silent" });
  await expect(askTurn("turn:127.0.0.1:1?transport=tcp", loginBy(), 300)).rejects.toThrow("ECONNREFUSED");
});
