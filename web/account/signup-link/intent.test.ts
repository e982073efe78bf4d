import { expect, test } from "vitest";
import { leadsToSignup } from "#web/signup/signup-address.ts";
import {
  composeInterestSearch,
  composeLoginPath,
  composeSignupPath,
  findPageAfterSignup,
  readIntent,
} from "./intent.ts";

const eva = "0d0e7d5e-8b0f-4a52-9d3b-0e6f4f1c2a11";
const read = (address: string) => {
  const { to, member, next } = readIntent(new URL(address, "http://site"));
  return { to, member, next };
};

test("R2.17 links to the signup are recognised in every language, other links are ignored", () => {
  for (const path of ["/signup", "/fi/signup", `/members/${eva}/signup`, `/de/members/${eva}/signup`]) {
    expect(leadsToSignup(path), path).toBe(true);
  }
  for (const path of ["/", "/login", "/signup-matches", "/complete-signup", "/members/x/signup", `/members/${eva}`]) {
    expect(leadsToSignup(path), path).toBe(false);
  }
  expect(read("/fi/signup?gender=male")).toEqual({ to: null, member: null, next: null });
});

test("R2.17 R2.19 R6.03 a link may be for one member, to write to or to see, and leads on to their page", () => {
  expect(read(`/de/members/${eva}/signup`)).toEqual({ to: eva, member: eva, next: `/members/${eva}` });
  expect(read(`/members/${eva}/signup?next=/likes`)).toEqual({ to: eva, member: eva, next: "/likes" });
  expect(read(`/signup?next=/members/${eva}`)).toEqual({ to: null, member: eva, next: `/members/${eva}` });
  expect(read("/signup?next=//evil.example")).toEqual({ to: null, member: null, next: "/members" });
});

test("R2.19 R4.02 a user who wrote to the member of the signup goes on to the chat with the message", () => {
  const intent = read(`/members/${eva}/signup`);
  expect(findPageAfterSignup(intent, true)).toBe(`/members/${eva}/chat`);
  expect(findPageAfterSignup(intent, false)).toBe(`/members/${eva}`);
  expect(findPageAfterSignup(read(`/members/${eva}/signup?next=/likes`), true)).toBe("/likes");
  expect(findPageAfterSignup(read("/signup"), true)).toBeNull();
});

test("R2.19 a visitor sent to the login on the way to a chat may sign up instead, and starts with the message", () => {
  expect(composeSignupPath(`/members/${eva}/chat`)).toBe(`/members/${eva}/signup`);
  expect(composeSignupPath(`/members/${eva}`)).toBe(`/signup?next=%2Fmembers%2F${eva}`);
  expect(composeSignupPath(null)).toBe("/signup");
});

test("R6.03 an existing member goes on from the login to the member of the signup", () => {
  expect(composeLoginPath(eva, null)).toBe(`/login?next=%2Fmembers%2F${eva}`);
  expect(composeLoginPath(null, "/likes")).toBe("/login?next=%2Flikes");
  expect(composeLoginPath(null, null)).toBe("/login");
});

test("R2.03 what a visitor picked on a lander becomes a search; other values are ignored", () => {
  expect(composeInterestSearch(["music", "coffee", "x", ""])).toBe("/members?interests=coffee%2Cmusic&picked=1");
  expect(composeInterestSearch(["nothing"])).toBeNull();
  expect(composeInterestSearch([])).toBeNull();
});
