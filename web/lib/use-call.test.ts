// @vitest-environment happy-dom
import { act } from "react";
import { useNavigate } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { formKeyField } from "#contract/constants.ts";
import { sendNotice } from "#contract/content-notices.ts";
import { startPayment } from "#contract/payments.ts";
import { sendSelfie } from "#contract/verification.ts";
import { renderHook } from "#web/test-dom.tsx";
import { ApiFailure, type CallFunction, newKey } from "./api.ts";
import { createPage } from "./page.ts";
import { useCall, useSend } from "./use-call.ts";
import { type Fields, useForm } from "./use-form.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
/** The keys of the requests to a server that answers with this status. */
function serverWith(status: () => number): string[] {
  const keys: string[] = [];
  vi.stubGlobal("fetch", async (_url: string, { headers }: { headers: Record<string, string> }) => {
    keys.push(headers["idempotency-key"] ?? "");
    return new Response("{}", { status: status() });
  });
  return keys;
}

/** Runs to the end, with all retries. */
const finish = <T>(run: () => Promise<T>) =>
  act(async () => {
    const running = run();
    await vi.runAllTimersAsync();
    return await running;
  });

test("a refused call shows why, until the next attempt", async () => {
  const refusals = [new ApiFailure(400, "invalid_input", "No")];
  const hook = await renderHook(() =>
    useSend(async () => {
      const refusal = refusals.pop();
      if (refusal) throw refusal;
      return "done";
    }),
  );
  expect(await act(() => hook.current().run({}))).toBeNull();
  expect(hook.current().failure).toMatchObject({ code: "invalid_input", message: "No" });
  expect(await act(() => hook.current().run({}))).toBe("done");
  expect(hook.current().failure).toBeNull();
});

test("R7.03 a picture that had no answer keeps its key, another picture has its own", async () => {
  const keys = serverWith(() => 503);
  const hook = await renderHook(() => useCall(sendSelfie));
  const [blurred, sharp] = [new Blob(["blurred"]), new Blob(["sharp"])];
  for (const body of [blurred, blurred, sharp]) expect(await finish(() => hook.current().run({ body }))).toBeNull();
  expect(new Set(keys.slice(0, 12)).size).toBe(1);
  expect(new Set(keys).size).toBe(2);
});

test("0126 an order waits for a site that moves: its button is busy until then, and it is placed once", async () => {
  const keys: string[] = [];
  vi.stubGlobal("fetch", async (_url: string, { headers }: { headers: Record<string, string> }) => {
    keys.push(headers["idempotency-key"] ?? "");
    if (keys.length > 2) return new Response('{"checkout_url":"/there"}');
    return new Response("{}", { status: 503, headers: { "retry-after": "15" } });
  });
  const hook = await renderHook(() => useCall(startPayment));
  const body = { bundle_id: newKey(), amount: 995, begin_at_once: true } as const;
  const answers: unknown[] = [];
  await act(async () => void hook.current().run({ body }, (answer) => answers.push(answer)));
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect([hook.current().pending, keys.length, answers]).toEqual([true, 2, []]);
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect([hook.current().pending, hook.current().failure]).toEqual([false, null]);
  expect(answers).toEqual([{ checkout_url: "/there" }]);
  expect([keys.length, new Set(keys).size]).toEqual([3, 1]);
});

test("R7.03 a button is busy until the next page is there", async () => {
  const { promise: loaded, resolve: load } = Promise.withResolvers<null>();
  const hook = await renderHook(
    () => {
      const navigate = useNavigate();
      const sending = useSend(async () => "/next");
      return { ...sending, press: () => sending.run({}, (path) => navigate(path)) };
    },
    { loadOther: () => loaded },
  );
  await act(async () => void hook.current().press());
  expect(hook.router.state.navigation.state).toBe("loading");
  expect(hook.current().pending).toBe(true);
  await act(async () => load(null));
  expect(hook.router.state.location.pathname).toBe("/next");
});

const notice = { place: "eva", reason: "scam", text: "Look at this" } as const;
const send = (call: CallFunction, fields: Fields) => call(sendNotice, { body: { ...notice, ...fields } });

test("R7.03 a form that was posted before its scripts ran has the same key when they send it", async () => {
  const formKey = newKey();
  const posted: (string | undefined)[] = [];
  const { call } = createPage({
    ...{ language: "en", origin: "http://site", path: "/report", nonce: "", chunks: {}, shared: null },
    cookies: null,
    hasSession: false,
    siteFrame: async () => null,
    unshare: () => {},
    finishWith: () => {},
    formKey,
    transport: async ({ headers }) => {
      posted.push(headers["idempotency-key"]);
      return { status: 200, header: () => null, text: async () => "{}" };
    },
  });
  await send(call, { name: "Max" });
  const keys = serverWith(() => 200);
  const hook = await renderHook(() => useForm(send));
  const submit = (name: string) => finish(() => hook.current().submit({ [formKeyField]: formKey, name }));
  await submit("Max");
  // the outcome is known: what follows is another intent, with the same form
  await submit("Max");
  await submit("Moritz");
  expect(keys[0]).toBe(posted[0]);
  expect(new Set([...posted, ...keys]).size).toBe(3);
});

test("R6.09 a failure that the form shows is reported once; that the login is missing is not", async () => {
  const failures = [
    new ApiFailure(400, "price_changed", "No"),
    new ApiFailure(401, "price_changed", "", { authentication_required: true }),
  ];
  const reported: string[] = [];
  const hook = await renderHook(() =>
    useSend(
      async () => {
        throw failures.shift();
      },
      ({ code }) => reported.push(code),
    ),
  );
  await act(() => hook.current().run({}));
  await act(() => hook.current().run({}));
  expect(reported).toEqual(["price_changed"]);
});
