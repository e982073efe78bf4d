// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { renderPage } from "#web/test-dom.tsx";
import { ReportedMessage } from "./reported-message.tsx";

const at = "2026-11-20T12:00:00Z";
const nothing = { question: null, quote: null, reaction: null, attachment: null };
const linesOf = async (props: Partial<Parameters<typeof ReportedMessage>[0]>) => {
  const { container } = await renderPage(<ReportedMessage reported text="The sea." at={at} {...nothing} {...props} />);
  const lines = [...container.querySelectorAll("p, blockquote")].map(({ textContent }) => textContent);
  return { lines, time: container.querySelector("time"), image: container.querySelector("img") };
};

test("R11.02 D11.4 a message that staff read has its time and author, what it answers and quotes, and who reacted", async () => {
  const quote = { kind: "line", reported: false, text: "I sail.", attachment: null, image: null } as const;
  const { lines, time } = await linesOf({ question: "Sea or mountains?", quote, reaction: "sad" });
  expect(lines.slice(1)).toEqual([
    "Answers the questionSea or mountains?",
    "Replies to a line of the profile · Reporter",
    "I sail.",
    "The sea.",
    "Reaction · Reporter: 😢 Sad",
  ]);
  expect(lines[0]).toContain("Reported member");
  expect([time?.dateTime, time?.textContent]).toEqual([at, expect.stringContaining("2026")]);
});

test("R11.02 a quoted photo or gift is named, and a photo of the profile is shown with whose it is", async () => {
  const image = "/staff-files/profile/p1.webp";
  const photo = await linesOf({ quote: { kind: "photo", reported: true, text: "", attachment: null, image } });
  expect(photo.lines).toContain("Replies to a photo of the profile · Reported member");
  expect([photo.image?.getAttribute("src"), photo.image?.alt]).toEqual([image, "Photo of Reported member"]);
  const gift = await linesOf({
    reported: false,
    quote: { kind: "message", reported: true, text: "", attachment: "gift", image: null },
    reaction: "heart",
  });
  expect(gift.lines.slice(1)).toEqual([
    "Replies to a message · Reported member",
    "Gift",
    "The sea.",
    "Reaction · Reported member: ❤️ Heart",
  ]);
});
