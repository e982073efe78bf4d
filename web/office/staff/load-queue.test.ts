import type { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { getPartners } from "#contract/partners.ts";
import { ApiFailure } from "#web/lib/api.ts";
import { pageContext } from "#web/lib/page.ts";
import { loadQueues } from "./load-queue.ts";
import { loadStaff } from "./load-staff.ts";

/** What a request's context has for a loader: the page, whose calls end so. */
const contextOf = (call: () => Promise<unknown>) =>
  ({
    get: (key: unknown) => (key === pageContext ? { call, path: "/staff/queue/photos" } : undefined),
  }) as unknown as RouterContextProvider;

test("D11.4 the page of a queue that another role works on says so, as a 403: it is no mistyped address", async () => {
  const text = "Your role doesn’t allow this.";
  const refused = contextOf(() => Promise.reject(new ApiFailure(403, "staff_role_missing", text)));
  await expect(loadQueues(refused, "photos")).rejects.toMatchObject({
    init: { status: 403 },
    data: { message: text, code: "staff_role_missing" },
  });
});

test("D11.4 the page of a queue leads to the login once the session is over, and the login back", async () => {
  const over = contextOf(() => Promise.reject(new ApiFailure(401, "staff_login_required", "")));
  const thrown = await loadQueues(over, "photos").catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(Response);
  expect((thrown as Response).headers.get("location")).toBe("/staff?next=%2Fstaff%2Fqueue%2Fphotos");
});

test("D11.4 the page about a site of other staff says what is wrong with the address, as it has no field for that", async () => {
  const text = "You don’t work on this site, or it doesn’t exist.";
  const error = { code: "invalid_input", message: "Please check the marked fields.", fields: { site: text } } as const;
  const refused = contextOf(() => Promise.reject(new ApiFailure(400, error.code, error.message, { error })));
  await expect(loadStaff(refused, getPartners, { query: { site: "abendrot" } })).rejects.toMatchObject({
    init: { status: 404 },
    data: { message: text, code: "invalid_input" },
  });
});
