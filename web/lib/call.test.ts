import { beforeEach, expect, test, vi } from "vitest";
import { getUser } from "#contract/account.ts";
import { getChats } from "#contract/chat.ts";
import { call, onLoggedOut, onOtherMember } from "./call.ts";

const requests: { url: string; init: RequestInit }[] = [];

beforeEach(() => {
  requests.length = 0;
  vi.stubGlobal("document", { documentElement: { lang: "de", dataset: { viewer: "anna" } } });
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    requests.push({ url, init });
    const body = { error: { code: "authentication_required", message: "" }, authentication_required: true };
    return Response.json(body, { status: 403 });
  });
});
test("R6.09 a 403 of any call but user.php logs out in the browser", async () => {
  const loggedOut = vi.fn();
  const stop = onLoggedOut(loggedOut);
  await expect(call(getUser)).rejects.toThrow();
  expect(loggedOut).not.toHaveBeenCalled();
  await expect(call(getChats)).rejects.toThrow();
  expect(loggedOut).toHaveBeenCalledOnce();
  stop();
  await expect(call(getChats)).rejects.toThrow();
  expect(loggedOut).toHaveBeenCalledOnce();
});

test("R7.02 the browser's calls carry the client header, the page's language and this host's cookies", async () => {
  await expect(call(getUser)).rejects.toThrow();
  expect(requests[0]?.url).toBe("/api/user.php");
  expect(requests[0]?.init).toMatchObject({
    credentials: "same-origin",
    headers: { "x-request-type": "client", "accept-language": "de", "x-member": "anna" },
  });
});

test("R6.09 a call that finds another member logged in says so once, and is not retried", async () => {
  const body = { error: { code: "other_member", message: "Another member" } };
  const refusing = vi.fn(async () => Response.json(body, { status: 409 }));
  vi.stubGlobal("fetch", refusing);
  const told = vi.fn();
  const stop = onOtherMember(told);
  await expect(call(getChats)).rejects.toThrow("Another member");
  expect(told).toHaveBeenCalledExactlyOnceWith("Another member");
  expect(refusing).toHaveBeenCalledOnce();
  stop();
});
