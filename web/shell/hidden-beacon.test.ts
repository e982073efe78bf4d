// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from "vitest";
import { sendHiddenBeacons } from "./hidden-beacon.ts";

/** The addresses of the beacons of a visit that begins here. */
function visit(address: string): string[] {
  history.replaceState(null, "", address);
  document.documentElement.dataset.screen = "index";
  const sent: string[] = [];
  navigator.sendBeacon = (url) => sent.push(String(url)) > 0;
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  const add = vi.spyOn(globalThis, "addEventListener");
  sendHiddenBeacons();
  onTestFinished(() => {
    for (const [type, listener] of add.mock.calls) removeEventListener(type, listener as EventListener);
    vi.restoreAllMocks();
  });
  return sent;
}
const hide = () => document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));

/** Clicks a link to an address; `handled`: a script shows it. */
function follow(href: string, handled = false): void {
  const link = document.body.appendChild(Object.assign(document.createElement("a"), { href }));
  if (handled) link.addEventListener("click", (event) => event.preventDefault());
  link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
}

const plain = "/api/page-hidden.php?";
const bounce = `${plain}bounce=index&network=meadow`;

test("R4.23 R4.21 a hidden page sends a beacon; with lb the first screen is counted once", () => {
  const sent = visit("/?lb=1&network=meadow");
  hide();
  hide();
  expect(sent).toEqual([bounce, plain]);
});

test("R4.21 without lb nothing is counted", () => {
  const sent = visit("/?network=meadow");
  hide();
  expect(sent).toEqual([plain]);
});

test.for([
  ["scripts show the next page", () => history.pushState({ key: "next" }, "", "/members")],
  ["the browser loads it", () => follow(`${location.origin}/members`)],
] as const)("R4.21 a visitor who goes on within the site does not bounce: %s", ([, goOn]) => {
  const sent = visit("/?lb=1&network=meadow");
  goOn();
  hide();
  expect(sent).toEqual([plain]);
});

test("R4.21 a link within the page, to another site or to what opens over the page is no page of the visit", () => {
  const sent = visit("/?lb=1&network=meadow");
  follow(`${location.href}#more`);
  follow("https://other.example/");
  follow(`${location.origin}/signup`, true);
  hide();
  expect(sent).toEqual([bounce]);
});
