import { randomUUID } from "node:crypto";
import { getUser, redeemLink, signUp } from "#contract/account.ts";
import { logIn } from "#contract/auth.ts";
import { getChats } from "#contract/chat.ts";
import { searchMembers } from "#contract/members.ts";
import { getOwnProfile } from "#contract/profiles.ts";
import { makeMember } from "#demo/factories.ts";
import { balanceOf } from "#server/features/credits/index.ts";
import { test as base, expect } from "#server/test.ts";
import { activationToken, type SignupForm, signupForm } from "./test-signup.ts";

let count = 0;
/** A signup form with a new name and address. */
function freshForm(form: Partial<SignupForm> = {}): SignupForm {
  count += 1;
  return signupForm({ name: `Fresh ${count}`, email: `fresh${count}@example.org`, ...form });
}

const test = base
  .extend(
    "attempt",
    { scope: "file" },
    ({ visitor }) =>
      (form: Partial<SignupForm>, host?: string) =>
        visitor(host).call(signUp, { body: freshForm(form) }),
  )
  .extend(
    "refusals",
    { scope: "file" },
    ({ attempt }) =>
      async (form: Partial<SignupForm>) =>
        (await attempt(form)).body.error?.fields,
  );

test("D3.7 a member without a town is found in the chosen country, without a distance", async ({ signedUp }) => {
  const form = freshForm({ country: "AT", city_id: undefined, gender: "male", seeks: "female" });
  const { client, id } = await signedUp(form);
  const own = (await client.call(getOwnProfile)).body;
  expect(own.city_id).toBeNull();
  expect(own.profile).toMatchObject({ country: "AT", region: null, region_name: "", city: "", distance: null });
  const anna = (await signedUp(freshForm())).client;
  const search = async (query: object) => (await anna.call(searchMembers, { query })).body.members;
  const entry = (await search({ country: "AT" })).find((member) => member.id === id);
  expect(entry).toMatchObject({ country: "AT", city: "", distance: null });
  expect((await search({ country: "AT", sort: "nearest" })).map((member) => member.id)).not.toContain(id);
  // a search by distance still works for a member without a town
  expect((await client.call(searchMembers, { query: { sort: "nearest", distance: 50 } })).status).toBe(200);
});

test("D2.4 D3.7 the default country is that of the IP address if the site has it, else its first", async ({
  refusals,
  attempt,
  services,
}) => {
  const { countryOf } = services.geo;
  const countryFrom = async (found: string | null) => {
    services.geo.countryOf = () => found;
    return (await attempt({ city_id: undefined })).body.user.profile.country;
  };
  expect(await countryFrom("SE")).toBe("SE");
  expect(await countryFrom("BR")).toBe("DK");
  expect(await countryFrom(null)).toBe("DK");
  services.geo.countryOf = countryOf;
  expect(await refusals({ city_id: undefined, country: "BR" })).toEqual({
    country: "Please choose one of the options.",
  });
  expect(await refusals({ city_id: undefined, country: "de" })).toHaveProperty("country");
});

test("D11.5 a signup needs consent to use the sexuality, and stores when it was given", async ({
  refusals,
  attempt,
  services,
  visitor,
}) => {
  const please = { sexuality_consent: "Please agree to this first. Without it we can’t show you to anyone." };
  expect(await refusals({ sexuality_consent: false })).toEqual(please);
  const { sexuality_consent: _, ...silent } = freshForm();
  expect((await visitor().call(signUp, { body: silent as SignupForm })).body.error?.fields).toEqual(please);
  const { body } = await attempt({});
  const row = services.db.selectFrom("profiles").select("sexuality_consent_at");
  const { sexuality_consent_at } = await row.where("member_id", "=", body.user.id).executeTakeFirstOrThrow();
  expect(sexuality_consent_at).toEqual(services.clock.now());
});

