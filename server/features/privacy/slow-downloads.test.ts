import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import { unzipSync } from "fflate";
import { expect, type Member, test } from "#server/test.ts";
import { prepareDownload } from "./prepare-download.ts";
import { plantMember } from "./test-plant.ts";

const mebibyte = 2 ** 20;

/** Files of a size that count what is read of them, and how many are open. */
function countedFiles(size: number) {
  const counts = { read: 0, open: 0, mostOpen: 0 };
  function* chunks() {
    for (let left = size; left > 0; left -= 65_536) {
      counts.read += 65_536;
      yield Buffer.alloc(65_536);
    }
  }
  const open = async () => {
    counts.open += 1;
    counts.mostOpen = Math.max(counts.mostOpen, counts.open);
    const stream = Readable.from(chunks(), { objectMode: false });
    stream.once("close", () => {
      counts.open -= 1;
    });
    return { bytes: size, stream };
  };
  return { counts, open };
}

test("D3.9 clients that stop reading hold small buffers, two for each member, until they are cut off", async ({
  app,
  services,
  member,
  onTestFinished,
}) => {
  const { counts, open } = countedFiles(200 * mebibyte);
  services.files.open = open;
  const accepted: Socket[] = [];
  app.server.on("connection", (socket: Socket) => accepted.push(socket));
  const address = new URL(await app.listen({ host: "127.0.0.1", port: 0 }));
  const clients: Socket[] = [];
  const leave = () => {
    for (const client of clients) client.destroy();
  };
  onTestFinished(leave);

  const addReady = async ({ id: member_id, siteId: site_id }: Member) => {
    const now = services.clock.now();
    const times = { requested_at: now, ready_at: now, expires_at: new Date(now.getTime() + 60_000) };
    const row = { id: crypto.randomUUID(), member_id, site_id, origin: "http://localhost", bytes: 1, ...times };
    await services.db.insertInto("data_downloads").values(row).execute();
    return row.id;
  };
  /** Returns the beginning of the answer, and reads no further. */
  const ask = async ({ cookie }: Member, download: string) => {
    const client = connect(Number(address.port), address.hostname);
    clients.push(client);
    client.write(`GET /data-downloads/${download} HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\n\r\n`);
    const [head] = await once(client, "data");
    client.pause();
    return String(head);
  };

  const members = await Promise.all(Array.from({ length: 10 }, () => member()));
  const downloads = await Promise.all(members.map(async (one) => ({ one, download: await addReady(one) })));
  for (const { one, download } of downloads) {
    for (let count = 0; count < 2; count += 1) expect(await ask(one, download)).toMatch(/^HTTP\/1.1 200/);
    const third = await ask(one, download);
    expect(third).toMatch(/^HTTP\/1.1 429/);
    expect(third).toMatch(/retry-after: 30/i);
    expect(third).toContain("You’re already downloading your data.");
  }
  // of 4,000 megabytes what the sockets of both sides take
  expect(counts.open).toBe(20);
  expect(counts.read).toBeLessThan(20 * 10 * mebibyte);

  // a minute in which their readers took nothing
  for (const socket of accepted.filter(({ timeout }) => timeout === 60_000)) socket.emit("timeout");
  await expect.poll(() => counts.open).toBe(0);
  for (const { one, download } of downloads.slice(0, 1)) expect(await ask(one, download)).toMatch(/^HTTP\/1.1 200/);
  leave();
  await expect.poll(() => counts.open).toBe(0);
});

test("D3.9 an archive is built from one photo after the other, as fast as the store takes it", async ({
  services,
  siteIds,
}) => {
  const { id: member, siteId } = await plantMember(services, siteIds[0]);
  const { id } = await services.db
    .updateTable("data_downloads")
    .set({ origin: "http://localhost", ready_at: null, expires_at: null })
    .where("member_id", "=", member)
    .returning("id")
    .executeTakeFirstOrThrow();
  const photos = await services.db.selectFrom("photos").select("id").where("member_id", "=", member).execute();
  const { counts, open } = countedFiles(20 * mebibyte);
  let farthest = 0;
  let received = 0;
  const put = async (key: string, content: Uint8Array | AsyncIterable<Uint8Array>, type: string) => {
    if (content instanceof Uint8Array) throw new Error("the whole archive was in memory");
    const parts: Uint8Array[] = [];
    for await (const part of content) {
      received += part.byteLength;
      farthest = Math.max(farthest, counts.read - received);
      parts.push(part);
    }
    await services.files.put(key, Buffer.concat(parts), type);
  };
  await prepareDownload.run({ ...services, files: { ...services.files, open, put } }, { id });
  const archive = await services.files.get(`downloads/${siteId}/${member}/${id}/data.zip`);
  const names = Object.keys(unzipSync(archive ?? Buffer.alloc(0)));
  expect(names.at(-1)).toBe("data.json");
  expect(names).toContain(`photos/${photos[0]?.id}.jpg`);
  expect(counts).toMatchObject({ open: 0, mostOpen: 1 });
  expect(farthest).toBeLessThan(mebibyte);
});

test("D3.9 if the store takes no more, or the disk is full, the photo that was open is closed", async ({
  services,
  siteIds,
}) => {
  const { id: member } = await plantMember(services, siteIds[0]);
  const { id } = await services.db
    .updateTable("data_downloads")
    .set({ origin: "http://localhost", ready_at: null, expires_at: null })
    .where("member_id", "=", member)
    .returning("id")
    .executeTakeFirstOrThrow();
  const { counts, open } = countedFiles(20 * mebibyte);
  const put = async (_: string, content: Uint8Array | AsyncIterable<Uint8Array>) => {
    if (content instanceof Uint8Array) return;
    for await (const _part of content) if (counts.open > 0) throw new Error("the disk is full");
  };
  const full = { ...services, files: { ...services.files, open, put } };
  await expect(prepareDownload.run(full, { id })).rejects.toThrow("the disk is full");
  await expect.poll(() => counts.open).toBe(0);
});
