import { randomUUID } from "node:crypto";
import { sendDocument } from "#contract/age.ts";
import { sendChatPhoto } from "#contract/chat-photos.ts";
import { addFictionalPhoto, getFictionalProfiles } from "#contract/fictional-profiles.ts";
import { decideProposal, takeProposals } from "#contract/office.ts";
import { addPartner, proposePayout } from "#contract/partners.ts";
import { cropPhoto, getPhotos, uploadPhoto } from "#contract/photos.ts";
import { refundPayment } from "#contract/staff-members.ts";
import { askForPose, sendSelfie } from "#contract/verification.ts";
import { picture } from "#server/features/chat/photos/test-photos.ts";
import { test as base, talkIn } from "#server/features/chat/talks/test-talk.ts";
import { haveWritten, speakTo } from "#server/features/chat/voice/test-voice.ts";
import { balanceOf } from "#server/features/credits/index.ts";
import { offeredRefund } from "#server/features/office/money/test-refund.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { plantPayment } from "#server/features/payments/test-payment.ts";
import { addPhoto } from "#server/features/profiles/index.ts";
import { recording } from "#server/features/profiles/voice/test-recording.ts";
import { expect, type Member } from "#server/test.ts";
import { loseCommits } from "./test-lost-commits.ts";

const many = 40;
const few = 8;
const rounds = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

const image = await picture();
const photoCredits = 3;

const test = base
  .extend("loseCommit", { scope: "file" }, ({ services }, { onCleanup }) => loseCommits(services, onCleanup))
  /** The status of a picture's address, as a browser with these cookies gets it. */
  .extend("load", { scope: "file" }, ({ app }) => async (url: string, { cookie }: { cookie: string }) => {
    return (await app.inject({ url, headers: { host: "localhost", cookie } })).statusCode;
  })
  /** The pictures that wait for staff although they have no file. */
  .extend("missing", { scope: "file" }, ({ services: { db, files } }) => async ({ id }: Member) => {
    const rows = await db.selectFrom("verifications").select("picture_id").where("member_id", "=", id).execute();
    const keys = [...files.stored.keys()];
    return rows.filter(({ picture_id }) => !keys.some((key) => key.includes(`${picture_id}/`)));
  });

test(`D8.1 an upload whose commit gets no answer keeps its files, ${many} rounds`, async ({
  member,
  loseCommit,
  load,
}) => {
  for (const _ of rounds(many)) {
    const anna = await member();
    const key = randomUUID();
    const upload = () => anna.client.call(uploadPhoto, { body: image }, { key });
    const [first, again] = [await loseCommit(upload), await upload()];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect((await anna.client.call(getPhotos)).body.photos).toEqual([again.body.photo]);
    expect(await load(again.body.photo.card_filename, anna)).toBe(200);
  }
});

test(`D6.1 a chat photo whose commit gets no answer is charged once and keeps its files, ${many} rounds`, async ({
  services,
  member,
  loseCommit,
  load,
}) => {
  const [anna, ben] = [await member({ credits: photoCredits * many, premium: true }), await member()];
  for (const round of rounds(many)) {
    const key = randomUUID();
    const body = { member: ben.id, text: `Photo ${round}`, file: image };
    const send = () => anna.client.call(sendChatPhoto, { body }, { key });
    const [first, again] = [await loseCommit(send), await send()];
    expect([first.status, again.status]).toEqual([503, 200]);
    const { attachment } = again.body.message;
    expect(attachment).toMatchObject({ kind: "photo", image: { card_filename: expect.any(String) } });
    const url = attachment?.kind === "photo" ? attachment.image?.card_filename : undefined;
    expect(await load(url ?? "", anna)).toBe(200);
    expect(await balanceOf(services.db, anna.id)).toBe(photoCredits * (many - round));
  }
});

