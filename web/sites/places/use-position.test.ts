import { expect, test, vi } from "vitest";
import { askPosition, watchPositionPermission } from "./use-position.ts";

/** A permission of the browser that can change. */
class Permission extends EventTarget {
  state: PermissionState = "prompt";
  become(state: PermissionState): void {
    this.state = state;
    this.dispatchEvent(new Event("change"));
  }
}

function browser(navigator: object, secure = true): void {
  vi.stubGlobal("navigator", navigator);
  vi.stubGlobal("isSecureContext", secure);
}

/** What is reported until now, after the browser has answered. */
async function watched() {
  const reports: string[] = [];
  const end = watchPositionPermission((permission) => reports.push(permission));
  await new Promise((resolve) => setImmediate(resolve));
  return { reports, end };
}

test("R4.06 geolocation is unsupported if the browser has none, or the page is not secure", async () => {
  browser({});
  expect((await watched()).reports).toEqual(["unsupported"]);
  browser({ geolocation: {}, permissions: { query: () => Promise.resolve(new Permission()) } }, false);
  expect((await watched()).reports).toEqual(["unsupported"]);
});

test("R4.06 the permission stays unknown if the browser does not tell it", async () => {
  browser({ geolocation: {} });
  expect((await watched()).reports).toEqual([]);
  browser({ geolocation: {}, permissions: { query: () => Promise.reject(new TypeError("geolocation")) } });
  expect((await watched()).reports).toEqual([]);
});

test("R4.06 the permission is the browser's, also when it changes, until the screen is left", async () => {
  const permission = new Permission();
  const query = vi.fn(() => Promise.resolve(permission));
  browser({ geolocation: {}, permissions: { query } });
  const { reports, end } = await watched();
  expect(query).toHaveBeenCalledWith({ name: "geolocation" });
  for (const state of ["granted", "denied"] as const) permission.become(state);
  expect(reports).toEqual(["prompt", "granted", "denied"]);
  end();
  permission.become("granted");
  expect(reports).toHaveLength(3);
});

test("R4.06 D4.5 a position may be an hour old, and leaves the device with two decimals", async () => {
  const getCurrentPosition = vi.fn((found: PositionCallback, _failed: unknown, _options: PositionOptions) =>
    found({ coords: { latitude: 52.520_43, longitude: -13.404_96 } } as GeolocationPosition),
  );
  browser({ geolocation: { getCurrentPosition } });
  expect(await askPosition()).toEqual({ lat: 52.52, lon: -13.4 });
  expect(getCurrentPosition.mock.calls[0]?.[2]).toMatchObject({ maximumAge: 3_600_000 });
});

test("R4.06 a position that is refused and one that is not found are two failures", async () => {
  for (const [code, failure] of [
    [1, "denied"],
    [2, "not_found"],
    [3, "not_found"],
  ] as const) {
    const getCurrentPosition = (_found: unknown, failed: (error: object) => void) =>
      failed({ code, PERMISSION_DENIED: 1 });
    browser({ geolocation: { getCurrentPosition } });
    await expect(askPosition()).rejects.toBe(failure);
  }
});
