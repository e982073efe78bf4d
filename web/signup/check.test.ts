import { expect, test } from "vitest";
import { checkSteps } from "./check.ts";
import { type FormStep, findStepOfFields, listFormSteps, listStepsBeforeFaces, listStepsUpTo } from "./steps.ts";
import { readValues, type SignupValues, toSignupBody } from "./values.ts";

const complete: SignupValues = {
  message: "Hello, is that lake near you?",
  credits: "1",
  gender: "male",
  seeks: "both",
  name: "Ben",
  day: "29",
  month: "2",
  year: "1992",
  email: "ben@example.com",
  password: "12345678",
  sexuality_consent: "on",
  click_consent: "",
  imported: "",
  country: "GB",
  city: "",
  city_id: "",
};
const rules = { minAge: 18, messageLength: 1000, now: new Date(2026, 10, 20) };
const all = listFormSteps(true);
const check = (wrong: Partial<SignupValues>, steps: readonly FormStep[] = all) =>
  checkSteps({ ...complete, ...wrong }, steps, rules);
const nowhere = { to: null, tracking: null };

test("R1.01 a complete form has no errors", () => {
  expect(check({})).toEqual({});
});

test("R1.01 a step validates its own fields, not those of later steps", () => {
  const empty = readValues(new FormData());
  expect(checkSteps(empty, ["who"], rules)).toEqual({ gender: "gender", seeks: "seeks" });
  expect(Object.keys(checkSteps(empty, listFormSteps(false), rules))).toHaveLength(7);
});

test("R5.01 the birth date is required, must exist, and must be old enough", () => {
  expect(check({ day: "", month: "", year: "" })).toEqual({ date_of_birth: "date_of_birth" });
  expect(check({ day: "31" })).toEqual({ date_of_birth: "date_of_birth_invalid" });
  expect(check({ year: "2030" })).toEqual({ date_of_birth: "date_of_birth_invalid" });
  expect(check({ year: "1880" })).toEqual({ date_of_birth: "date_of_birth_invalid" });
  expect(check({ day: "21", month: "11", year: "2008" })).toEqual({ date_of_birth: "too_young" });
  expect(check({ day: "20", month: "11", year: "2008" })).toEqual({});
});

test("R5.02 a name must not equal the email address or start with @", () => {
  expect(check({ name: "@ben" })).toEqual({ name: "name_starts_with_at" });
  expect(check({ name: "Ben@Example.com", email: "ben@example.com" })).toEqual({ name: "name_is_email" });
  expect(checkSteps({ ...complete, name: "Ben@Example.com", email: "" }, ["you"], rules)).toEqual({
    name: "name_is_address",
  });
  expect(check({ name: "Be" })).toEqual({ name: "name_length" });
});

test("R1.01 an address must contain @, and a password at least eight characters", () => {
  expect(check({ email: "ben@example", password: "1234567" })).toEqual({
    email: "email_invalid",
    password: "password_length",
  });
  expect(check({ password: "😀😀😀😀" })).toEqual({ password: "password_length" });
  expect(check({ password: "😀".repeat(128) })).toEqual({});
});

test("D11.5 signup requires consent to what the member's search reveals about them", () => {
  expect(check({ sexuality_consent: "" })).toEqual({ sexuality_consent: "consent" });
});

test("R2.19 a first message must be readable and no longer than the site's limit", () => {
  expect(check({ message: " \u200b\n" })).toEqual({ "message.text": "message" });
  expect(check({ message: "x".repeat(1001) })).toEqual({ "message.text": "message_too_long" });
  expect(check({ message: "👩‍👩‍👧".repeat(1000) })).toEqual({});
});

test("R2.19 the form starts with the message if the signup is for a member", () => {
  expect(listFormSteps(true)).toEqual(["message", "who", "you", "key"]);
  expect(listFormSteps(false)).toEqual(["who", "you", "key"]);
  expect(listStepsUpTo(all, "who")).toEqual(["message", "who"]);
});

test("D3.7 the steps before the first faces are counted, later ones are not", () => {
  expect(listStepsBeforeFaces(["photo", "location", "matches", "push"])).toEqual(["photo", "location"]);
  expect(listStepsBeforeFaces(["photo", "push"])).toEqual(["photo", "push"]);
});

test("R1.01 an error leads back to the first step with an invalid field", () => {
  expect(findStepOfFields(all, { email: "taken", name: "taken" })).toBe("you");
  expect(findStepOfFields(all, { "message.text": "too long" })).toBe("message");
  expect(findStepOfFields(listFormSteps(false), {})).toBeUndefined();
});

test("R1.01 the request has the date, the town and the consent in the API's format", () => {
  expect(toSignupBody({ ...complete, city_id: "44" }, nowhere)).toMatchObject({
    date_of_birth: "1992-02-29",
    city_id: 44,
    country: "GB",
    gender: "male",
    seeks: "both",
    sexuality_consent: true,
  });
  expect(toSignupBody(complete, nowhere)).toMatchObject({
    city_id: undefined,
    message: undefined,
    tracking: undefined,
  });
});

test("R2.19 R3.09 the request carries the message's recipient and the tracking record", () => {
  const to = "0d0e7d5e-8b0f-4a52-9d3b-0e6f4f1c2a11";
  const body = toSignupBody(complete, { to, tracking: { network: "adnet" } });
  expect(body).toMatchObject({ message: { to, text: complete.message }, tracking: { network: "adnet" } });
  expect(toSignupBody({ ...complete, message: " " }, { to, tracking: null }).message).toBeUndefined();
});

test("D6.1 the request carries the price that the form shows beside the message", () => {
  const to = "0d0e7d5e-8b0f-4a52-9d3b-0e6f4f1c2a11";
  const creditsOf = (credits: string) =>
    toSignupBody({ ...complete, credits }, { to, tracking: null }).message?.credits;
  expect(["0", "2", ""].map(creditsOf)).toEqual([0, 2, undefined]);
});