test(`R12.01 a voice message whose commit gets no answer is charged once and keeps its file, ${few} rounds`, async ({
  services,
  member,
  loseCommit,
  load,
}) => {
  const [anna, ben] = [await member({ credits: 3 * few + 1 }), await member({ credits: 1 })];
  await haveWritten(anna, ben);
  const sound = await recording();
  for (const round of rounds(few)) {
    const key = randomUUID();
    const send = () => speakTo(anna, ben, sound, { key });
    const [first, again] = [await loseCommit(send), await send()];
    expect([first.status, again.status]).toEqual([503, 200]);
    const { attachment } = again.body.message;
    const address = attachment?.kind === "voice" ? attachment.filename : null;
    expect(await load(address ?? "", anna)).toBe(200);
    expect(await balanceOf(services.db, anna.id)).toBe(3 * (few - round));
  }
});

test(`R12.02 a call whose commits get no answer is charged once a minute, and no one stays in it, ${few} rounds`, async ({
  friends,
  services,
  siteHas,
  loseCommit,
}) => {
  await siteHas({ call_minute_credits: 2 });
  for (const _ of rounds(few)) {
    const { anna, ben, hers, his } = await friends({ credits: 20 });
    const before = await balanceOf(services.db, anna.id);
    /** Does it with a lost answer, and again as a page does, which knows nothing of it. */
    const twice = async <T extends { status: number }>(act: () => Promise<T>) => {
      expect((await loseCommit<{ status: number }>(act)).status).toBe(503);
      return await act();
    };
    const { id } = talkIn(await twice(() => hers.ask(ben)));
    expect(talkIn(await twice(() => his.accept(id)))).toMatchObject({ state: "running", page: his.page });
    expect(await balanceOf(services.db, anna.id)).toBe(before - 2);
    services.clock.advance(60_000);
    await his.beat(id);
    expect(await balanceOf(services.db, anna.id)).toBe(before - 4);
    services.clock.advance(60_000);
    talkIn(await twice(() => hers.beat(id)));
    expect(await balanceOf(services.db, anna.id)).toBe(before - 6);
    expect(talkIn(await twice(() => his.end(id)))).toMatchObject({ state: "ended", end: "hung_up" });
    expect([await hers.open(), await his.open()]).toEqual([null, null]);
    expect(await balanceOf(services.db, anna.id)).toBe(before - 6);
    // both are free for another one
    expect(talkIn(await his.ask(anna))).toMatchObject({ state: "ringing", page: his.page });
  }
});

test(`D8.1 a crop whose commit gets no answer keeps its files, ${many} rounds`, async ({
  member,
  loseCommit,
  load,
}) => {
  const anna = await member();
  const photo = (await anna.client.call(uploadPhoto, { body: image }, { key: randomUUID() })).body.photo.id;
  for (const round of rounds(many)) {
    const crop = { x: round / 100, y: 0, width: 0.5, height: 0.6 };
    const cut = () => anna.client.call(cropPhoto, { body: { photo, crop } });
    const [first, again] = [await loseCommit(cut), await cut()];
    expect([first.status, again.status]).toEqual([503, 200]);
    const [shown] = again.body.photos;
    expect(shown?.crop).toEqual(crop);
    expect(await load(shown?.card_filename ?? "", anna)).toBe(200);
  }
});

test(`D8.2 a selfie whose commit gets no answer reaches staff with its file, ${few} rounds`, async ({
  services,
  member,
  loseCommit,
  missing,
}) => {
  for (const _ of rounds(few)) {
    const anna = await member();
    await addPhoto(services, { siteId: anna.siteId, memberId: anna.id, image, status: "active" });
    await anna.client.call(askForPose);
    const key = randomUUID();
    const send = () => anna.client.call(sendSelfie, { body: image }, { key });
    const [first, again] = [await loseCommit(send), await send()];
    expect([first.status, again.status]).toEqual([503, 200]);
    expect(again.body.verification.state).toBe("waiting");
    expect(await missing(anna)).toEqual([]);
  }
});

test(`D11.6 a document whose commit gets no answer reaches staff with its file, ${few} rounds`, async ({
  siteHas,
  member,
  loseCommit,
  missing,
}) => {
  await siteHas({ age_assurance: "required" });
  for (const _ of rounds(few)) {
    const anna = await member();
    const key = randomUUID();
    const send = () => anna.client.call(sendDocument, { body: image }, { key });
    const [first, again] = [await loseCommit(send), await send()];
    expect([first.status, again.status]).toEqual([503, 200]);
    expect(again.body.age.state).toBe("waiting");
    expect(await missing(anna)).toEqual([]);
  }
});

