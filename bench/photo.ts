import sharp from "sharp";
import { getUser } from "#contract/account.ts";
import { deletePhoto, uploadPhoto } from "#contract/photos.ts";
import type { BenchSite } from "./database.ts";
import { ask, get, repeat, timed } from "./load.ts";
import { prepareViewers, writeHeaders, writeRequest } from "./members.ts";
import { atMost, type Part, sidesTable } from "./report.ts";
import { measureInTurn, median, type RunLength } from "./rounds.ts";

/** A JPEG like a phone camera's: 12 megapixels, some megabytes, with grain and edges everywhere. */
function cameraPicture(): Promise<Buffer> {
  const [width, height] = [4000, 3000];
  const grain = { type: "gaussian", mean: 128, sigma: 40 } as const;
  const picture = sharp({ create: { width, height, channels: 3, background: "#888", noise: grain } });
  return picture.blur(1.2).jpeg({ quality: 88 }).toBuffer();
}

/**
 * Sequential uploads of a 12-megapixel JPEG, from its first byte to the answer; and another member's calls: on an idle
 * server, and with two such uploads running all the time. Uploads keep the machine busy: they are a part of their own.
 */
export async function photo(site: BenchSite, how: RunLength): Promise<Part> {
  const { db, product } = site;
  const [viewer, first, second] = await prepareViewers(site);
  if (!viewer || !first || !second) throw new Error("no members");
  const picture = await cameraPicture();
  // frees room: further photos would reach these members' limit
  await db.deleteFrom("photos").where("member_id", "in", [first.id, second.id]).execute();
  /** Adds the picture to a member's photos, and deletes it again; resolves with how long adding took. */
  const upload = async (cookie: string) => {
    const headers = writeHeaders(cookie, "image/jpeg");
    const began = performance.now();
    const answer = await ask(product, { method: "POST", path: uploadPhoto.path, headers, body: picture });
    const took = performance.now() - began;
    await ask(product, writeRequest(deletePhoto, cookie, { photo: JSON.parse(answer).photo.id }));
    return took;
  };
  const userCall = get(getUser.path, { cookie: viewer.cookie, "x-request-type": "client" });
  const call = () => timed(() => ask(product, userCall));
  const callBesideUploads = async (seconds: number) => {
    let going = true;
    const uploads = [first, second].map(async ({ cookie }) => {
      while (going) await upload(cookie);
    });
    const sample = await repeat(seconds, [call]);
    going = false;
    await Promise.all(uploads);
    return sample;
  };
  const size = (picture.length / 2 ** 20).toFixed(1);
  const sides = await measureInTurn(site, how, [
    { name: `a photo of ${size} MB`, run: (seconds) => repeat(seconds, [() => upload(first.cookie)]) },
    { name: "a call, nobody uploads", run: (seconds) => repeat(seconds, [call]) },
    { name: "a call, two photos at once", run: callBesideUploads },
  ]);
  const [added, alone, beside] = sides;
  const goals = [
    atMost("a 12-megapixel photo: CPU ms of the server", added.cpu.server, 1000),
    atMost("a call beside two uploads: p99 ÷ alone", median(beside.p99) / median(alone.p99), 1.5),
  ];
  return { sides, goals, text: sidesTable("photo", sides) };
}