test("R3.09 network, ref and sub1 to sub3 are stored trimmed, and not at all if empty", async ({
  attempt,
  services,
}) => {
  const trackingOf = (accountId: string) =>
    services.db.selectFrom("signup_tracking").selectAll().where("account_id", "=", accountId).execute();
  const nowhere = { lander: "", slug: "", variant: "" };
  const tracking = { network: " adnet ", ref: "spring", sub1: "a=1&b=2", sub2: "ü".repeat(100) };
  const { id } = (await attempt({ tracking })).body.user;
  const recorded = { network: "adnet", ref: "spring", sub1: "a=1&b=2", sub2: "ü".repeat(100), sub3: "", ...nowhere };
  expect(await trackingOf(id)).toEqual([
    { account_id: id, ...recorded, shares_purchases: false, created_at: services.clock.now() },
  ]);
  for (const empty of [undefined, {}, { network: "  ", sub3: "" }]) {
    expect(await trackingOf((await attempt({ tracking: empty })).body.user.id)).toEqual([]);
  }
  await services.db.deleteFrom("wallets").where("member_id", "=", id).execute();
  await services.db.deleteFrom("accounts").where("id", "=", id).execute();
  expect(await trackingOf(id)).toEqual([]);
});

test("R3.09 values that are too long or have control characters are refused at their field", async ({ refusals }) => {
  expect(await refusals({ tracking: { sub1: "x".repeat(101) } })).toEqual({ "tracking.sub1": "This is too long." });
  for (const ref of ["a\u0000b", "a\nb", "a\u009fb", "a\ud800"]) {
    expect(await refusals({ tracking: { ref } })).toEqual({
      "tracking.ref": "Some of these characters can’t be used here.",
    });
  }
});

test("R6.01 signups: all, only those with a traffic source, none", async ({ siteHas, attempt }) => {
  const statuses = async () =>
    (
      await Promise.all([attempt({}), attempt({ tracking: { ref: "x" } }), attempt({ tracking: { network: "adnet" } })])
    ).map((answer) => answer.body.error?.code ?? answer.status);
  expect(await statuses()).toEqual([200, 200, 200]);
  await siteHas({ signups: "with_trafficsource" });
  expect(await statuses()).toEqual(["signups_closed", "signups_closed", 200]);
  await siteHas({ signups: "none" });
  expect(await statuses()).toEqual(["signups_closed", "signups_closed", "signups_closed"]);
});

test("D3.7 R4.02 a signup holds its first message, and the confirmation delivers it", async ({
  siteIds,
  services,
  visitor,
  given,
}) => {
  const eva = await makeMember(services, { siteId: siteIds[0], shownToVisitors: true });
  const evas = visitor();
  evas.cookies.set("auth", eva.cookie.replace("auth=", ""));
  const anna = visitor();
  const form = freshForm({ message: { to: eva.id, text: "Hello Eva" } });
  const key = randomUUID();
  await anna.call(signUp, { body: form }, { key });
  await visitor().call(signUp, { body: form }, { key });
  const [chat] = (await anna.call(getChats)).body.chats;
  expect(chat).toMatchObject({ profile: { id: eva.id }, last_message: { text: "Hello Eva", held: true } });
  await services.jobs.drain(services);
  const mail = services.mail.sent.find(({ to }) => to === form.email);
  expect(mail?.text).toContain("The message you’ve written goes out as soon as you confirm.");
  expect((await evas.call(getChats)).body.chats).toEqual([]);
  await visitor().call(redeemLink, { body: { token: await activationToken(given, form.email) } });
  const [received, ...more] = (await evas.call(getChats)).body.chats;
  expect(received).toMatchObject({ last_message: { text: "Hello Eva", mine: false }, num_unread_messages: 1 });
  expect(more).toEqual([]);
});

test("D6.1 D3.7 a first message that costs more than its author saw fails the signup; delivery charges what they saw", async ({
  siteHas,
  siteIds,
  services,
  given,
  visitor,
}) => {
  const eva = await makeMember(services, { siteId: siteIds[0], shownToVisitors: true });
  const anna = visitor();
  const form = freshForm();
  const signUpAt = (credits: number | undefined) =>
    anna.call(signUp, { body: { ...form, message: { to: eva.id, text: "Hello Eva", credits } } });
  await siteHas({ message_credits: 2 });
  const refused = await signUpAt(1);
  expect([refused.status, refused.body.error?.code]).toEqual([409, "message_price_changed"]);
  expect(refused.body.error?.fields).toEqual({
    "message.text":
      "The price of a message has gone up in the meantime. You can send it at the new price, or sign up without it.",
  });
  expect((await signUpAt(2)).status).toBe(200);
  await siteHas({ message_credits: 4 });
  const confirmedCredits = async (email: string) => {
    await visitor().call(redeemLink, { body: { token: await activationToken(given, email) } });
    const account = services.db.selectFrom("accounts").select("id").where("email", "=", email);
    return await balanceOf(services.db, (await account.executeTakeFirstOrThrow()).id);
  };
  expect(await confirmedCredits(form.email)).toBe(3);
  // a client that tells no price pays the present one
  const old = freshForm({ message: { to: eva.id, text: "Hello" } });
  await visitor().call(signUp, { body: old });
  expect(await confirmedCredits(old.email)).toBe(1);
});

