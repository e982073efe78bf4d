import { expect, test } from "vitest";
import { meantTown, type Town, townLabel, townQuery } from "./towns.ts";

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

test("R1.01 a town is shown with its region, unless they are one", () => {
  expect(townLabel(town(1, "Gent", "Oost-Vlaanderen"))).toBe("Gent, Oost-Vlaanderen");
  expect(townLabel(town(1, "Berlin", "Berlin"))).toBe("Berlin");
  expect(townLabel(town(1, "Monaco", ""))).toBe("Monaco");
});

test("R1.01 what was typed in full needs no choosing, accents or not", () => {
  const towns = [town(1, "Zürich", "Zürich"), town(2, "Züberwangen", "St. Gallen")];
  expect(meantTown("zurich", towns)?.id).toBe(1);
  expect(meantTown("Frankfurt, Brandenburg", frankfurts)?.id).toBe(2);
  expect(meantTown("Lee", [town(7, "Leeds", "England")])?.id).toBe(7);
});

test("R1.01 of two towns with one name neither is taken silently", () => {
  expect(meantTown("Frankfurt", frankfurts)).toBeUndefined();
  expect(meantTown("Fran", frankfurts)).toBeUndefined();
  expect(meantTown("Fran", [])).toBeUndefined();
});

test("R1.01 the region behind a town's name is not searched for", () => {
  expect(townQuery(" Gent, Oost-Vlaanderen")).toBe("Gent");
});
