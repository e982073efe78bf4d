import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { createInstallations } from "#server/ports/installations/http.ts";
import { expect } from "#server/test.ts";
import { partOf, test, wordsOf } from "./test-pages.ts";

test("R13.05 the page of the installations says what is wrong here, and which other one is silent", async ({
  given,
  load,
  services,
}) => {
  const { client } = await staffMember(given, "admin");
  const read = async () => {
    const { statusCode, body } = await load("en", "/staff/installations", { client });
    return { statusCode, words: wordsOf(partOf(body, "main")) };
  };
  const alone = await read();
  expect(alone.statusCode).toBe(200);
  expect(alone.words).toMatch(/This installation.*No worker is running.*No other installation is configured/);
  const silent = createServer((request) => void request.socket.destroy());
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const name = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const key = `rv_${"0".repeat(32)}_${"A".repeat(43)}`;
  Object.assign(services, { installations: createInstallations([{ name, origin: `http://${name}`, key }]) });
  const { words } = await read();
  silent.close();
  expect(words).toContain(name);
  expect(words).toMatch(/No answer within two seconds ?It has never answered/);
  const support = await staffMember(given, "support");
  const refused = await load("en", "/staff/installations", { client: support.client });
  expect(wordsOf(partOf(refused.body, "main"))).not.toContain("This installation");
});