test("D3.7 a message that can't be delivered is refused before the account is created", async ({
  siteHas,
  siteIds,
  services,
  visitor,
}) => {
  const elsewhere = await makeMember(services, { siteId: siteIds[1] });
  const unconfirmed = await makeMember(services, { siteId: siteIds[0], confirmed: false });
  const eva = await makeMember(services, { siteId: siteIds[0], shownToVisitors: true });
  const unavailable = {
    "message.to": "You can’t write to this member at the moment. You can sign up without the message.",
  };
  const form = freshForm();
  const signUpWith = async (message: SignupForm["message"]) =>
    (await visitor().call(signUp, { body: { ...form, message } })).body.error?.fields;
  for (const to of [elsewhere.id, unconfirmed.id, randomUUID()]) {
    expect(await signUpWith({ to, text: "Hello" })).toEqual(unavailable);
  }
  expect(await signUpWith({ to: "somebody", text: "Hello" })).toHaveProperty(["message.to"]);
  expect(await signUpWith({ to: eva.id, text: "x".repeat(1001) })).toEqual({
    "message.text": "A message can have up to 1000 characters.",
  });
  expect(await signUpWith({ to: eva.id, text: "\u200b" })).toHaveProperty(["message.text"]);
  await siteHas({ signup_credits: 0 });
  expect(await signUpWith({ to: eva.id, text: "Hello" })).toEqual(unavailable);
  await siteHas({ signup_credits: 5 });
  // none of these attempts has created an account with the name
  expect(await signUpWith({ to: eva.id, text: "Hello" })).toBeUndefined();
});

test("R5.04 an address with an account is taken in every spelling", async ({ refusals, signedUp }) => {
  const problem = { email: "An account with this e-mail address already exists" };
  await signedUp(freshForm({ email: "anna+1@bücher.example" }));
  for (const email of ["anna+1@xn--bcher-kva.example", "ANNA+1@BÜCHER.example", "anna+1@bu\u0308cher.example"]) {
    expect(await refusals({ email })).toEqual(problem);
  }
  expect(await refusals({ email: "anna+2@bücher.example" })).toBeUndefined();
  expect(await refusals({ email: "anna@bücher.example" })).toBeUndefined();
});

test("R1.01 R5.03 an address in another script gets its mail, and logs in however its domain is written", async ({
  visitor,
  given,
}) => {
  const form = freshForm({ email: "jürgen+neu@BÜCHER.example" });
  const client = visitor();
  expect((await client.call(signUp, { body: form })).body.user.email).toBe("jürgen+neu@bücher.example");
  await activationToken(given, "jürgen+neu@bücher.example");
  for (const login of ["jürgen+neu@xn--bcher-kva.example", "JÜRGEN+NEU@bücher.example"]) {
    expect((await visitor().call(logIn, { body: { login, password: form.password } })).status).toBe(200);
  }
});

test("R5.04 the address of a deleted account is refused with a hint to restore it; its name stays taken", async ({
  refusals,
  services,
  signedUp,
}) => {
  const { id, form } = await signedUp(freshForm());
  const deletion = { status: "deleted", deleted_at: services.clock.now() };
  await services.db.updateTable("accounts").set(deletion).where("id", "=", id).execute();
  expect(await refusals({ email: form.email })).toEqual({
    email:
      "The account with this address is being deleted. Until it’s erased, you can bring it back with the link in the email we sent you.",
  });
  expect(await refusals({ name: form.name })).toEqual({
    name: expect.stringMatching(/^This username is taken\. .+\d\d is free\.$/),
  });
});

