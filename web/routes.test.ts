import type { RouteConfigEntry } from "@react-router/dev/routes";
import { matchRoutes, type RouteObject } from "react-router";
import { expect, test } from "vitest";
import { landerNames } from "#contract/landers.ts";
import { mayBeListed, textPages } from "#contract/public-pages.ts";
import routes from "./routes.ts";

const toObject = ({ id, path, index, children }: RouteConfigEntry): RouteObject =>
  index ? { id, index } : { id, path, children: children?.map(toObject) };
const table = routes.map(toObject);

/** The id of the route that an address leads to. */
const routeOf = (address: string) => matchRoutes(table, address)?.at(-1)?.route.id;

/** The addresses of the specification's list, each with its route's id. */
const specified: Record<string, string> = {
  "/": "index",
  "/likes": "likes",
  "/likes/m/7": "likes-m-id",
  "/likes/received": "likes-type",
  "/account-deleted": "account-deleted",
  "/chats": "chats",
  "/chats/7": "chats-id",
  "/complaints": "complaints",
  "/complete-signup": "complete-signup",
  "/credits": "credits",
  "/credits/repeat-order": "credits-repeat-order",
  "/credits/7": "credits-id-paymentmethod",
  "/credits/7/ideal": "credits-id-paymentmethod",
  "/lang-config": "lang-config",
  "/login": "login",
  "/match-finder": "match-finder",
  "/members": "members",
  "/directdebit": "directdebit",
  "/members/7": "members-id",
  "/members/7/chat": "members-id-chat",
  "/members/7/signup": "members-id-signup",
  "/members/7/card": "members-id-card",
  "/members/7/landing": "members-id-landing",
  "/members/7/landing2": "members-id-landing2-slug",
  "/members/7/landing2/she-likes-you": "members-id-landing2-slug",
  "/members/7/landing3": "members-id-landing3-slug",
  "/members/7/landing3/she-likes-you": "members-id-landing3-slug",
  "/notifications": "notifications",
  "/premium": "premium",
  "/pricing": "pricing",
  "/profile": "profile",
  "/reset-password": "reset-password",
  "/reset-password/do": "reset-password-do",
  "/signup": "signup",
  "/signup-matches": "signup-matches",
  "/swipe-game": "swipe-game",
  "/activate/done": "activate-done",
  "/activate/error": "activate-error",
  "/mail-change/do": "mail-change-do",
  "/transactions": "transactions-id",
  "/transactions/7": "transactions-id",
  "/a-token": "token",
  "/pages/ban": "pages-ban",
  "/pages/cookies": "pages-cookies",
  "/pages/faq": "pages-faq",
  "/pages/privacy": "pages-privacy",
  "/pages/return-policy": "pages-return-policy",
  "/pages/service": "pages-service",
  "/pages/terms": "pages-terms",
};

test.each(Object.entries(specified))("R2.01 %s leads to the screen %s", (address, id) => {
  expect(routeOf(address)).toBe(id);
});

test.each(landerNames)("R2.02 R2.03 /landers/%s leads to its lander, with and without a slug", (name) => {
  expect(routeOf(`/landers/${name}`)).toBe(`landers-${name}-slug`);
  expect(routeOf(`/landers/${name}/she-likes-you`)).toBe(`landers-${name}-slug`);
});

test("D10.1 D10.3 search engines may list each page of web/pages, and each has the path of its text", () => {
  const pages = routes
    .flatMap(({ children }) => children ?? [])
    .filter(({ file }) => file.startsWith("pages/"))
    .map(({ path }) => `/${path}`);
  expect(pages.toSorted()).toEqual(Object.values(textPages).toSorted());
  expect(pages.filter((path) => !mayBeListed(path, "pages"))).toEqual([]);
});

test("R2.28 an address without a screen leads to the error page for it", () => {
  expect(["/nothing/here", "/pages/none", "/members/7/none", "/landers/none"].map(routeOf)).toEqual(
    Array(4).fill("not-found"),
  );
});
