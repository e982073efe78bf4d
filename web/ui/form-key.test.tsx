// @vitest-environment happy-dom
import { act } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { isUuid } from "#contract/uuid.ts";
import "#web/test-dom.tsx";
import { FormKey } from "./form-key.tsx";

test("R7.03 a form keeps the key of the server's page when its scripts run", async () => {
  vi.stubEnv("SSR", true);
  const container = document.createElement("div");
  container.innerHTML = renderToString(<FormKey />);
  const input = container.querySelector("input");
  const key = input?.value;
  expect(isUuid(key)).toBe(true);
  vi.stubEnv("SSR", false);
  const root = await act(async () => hydrateRoot(container, <FormKey />));
  await act(async () => root.render(<FormKey />));
  expect(container.querySelector("input")).toBe(input);
  expect(input?.value).toBe(key);
  await act(async () => root.unmount());
});