test("R5.04 two signups with one address at the same instant make one account", async ({ attempt }) => {
  const email = "at-once@example.org";
  const answers = await Promise.all([attempt({ email }), attempt({ email }), attempt({ email })]);
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400, 400]);
  expect(answers.find((answer) => answer.status === 400)?.body.error?.fields).toHaveProperty("email");
});

const reserved = "This sounds like our team. Please choose another username.";
const characters = "Use only letters, digits, spaces and . _ -";
const names: [string, string | undefined][] = [
  ["Support", reserved],
  ["Suppоrt", reserved],
  ["Support Team", reserved],
  ["Rendezvous", reserved],
  ["Kundendienst", reserved],
  ["Adminka", undefined],
  ["Anna 💕", characters],
  ["👩‍👩‍👧", characters],
  ["An\u200bna", characters],
  ["Anna\ufe0f", characters],
  ["\u202eannA", characters],
  ["An\u3164na", characters],
  ["Z\u0335\u0336\u0337\u0338algo", characters],
  ["\u0301Anna", characters],
  ["<b>Anna", characters],
  ["\u200b\u200b\u200b", characters],
  ["   ", "Please fill this in."],
  ["An", "Use 3 to 30 characters."],
  ["x".repeat(31), "Use 3 to 30 characters."],
  ["x".repeat(30), undefined],
  ["מרים לוי", undefined],
  ["محمد", undefined],
  ["Łucja-Ó", undefined],
  ["Ольга", undefined],
  ["小龍さん", undefined],
];
test.for(names)("D3.2 the name %j: %s", async ([name, refusal], { refusals }) => {
  expect((await refusals({ name }))?.name).toBe(refusal);
});

test("D3.3 a password has 8 to 128 characters of any kind, and logs in", async ({ refusals, visitor }) => {
  const refused = async (password: string) => (await refusals({ password }))?.password;
  for (const password of ["", "1234567", "x".repeat(129), "x".repeat(200), "é".repeat(20_000)]) {
    expect(await refused(password)).toBe("Use 8 to 128 characters.");
  }
  for (const password of ["        ", "🗝️🗝️🗝️🗝️", "\u0001\u0007 signs and more", "لوحة المفاتيح", "x".repeat(128)]) {
    const form = freshForm({ password });
    expect((await visitor().call(signUp, { body: form })).status).toBe(200);
    expect((await visitor().call(logIn, { body: { login: form.name, password } })).status).toBe(200);
  }
});

test("R5.01 a date of birth has to be a date that exists", async ({ refusals }) => {
  const refused = async (date_of_birth: string) => (await refusals({ date_of_birth }))?.date_of_birth;
  for (const date of ["1995-02-29", "1900-02-29", "1994-02-30", "1994-13-01", "1994-00-10", "94-05-17", "17.05.1994"]) {
    expect(await refused(date)).toBe("Invalid date of birth.");
  }
  expect(await refused("")).toBe("Enter your date of birth (18+)");
  for (const date of ["1996-02-29", "2000-02-29"]) expect(await refused(date)).toBeUndefined();
});

test("R4.01 the signup answers at once while the mail server hangs, and the mail goes out afterwards", async ({
  services,
  visitor,
}) => {
  const { send } = services.mail;
  await services.jobs.drain(services);
  let release = () => {};
  let reached = () => {};
  const hanging = new Promise<void>((resolve) => {
    release = resolve;
  });
  const hangs = new Promise<void>((resolve) => {
    reached = resolve;
  });
  services.mail.send = async (message) => {
    reached();
    await hanging;
    await send(message);
  };
  const forms = [freshForm(), freshForm()];
  await visitor().call(signUp, { body: forms[0] });
  const working = services.jobs.drain(services);
  await hangs;
  const client = visitor();
  expect((await client.call(signUp, { body: forms[1] })).status).toBe(200);
  expect((await client.call(getUser)).body.user?.status).toBe("not_confirmed");
  const mailed = () => services.mail.sent.filter((mail) => forms.some((form) => form.email === mail.to)).length;
  expect(mailed()).toBe(0);
  release();
  await working;
  await services.jobs.drain(services);
  expect(mailed()).toBe(2);
  services.mail.send = send;
});
