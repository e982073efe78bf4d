import { signUp } from "#contract/account.ts";
import { dayMs, minuteMs } from "#contract/durations.ts";
import { recordFirstPurchase } from "#server/features/account/index.ts";
import { signupForm } from "#server/features/account/test-signup.ts";
import { purgeOldRows } from "#server/features/retention.ts";
import { saveSetting } from "#server/features/sites/index.ts";
import { changeSettings } from "#server/features/sites/test-settings.ts";
import { createHttpPostbacks } from "#server/ports/postbacks/http.ts";
import type { PostbackAnswer } from "#server/ports/postbacks/port.ts";
import { test as base, expect } from "#server/test.ts";
import { listPostbacks, resendFailed } from "./postback-store.ts";
import { sendPostbacks } from "./send-postbacks.ts";

const url = "https://net.example/in?click={sub1}&id={conversion}&step={step}&value={amount_minor}{currency}";

const test = base
  .extend("adnet", { scope: "file" }, async ({ services, siteIds }) => {
    const postbacks = [
      { network: "adnet", steps: ["signup" as const, "purchase" as const], url },
      { network: "other", steps: ["confirmation" as const], url: "https://other.example/?id={conversion}" },
    ];
    await changeSettings(services, siteIds[0], { postbacks });
  })
  .extend(
    "send",
    { scope: "file" },
    ({ services }) =>
      () =>
        sendPostbacks.run(services, {}),
  )
  .extend(
    "states",
    { scope: "file" },
    ({ services, siteIds }) =>
      async () =>
        (await listPostbacks(services.db, siteIds[0], 100)).map(({ state, attempts, outcome }) => [
          state,
          attempts,
          outcome,
        ]),
  )
  .extend("nothing", { auto: true }, async ({ services, adnet: _ }) => {
    await services.db.deleteFrom("conversions").execute();
    services.postbacks.sent.length = 0;
    services.postbacks.answers.length = 0;
  });

let count = 0;
/** The form of a visitor who agrees that the network learns what its click brought. */
const someone = (tracking: Record<string, string> = { network: "adnet", sub1: "click 1" }) => {
  count += 1;
  return { name: `Postback ${count}`, email: `postback${count}@example.org`, tracking, click_consent: true };
};
const answer = (outcome: PostbackAnswer["outcome"], status: number | null = null): PostbackAnswer => {
  return { outcome, status, detail: outcome };
};

test("D10.2 D14.5 with a yes a network gets each step that it wants once, with its own ids and nothing of the member", async ({
  signedUp,
  services,
  siteIds,
  send,
  states,
}) => {
  const { db, clock, postbacks } = services;
  const { id, form } = await signedUp(someone());
  await recordFirstPurchase(db, { memberId: id, siteId: siteIds[0], amount: 995, currency: "EUR", now: clock.now() });
  await send();
  await send();
  const ids = await db.selectFrom("conversions").select(["id", "step"]).execute();
  const idOf = (step: string) => ids.find((row) => row.step === step)?.id;
  expect(postbacks.sent.toSorted()).toEqual(
    [
      `https://net.example/in?click=click%201&id=${idOf("signup")}&step=signup&value=`,
      `https://net.example/in?click=click%201&id=${idOf("purchase")}&step=purchase&value=995EUR`,
    ].toSorted(),
  );
  for (const part of [id, form.name, form.email, encodeURIComponent(form.email)]) {
    expect(postbacks.sent.join()).not.toContain(part);
  }
  expect(await states()).toEqual([
    ["sent", 1, "accepted"],
    ["sent", 1, "accepted"],
  ]);
});

test("D10.2 no postback without a network that wants it, nor for a refused signup", async ({
  signedUp,
  visitor,
  services,
  send,
}) => {
  await signedUp(someone({ network: "unknown" }));
  await signedUp(someone({ ref: "adnet" }));
  await visitor().call(signUp, { body: signupForm({ ...someone(), date_of_birth: "2020-01-01" }) });
  await send();
  expect(services.postbacks.sent).toEqual([]);
  await signedUp(someone({ network: "other", sub2: "click" }));
  await send();
  expect(services.postbacks.sent).toEqual([expect.stringMatching(/^https:\/\/other\.example\/\?id=[\w-]{36}$/)]);
});

test("D10.2 after an error, a redirect or a time-out it is sent again later, with the same number", async ({
  signedUp,
  services,
  send,
  states,
}) => {
  const { postbacks, clock } = services;
  postbacks.answers.push(answer("refused", 500), answer("timeout"), answer("redirect", 302));
  await signedUp(someone());
  for (const wait of [0, 1, 5, 30]) {
    await send();
    clock.advance(wait * minuteMs - 1_000);
    await send();
    clock.advance(1_000);
    await send();
    await send();
  }
  expect(postbacks.sent).toHaveLength(4);
  expect(new Set(postbacks.sent).size).toBe(1);
  expect(await states()).toEqual([["sent", 4, "accepted"]]);
  const log = await services.db.selectFrom("postback_answers").select(["attempt", "outcome", "status"]).execute();
  expect(log.map(({ outcome, status }) => [outcome, status])).toEqual([
    ["refused", 500],
    ["timeout", null],
    ["redirect", 302],
    ["accepted", 200],
  ]);
});