test(`D11.1 staff's photo of a fictional profile whose commit gets no answer keeps its files, ${few} rounds`, async ({
  given,
  member,
  loseCommit,
  load,
}) => {
  const { client } = await staffMember(given, "admin");
  const cookie = `staff=${client.cookies.get("staff")}`;
  const site = "rendezvous";
  for (const _ of rounds(few)) {
    const { id } = await member({ fictional: true });
    const key = randomUUID();
    const add = () => client.call(addFictionalPhoto, { body: { site, id, file: image } as never }, { key });
    const [first, again] = [await loseCommit(add), await add()];
    // the lost answer is looked up: the photo is there
    expect([first.status, again.status]).toEqual([200, 200]);
    const { profiles } = (await client.call(getFictionalProfiles, { query: { site } })).body;
    const photos = profiles.find((profile) => profile.id === id)?.photos ?? [];
    expect(photos).toHaveLength(1);
    expect(await load(photos[0]?.image ?? "", { cookie })).toBe(200);
  }
});

test(`D7.4 a refund by staff whose commit gets no answer pays once, ${few} rounds`, async ({
  given,
  services,
  member,
  loseCommit,
}) => {
  const { client } = await staffMember(given, "finance");
  const price = { credits: 5, list_minor: 500, amount_minor: 500, currency: "EUR" };
  for (const _ of rounds(few)) {
    const id = await plantPayment(services, await member({ credits: 5 }), price);
    const body = { ...(await offeredRefund(client, id)), amount: 250, credits: 2 };
    const key = randomUUID();
    const refund = () => client.call(refundPayment, { body }, { key });
    const [first, again] = [await loseCommit(refund), await refund()];
    expect([first.status, again.status]).toEqual([503, 200]);
    const refunds = services.db.selectFrom("refunds").select(["amount_minor", "credits"]).where("payment_id", "=", id);
    expect(await refunds.execute()).toEqual([{ amount_minor: 250, credits: 2 }]);
  }
});

test(`R13.02 a payout to partners whose commit gets no answer is made once, ${few} rounds`, async ({
  given,
  services,
  loseCommit,
}) => {
  const { db, clock } = services;
  const [one, other] = [await staffMember(given, "finance"), await staffMember(given, "finance")];
  const site = "rendezvous";
  const iban = "NL91ABNA0417164300";
  for (const round of rounds(few)) {
    const name = `Lost ${round} Ltd`;
    const terms = { signup: 0, buyer: 500, share: 0, hold: 0 };
    await one.client.call(addPartner, {
      body: { site, name, network: `lost${round}`, iban, currency: "EUR", least: 1, ...terms },
    });
    const partner = db.selectFrom("partners").select("id").where("name", "=", name);
    await db
      .insertInto("partner_statements")
      .values({
        ...{ partner_id: (await partner.executeTakeFirstOrThrow()).id, month: "2020-01", currency: "EUR" },
        ...{ signups: 0, signups_minor: 0, buyers: 1, buyers_minor: 500, sales: 0, sales_minor: 0 },
        ...{ reversals: 0, reversals_minor: 0, closed_at: clock.now() },
      })
      .execute();
    await one.client.call(proposePayout, { body: { site, currency: "EUR", iban } });
    const { items } = (await other.client.call(takeProposals, { body: { count: 1 } })).body;
    const body = { id: items[0]?.id ?? "", verdict: "confirmed" } as const;
    const key = randomUUID();
    const confirm = () => other.client.call(decideProposal, { body }, { key });
    const [first, again] = [await loseCommit(confirm), await confirm()];
    expect([first.status, again.status]).toEqual([503, 200]);
    // pressed again on another page, which knows nothing of it
    expect((await other.client.call(decideProposal, { body })).status).toBe(409);
    const paid = db.selectFrom("partner_payouts").select("amount_minor").where("name", "=", name);
    expect(await paid.execute()).toEqual([{ amount_minor: 500 }]);
  }
});
