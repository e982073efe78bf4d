// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { renderPage } from "#web/test-dom.tsx";
import { AboutMeField } from "./about-me-field.tsx";

const refused = { id: "5b0ac1c5-3c1d-4a56-b1d4-8d11f1d5c3a1", text: "Call me on 06 12345678" };
const field = { member: "anna", agreed: true, inspected: false, hadText: false, refused, checked: false };

test("D11.2 D11.3 a refused text stands under its empty field, with the way to its decision", async () => {
  const { container } = await renderPage(<AboutMeField {...field} text="" />);
  expect(container.textContent).toContain("We didn’t publish your new “About me”.");
  expect(container.textContent).toContain(refused.text);
  expect(container.querySelector("a[href$='/decisions#5b0ac1c5-3c1d-4a56-b1d4-8d11f1d5c3a1']")).not.toBeNull();
});

test("D11.3 a new text ends the reminder of a refused one", async () => {
  const { container } = await renderPage(<AboutMeField {...field} text="I love boats." />);
  expect(container.textContent).not.toContain(refused.text);
});
