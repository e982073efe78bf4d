import { expect, test } from "vitest";
import { checkSteps } from "./signup-check.ts";
import { bodyOf, readValues, type SignupValues, stepOfFields, stepOfSearch } from "./signup-values.ts";

const complete: SignupValues = {
  gender: "male",
  seeks: "both",
  name: "Ben",
  day: "29",
  month: "2",
  year: "1992",
  email: "ben@example.com",
  password: "12345678",
  country: "GB",
  city: "Leeds",
  city_id: "44",
};
const rules = { minAge: 18, now: new Date(2026, 10, 20) };
const check = (wrong: Partial<SignupValues>, upTo = 4) => checkSteps({ ...complete, ...wrong }, upTo, rules);

test("R1.01 a complete form has nothing to complain about", () => {
  expect(check({})).toEqual({});
});

test("R1.01 a step is asked for what it holds, not for what comes later", () => {
  const empty = readValues(new FormData());
  expect(checkSteps(empty, 1, rules)).toEqual({ gender: "gender", seeks: "seeks" });
  expect(Object.keys(checkSteps(empty, 4, rules))).toHaveLength(7);
});

test("R5.01 the birth date is needed, must exist, and must be old enough", () => {
  expect(check({ day: "", month: "", year: "" })).toEqual({ date_of_birth: "date_of_birth" });
  expect(check({ day: "31" })).toEqual({ date_of_birth: "date_of_birth_invalid" });
  expect(check({ year: "2030" })).toEqual({ date_of_birth: "date_of_birth_invalid" });
  expect(check({ year: "1880" })).toEqual({ date_of_birth: "date_of_birth_invalid" });
  expect(check({ day: "21", month: "11", year: "2008" })).toEqual({ date_of_birth: "too_young" });
  expect(check({ day: "20", month: "11", year: "2008" })).toEqual({});
});

test("R5.02 a name is neither the e-mail address nor does it start with @", () => {
  expect(check({ name: "@ben" })).toEqual({ name: "name_starts_with_at" });
  expect(check({ name: "Ben@Example.com" })).toEqual({ name: "name_is_email" });
  expect(check({ name: "Be" })).toEqual({ name: "name_length" });
});

test("R1.01 an address needs its @ and a password its eight characters", () => {
  expect(check({ email: "ben@example", password: "1234567" })).toEqual({
    email: "email_invalid",
    password: "password_length",
  });
});

test("R1.01 a refusal leads back to the first step that has such a field", () => {
  expect(stepOfFields({ email: "taken", name: "taken" })).toBe(2);
  expect(stepOfFields({ city_id: "unknown" })).toBe(4);
  expect(stepOfFields({})).toBeUndefined();
});

test("R1.01 an address names one of the steps, or the first", () => {
  const step = (search: string) => stepOfSearch(new URLSearchParams(search));
  expect([step(""), step("step=3"), step("step=9"), step("step=0"), step("step=x"), step("step=1.5")]).toEqual([
    1, 3, 1, 1, 1, 1,
  ]);
});

test("R1.01 the call gets the date and the town as the API wants them", () => {
  expect(bodyOf(complete)).toMatchObject({ date_of_birth: "1992-02-29", city_id: 44, gender: "male", seeks: "both" });
});
