import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import routes from "#web/routes.ts";
import { hasBackButton } from "./back-rules.ts";

const idsOf = ({ id = "", children = [] }: RouteConfigEntry): string[] => [id, ...children.flatMap(idsOf)];
const screens = routes.flatMap(idsOf);

test("R2.10 five screens have a back button if there is a page to go back to, and no other screen has one", () => {
  const shown = (state: unknown) => screens.filter((screen) => hasBackButton(screen, state)).toSorted();
  const specified = ["credits", "credits-id-paymentmethod", "likes-m-id", "likes-type", "members-id"];
  expect(shown({ idx: 1 })).toEqual(specified);
  expect(shown({ idx: 7, key: "a" })).toEqual(specified);
  for (const state of [{ idx: 0 }, {}, null, undefined]) expect(shown(state)).toEqual([]);
});
