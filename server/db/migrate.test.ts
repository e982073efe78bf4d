import { expect, test } from "vitest";
import { assertVersion } from "./migrate.ts";

test("D12.2 a PostgreSQL that is too old is refused, with the version that is needed", () => {
  expect(() => assertVersion("15.13 (Debian 15.13-0+deb12u1)")).toThrow(
    "PostgreSQL 18 or newer is needed, this is 15.13 (Debian 15.13-0+deb12u1)",
  );
  expect(() => assertVersion("18.4")).not.toThrow();
});
