// @vitest-environment happy-dom
import { expect, test } from "vitest";

history.replaceState(null, "", "/pricing?network=adnet&sub1=a");
// the first address of the visit counts, which this module reads once
const { keepVisitOrigin } = await import("./tracking.ts");
keepVisitOrigin();

/** Adds an element to the page, and lets the browser act on it: a click on a link, or a form that is sent. */
function act<E extends HTMLElement>(markup: string, event: Event): E {
  document.body.innerHTML = markup;
  const element = document.body.firstElementChild as E;
  element.dispatchEvent(event);
  return element;
}
const click = (href: string, prevented = false) => {
  const event = new MouseEvent("click", { bubbles: true, cancelable: true });
  if (prevented) event.preventDefault();
  return act<HTMLAnchorElement>(`<a href="${href}"></a>`, event).getAttribute("href");
};

test("R3.09 a link that the browser follows says where the visit began", () => {
  expect(click("/members")).toBe(`${location.origin}/members?network=adnet&sub1=a`);
  expect(click("/signup?network=own")).toBe(`${location.origin}/signup?network=own&sub1=a`);
});

test("R3.09 links of scripts, within the page and to other sites stay as they are", () => {
  expect(click("/members", true)).toBe("/members");
  expect(click("#more")).toBe("#more");
  expect(click("https://other.example/")).toBe("https://other.example/");
});

test("R3.09 so does a form that is sent by its address; one that is posted has its own", () => {
  const send = (markup: string) => [
    ...new FormData(act<HTMLFormElement>(markup, new Event("submit", { bubbles: true }))),
  ];
  const fields = '<input name="country" value="PL"><input name="sub1" value="own">';
  expect(send(`<form>${fields}</form>`)).toEqual([
    ["country", "PL"],
    ["sub1", "own"],
    ["network", "adnet"],
  ]);
  expect(send('<form method="post"></form>')).toEqual([]);
});
