import { expect, test } from "vitest";
import { findMeantTown, type Town, townLabel, townQuery } from "./towns.ts";

const town = (id: number, name: string, region: string): Town => ({
  id,
  name,
  called: null,
  region: null,
  region_name: region,
});
const frankfurts = [
  town(1, "Frankfurt", "Hessen"),
  town(2, "Frankfurt", "Brandenburg"),
  town(3, "Frankenthal", "Pfalz"),
];

test("R1.01 a town is shown with its region, unless both have the same name", () => {
  expect(townLabel(town(1, "Gent", "Oost-Vlaanderen"))).toBe("Gent, Oost-Vlaanderen");
  expect(townLabel(town(1, "Berlin", "Berlin"))).toBe("Berlin");
  expect(townLabel(town(1, "Monaco", ""))).toBe("Monaco");
});

test("R1.01 a fully typed town needs no choosing, with or without accents", () => {
  const towns = [town(1, "Zürich", "Zürich"), town(2, "Züberwangen", "St. Gallen")];
  expect(findMeantTown("zurich", towns)?.id).toBe(1);
  expect(findMeantTown("Frankfurt, Brandenburg", frankfurts)?.id).toBe(2);
  expect(findMeantTown("Lee", [town(7, "Leeds", "England")])?.id).toBe(7);
});

test("R1.01 if two towns share a name, neither is chosen silently", () => {
  expect(findMeantTown("Frankfurt", frankfurts)).toBeUndefined();
  expect(findMeantTown("Fran", frankfurts)).toBeUndefined();
  expect(findMeantTown("Fran", [])).toBeUndefined();
});

test("R1.01 the region after a town's name is not part of the query", () => {
  expect(townQuery(" Gent, Oost-Vlaanderen")).toBe("Gent");
});
