// @vitest-environment happy-dom
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { softenCamera, softPixels, softSize } from "./soft-camera.ts";

test("R12.02 a soft picture has only a few pixels, whichever way the device is held", () => {
  expect(softSize(640, 480)).toEqual({ width: 20, height: 15 });
  expect(softSize(480, 640)).toEqual({ width: 15, height: 20 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 8000 }), fc.integer({ min: 0, max: 8000 }), (width, height) => {
      const soft = softSize(width, height);
      expect(Math.max(soft.width, soft.height)).toBeLessThanOrEqual(softPixels);
      expect(Math.min(soft.width, soft.height)).toBeGreaterThanOrEqual(1);
    }),
  );
});

test("R12.02 the camera's picture goes through the few pixels, and never into what is sent by itself", async () => {
  vi.useFakeTimers();
  const drawn: { onto: number; what: string; from: number }[] = [];
  const track = { stop: vi.fn() };
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockImplementation(function (this: HTMLCanvasElement) {
    const drawImage = (source: HTMLElement) =>
      drawn.push({
        onto: this.width,
        what: source.tagName,
        from: source instanceof HTMLCanvasElement ? source.width : 0,
      });
    return { drawImage } as never;
  });
  HTMLCanvasElement.prototype.captureStream = () => ({ getVideoTracks: () => [track] }) as never;
  Object.assign(HTMLVideoElement.prototype, { videoWidth: 480, videoHeight: 640 });
  vi.spyOn(HTMLVideoElement.prototype, "play").mockResolvedValue();
  const soft = softenCamera(new MediaStream());
  expect(soft.track).toBe(track);
  await vi.advanceTimersByTimeAsync(100);
  expect(drawn).toEqual([
    { onto: 15, what: "VIDEO", from: 0 },
    { onto: 320, what: "CANVAS", from: 15 },
  ]);
  soft.stop();
  await vi.advanceTimersByTimeAsync(1_000);
  expect([drawn.length, track.stop.mock.calls.length]).toEqual([2, 1]);
});
