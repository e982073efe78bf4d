import { afterEach, expect, test, vi } from "vitest";
import { askPosition } from "./use-position.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

type Ask = Geolocation["getCurrentPosition"];

/** A device that answers with this position or error, and what it was asked. */
function deviceThat(answers: (succeed: Parameters<Ask>[0], fail: NonNullable<Parameters<Ask>[1]>) => void) {
  const asked: PositionOptions[] = [];
  const getCurrentPosition: Ask = (succeed, fail, options) => {
    asked.push(options ?? {});
    if (fail) answers(succeed, fail);
  };
  vi.stubGlobal("navigator", { geolocation: { getCurrentPosition } });
  return asked;
}

test("R4.06 D4.5 a position of the last hour is good enough, and only a rounded one leaves the device", async () => {
  const position = { coords: { latitude: 52.520_48, longitude: 13.404_96 } } as GeolocationPosition;
  const asked = deviceThat((succeed) => succeed(position));
  expect(await askPosition()).toEqual({ lat: 52.52, lon: 13.4 });
  expect(asked).toMatchObject([{ maximumAge: 3_600_000, enableHighAccuracy: false }]);
});

test("R4.06 a refusal and a position that was not found are two failures", async () => {
  for (const [code, why] of [
    [1, "denied"],
    [2, "not_found"],
    [3, "not_found"],
  ] as const) {
    deviceThat((_, fail) => fail({ code, PERMISSION_DENIED: 1 } as GeolocationPositionError));
    await expect(askPosition()).rejects.toBe(why);
  }
});
