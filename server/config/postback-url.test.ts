import { expect, test } from "vitest";
import { fillPostback, type PostbackFields, postbackFields, postbackProblem, sumFields } from "./postback-url.ts";

const none = Object.fromEntries(postbackFields.map((name) => [name, ""])) as PostbackFields;

test("D10.2 an address for postbacks is https, of one host, and names the conversion", () => {
  const whole = "https://net.example/in?click={sub1}&id={conversion}&v={amount_minor}{currency}";
  expect(postbackProblem(whole, postbackFields)).toBeNull();
  for (const [template, problem] of [
    ["http://net.example/?id={conversion}", "https://"],
    ["https://net.example:8443/?id={conversion}", "port"],
    ["https://user:pw@net.example/?id={conversion}", "login"],
    ["https://{sub1}.example/?id={conversion}", "host"],
    ["https://net.example{sub1}/?id={conversion}", "host"],
    ["https://net.example?id={conversion}", "path"],
    ["https://net.example/?id=1", "lacks {conversion}"],
    ["https://net.example/?id={conversion}&mail={email}", "{email} is not one of"],
    [`https://net.example/?id={conversion}&x=${"x".repeat(2_000)}`, "2000"],
    ["nothing {conversion}", "https://"],
  ] as const) {
    expect(postbackProblem(template, postbackFields), template).toContain(problem);
  }
});

test("D14.5 an address for sums may contain nothing of a click", () => {
  expect(postbackProblem("https://net.example/?n={count}&day={day}&id={report}", sumFields)).toBeNull();
  expect(postbackProblem("https://net.example/?click={sub1}&id={report}", sumFields)).toContain("{sub1} is not one of");
  expect(postbackProblem("https://net.example/?n={count}", sumFields)).toContain("lacks {report}");
});

test("D10.2 what a visitor's address says can't change where a postback goes", () => {
  const template = "https://net.example/in/{network}?click={sub1}&id={conversion}";
  const hostile = { ...none, network: "../../x", sub1: "a&id=1#{conversion}$&", conversion: "c-1" };
  const url = new URL(fillPostback(template, hostile));
  expect([url.host, url.pathname]).toEqual(["net.example", "/in/..%2F..%2Fx"]);
  expect([...url.searchParams]).toEqual([
    ["click", "a&id=1#{conversion}$&"],
    ["id", "c-1"],
  ]);
  expect(fillPostback(template, { ...none, sub1: "💌 ü" })).toContain("click=%F0%9F%92%8C%20%C3%BC&");
});