test("D10.2 a network that never answers is given up after almost six days, a private address at once", async ({
  signedUp,
  services,
  send,
  states,
}) => {
  const { postbacks, clock } = services;
  postbacks.answers.push(...Array.from({ length: 20 }, () => answer("unreachable")));
  await signedUp(someone());
  for (let hour = 0; hour < 160; hour += 1) {
    await send();
    clock.advance(60 * minuteMs);
  }
  expect(postbacks.sent).toHaveLength(12);
  expect(await states()).toEqual([["failed", 12, "unreachable"]]);
  postbacks.answers.length = 0;
  postbacks.answers.push(answer("forbidden"));
  await signedUp(someone());
  await send();
  clock.advance(60 * minuteMs);
  await send();
  expect(postbacks.sent).toHaveLength(13);
});

test("R13.02 a network that fails for four days is told of each conversion once it answers", async ({
  signedUp,
  services,
  send,
  states,
}) => {
  const { postbacks, clock } = services;
  await signedUp(someone());
  for (let hour = 0; hour < 4 * 24; hour += 1) {
    postbacks.answers.push(answer("refused", 500));
    await send();
    clock.advance(60 * minuteMs);
  }
  postbacks.answers.length = 0;
  for (let hour = 0; hour < 48; hour += 1) {
    await send();
    clock.advance(60 * minuteMs);
  }
  expect(new Set(postbacks.sent).size).toBe(1);
  expect((await states()).map(([state, , outcome]) => [state, outcome])).toEqual([["sent", "accepted"]]);
});

test("R13.02 failed postbacks of a network are sent once more, and no others", async ({
  signedUp,
  services,
  siteIds,
  send,
  states,
}) => {
  const { db, postbacks, clock } = services;
  const resend = (network: string) => resendFailed(db, siteIds[0], network, clock.now());
  postbacks.answers.push(answer("forbidden"));
  await signedUp(someone());
  await send();
  await signedUp(someone());
  await send();
  const [first, second] = postbacks.sent;
  expect(second).not.toBe(first);
  expect(await resend("other")).toBe(0);
  expect(await resendFailed(db, siteIds[1], "adnet", clock.now())).toBe(0);
  const counts = await Promise.all([resend("adnet"), resend("adnet")]);
  expect(counts.toSorted()).toEqual([0, 1]);
  postbacks.answers.push(answer("refused", 500));
  await send();
  expect((await states()).map(([state, attempts]) => [state, attempts])).toEqual(
    expect.arrayContaining([
      ["waiting", 2],
      ["sent", 1],
    ]),
  );
  clock.advance(60 * minuteMs);
  await send();
  expect(postbacks.sent).toEqual([first, second, first, first]);
  expect(await states()).toEqual(
    expect.arrayContaining([
      ["sent", 3, "accepted"],
      ["sent", 1, "accepted"],
    ]),
  );
  expect(await resend("adnet")).toBe(0);
});

test("D10.2 workers that send at once take different postbacks; a killed one loses none", async ({
  signedUp,
  services,
  states,
}) => {
  const { clock, postbacks } = services;
  for (let number = 0; number < 5; number += 1) await signedUp(someone());
  await Promise.all([1, 2, 3].map(() => sendPostbacks.run(services, {})));
  expect(postbacks.sent).toHaveLength(5);
  expect(new Set(postbacks.sent).size).toBe(5);

  await services.db.deleteFrom("conversions").execute();
  await signedUp(someone());
  let sent = "";
  // a worker that is killed after it sent, before it noted the answer
  const killed = {
    ...services,
    postbacks: {
      send: async (address: string) => {
        sent = address;
        throw new Error("killed");
      },
    },
  };
  await expect(sendPostbacks.run(killed, {})).rejects.toThrow("killed");
  expect(await states()).toEqual([["waiting", 1, null]]);
  await sendPostbacks.run(services, {});
  expect(postbacks.sent, "not before the delay").toHaveLength(5);
  clock.advance(minuteMs);
  await sendPostbacks.run(services, {});
  expect(postbacks.sent.at(-1), "the same number, which the network counts once").toBe(sent);
  expect(await states()).toEqual([["sent", 2, "accepted"]]);
});

test("D10.2 the real sender refuses a network on this machine, and says so in the list", async ({
  signedUp,
  services,
  states,
  siteHas,
}) => {
  const { clock } = services;
  const inside = [{ network: "inside", steps: ["signup" as const], url: "https://localhost/?id={conversion}" }];
  await siteHas({ postbacks: inside });
  await signedUp(someone({ network: "inside", sub1: "click" }));
  await sendPostbacks.run({ ...services, postbacks: createHttpPostbacks() }, {});
  expect(await states()).toEqual([["failed", 1, "forbidden"]]);
  clock.advance(31 * dayMs);
  await purgeOldRows.run(services, {});
  expect(await states()).toEqual([]);
});

test("D10.2 D2.2 a setting that could not work is refused when it is saved", async ({ services, siteIds }) => {
  const save = (address: string, network = "a") =>
    saveSetting(services.db, siteIds[0], "postbacks", [
      { network, steps: ["signup"], url: address },
      { network: "b", steps: ["signup"], url },
    ]);
  const withoutAddress = saveSetting(services.db, siteIds[0], "postbacks", [{ network: "a", steps: ["signup"] }]);
  await expect(withoutAddress).rejects.toThrow("has no address");
  await expect(save("http://net.example/?id={conversion}")).rejects.toThrow("https://");
  await expect(save(url, "b")).rejects.toThrow("names a network twice");
});
