import { describe, expect, test, vi } from "vitest";
import { pushState } from "./device-push.ts";

type Device = { permission?: NotificationPermission; owner?: string; subscribed?: boolean };

/**
 * A browser that supports pushes. `owner`: the member whose subscription it holds; `subscribed`: whether it has one.
 */
function browserWith({ permission = "default", owner, subscribed = false }: Device): void {
  const registration = { pushManager: { getSubscription: async () => (subscribed ? {} : null) } };
  vi.stubGlobal("Notification", { permission });
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("navigator", { serviceWorker: { getRegistration: async () => registration } });
  vi.stubGlobal("localStorage", { getItem: (name: string) => (name === "push-member" ? (owner ?? null) : null) });
}

describe("R4.05 the state of pushes on a device", () => {
  test.each<[words: string, device: Device, state: string]>([
    ["never asked", {}, "default"],
    ["refused in the browser", { permission: "denied", owner: "anna", subscribed: true }, "denied"],
    ["allowed, and subscribed", { permission: "granted", owner: "anna", subscribed: true }, "subscribed"],
    ["allowed, and switched off", { permission: "granted" }, "default"],
    ["allowed, but the browser ended it", { permission: "granted", owner: "anna" }, "default"],
    ["subscribed for another member", { permission: "granted", owner: "ben", subscribed: true }, "default"],
  ])("%s", async (_, device, state) => {
    browserWith(device);
    expect(await pushState("a key", "anna")).toBe(state);
  });

  test("is incapable if the server has no key, or the browser does not support pushes", async () => {
    browserWith({ permission: "granted", owner: "anna", subscribed: true });
    expect(await pushState("", "anna")).toBe("incapable");
    vi.stubGlobal("PushManager", undefined);
    expect(await pushState("a key", "anna")).toBe("incapable");
    browserWith({});
    vi.stubGlobal("navigator", {});
    expect(await pushState("a key", "anna")).toBe("incapable");
  });
});
