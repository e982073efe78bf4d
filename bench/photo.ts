import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { getUser } from "#contract/account.ts";
import { deletePhoto, uploadPhoto } from "#contract/photos.ts";
import type { BenchDatabase } from "./database.ts";
import { type Sample, summarise } from "./load.ts";
import type { Side } from "./rounds.ts";
import { prepareViewers } from "./viewers.ts";

/** A JPEG like a phone camera's: 12 megapixels, some megabytes, with grain and edges everywhere. */
async function cameraPicture(): Promise<Buffer> {
  const [width, height] = [4000, 3000];
  const grain = { type: "gaussian", mean: 128, sigma: 40 } as const;
  const picture = sharp({ create: { width, height, channels: 3, background: "#888", noise: grain } });
  return await picture.blur(1.2).jpeg({ quality: 88 }).toBuffer();
}

/** Adds the picture to a member's photos, and deletes it again; returns how long adding took. */
function uploader(product: string, cookie: string, picture: Uint8Array<ArrayBuffer>) {
  const send = async (method: string, path: string, body: Uint8Array<ArrayBuffer> | string, type: string) => {
    const headers = { cookie, "content-type": type, "idempotency-key": randomUUID(), "sec-fetch-site": "same-origin" };
    const answer = await fetch(`${product}${path}`, { method, headers, body });
    if (answer.status !== 200) throw new Error(`${path} was answered by ${answer.status}: ${await answer.text()}`);
    return await answer.json();
  };
  return async () => {
    const began = performance.now();
    const { photo } = await send("POST", uploadPhoto.path, picture, "image/jpeg");
    const took = performance.now() - began;
    await send("DELETE", deletePhoto.path, JSON.stringify({ photo: photo.id }), "application/json");
    return took;
  };
}

/** Sequential small calls of one member. */
function callsOf(product: string, cookie: string): (seconds: number) => Promise<Sample> {
  const ask = async () => {
    const headers = { cookie, "x-request-type": "client" };
    const answer = await fetch(`${product}${getUser.path}`, { headers });
    if (answer.status !== 200) throw new Error(`a call was answered by ${answer.status}`);
    await answer.arrayBuffer();
  };
  return async (seconds) => {
    const times: number[] = [];
    const began = performance.now();
    for (let now = began; now < began + seconds * 1000; ) {
      await ask();
      const then = performance.now();
      times.push(then - now);
      now = then;
    }
    return summarise(times, (performance.now() - began) / 1000);
  };
}

/**
 * Sequential uploads of a 12-megapixel JPEG, from its first byte to the answer; and another member's calls: on an idle
 * server, and with two such uploads running all the time.
 */
export async function photoSides(database: BenchDatabase, { product }: { product: string }): Promise<Side[]> {
  const [viewer, ...others] = await prepareViewers(database);
  const picture = new Uint8Array(await cameraPicture());
  const uploaders = others.slice(0, 2).map(({ cookie }) => uploader(product, cookie, picture));
  const [upload] = uploaders;
  if (!viewer || !upload) throw new Error("no members");
  // frees room: further photos would reach these members' limit
  const ids = others.slice(0, 2).map(({ id }) => id);
  await database.db.deleteFrom("photos").where("member_id", "in", ids).execute();
  const calls = callsOf(product, viewer.cookie);
  return [
    {
      name: `a photo of ${(picture.length / 2 ** 20).toFixed(1)} MB`,
      async run(seconds) {
        const times: number[] = [];
        const began = performance.now();
        while (performance.now() - began < seconds * 1000) times.push(await upload());
        return summarise(times, (performance.now() - began) / 1000);
      },
    },
    { name: "a call, nobody uploads", run: calls },
    {
      name: "a call, two photos at once",
      async run(seconds) {
        let going = true;
        const uploads = uploaders.map(async (each) => {
          while (going) await each();
        });
        const sample = await calls(seconds);
        going = false;
        await Promise.all(uploads);
        return sample;
      },
    },
  ];
}
