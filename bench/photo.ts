import sharp from "sharp";
import { getUser } from "#contract/account.ts";
import { deletePhoto, uploadPhoto } from "#contract/photos.ts";
import type { BenchDatabase } from "./database.ts";
import { type Sample, summarise } from "./load.ts";
import { writeHeaders } from "./pairs.ts";
import type { Side } from "./rounds.ts";
import { prepareViewers } from "./viewers.ts";

/** A JPEG like a phone camera's: 12 megapixels, some megabytes, with grain and edges everywhere. */
async function cameraPicture(): Promise<Uint8Array<ArrayBuffer>> {
  const [width, height] = [4000, 3000];
  const grain = { type: "gaussian", mean: 128, sigma: 40 } as const;
  const picture = sharp({ create: { width, height, channels: 3, background: "#888", noise: grain } });
  return new Uint8Array(await picture.blur(1.2).jpeg({ quality: 88 }).toBuffer());
}

async function ask(address: string, init: RequestInit) {
  const answer = await fetch(address, init);
  if (answer.status !== 200) throw new Error(`${address} was answered by ${answer.status}: ${await answer.text()}`);
  return await answer.json();
}

/** Does the same again and again, one after the other; `once` resolves with the milliseconds to count. */
async function repeat(seconds: number, once: () => Promise<number>): Promise<Sample> {
  const times: number[] = [];
  const began = performance.now();
  while (performance.now() - began < seconds * 1000) times.push(await once());
  return summarise(times, (performance.now() - began) / 1000);
}

/**
 * Sequential uploads of a 12-megapixel JPEG, from its first byte to the answer; and another member's calls: on an idle
 * server, and with two such uploads running all the time.
 */
export async function photoSides(database: BenchDatabase, { product }: { product: string }): Promise<Side[]> {
  const [viewer, ...others] = await prepareViewers(database);
  const picture = await cameraPicture();
  const uploaders = others.slice(0, 2);
  const [first] = uploaders;
  if (!viewer || !first) throw new Error("no members");
  // frees room: further photos would reach these members' limit
  const ids = uploaders.map(({ id }) => id);
  await database.db.deleteFrom("photos").where("member_id", "in", ids).execute();
  /** Adds the picture to a member's photos, and deletes it again; resolves with how long adding took. */
  const upload = async (cookie: string) => {
    const began = performance.now();
    const added = { method: "POST", headers: writeHeaders(cookie, "image/jpeg"), body: picture };
    const { photo } = await ask(product + uploadPhoto.path, added);
    const took = performance.now() - began;
    const deleted = { method: "DELETE", headers: writeHeaders(cookie), body: JSON.stringify({ photo: photo.id }) };
    await ask(product + deletePhoto.path, deleted);
    return took;
  };
  const call = async () => {
    const began = performance.now();
    await ask(product + getUser.path, { headers: { cookie: viewer.cookie, "x-request-type": "client" } });
    return performance.now() - began;
  };
  const callBesideUploads = async (seconds: number) => {
    let going = true;
    const uploads = uploaders.map(async ({ cookie }) => {
      while (going) await upload(cookie);
    });
    const sample = await repeat(seconds, call);
    going = false;
    await Promise.all(uploads);
    return sample;
  };
  return [
    {
      name: `a photo of ${(picture.length / 2 ** 20).toFixed(1)} MB`,
      run: (seconds) => repeat(seconds, () => upload(first.cookie)),
    },
    { name: "a call, nobody uploads", run: (seconds) => repeat(seconds, call) },
    { name: "a call, two photos at once", run: callBesideUploads },
  ];
}
