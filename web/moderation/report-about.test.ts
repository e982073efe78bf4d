import { expect, test } from "vitest";
import { toReportSubject } from "./report-about.ts";

const member = { id: "0193a5c2-0000-4000-8000-000000000001", name: "Anna" };
const photo = "0193a5c2-0000-4000-8000-00000000000a";

test("D11.2 a message is reported by its id", () => {
  const message = "0193a5c2-0000-4000-8000-00000000000b";
  expect(toReportSubject({ member, subject: "message", message })).toEqual({
    member: member.id,
    about: "message",
    message,
  });
});

test("D11.2 a photo is reported by the id in its URL, wherever the photos are stored", () => {
  for (const before of ["", "https://photos.example.org", "/cdn"]) {
    const image = { filename: `${before}/photos/${photo}/full-0a1b2c3d.webp` };
    expect(toReportSubject({ member, subject: "photo", image })).toEqual({ member: member.id, about: "photo", photo });
  }
  expect(toReportSubject({ member, subject: "chat" })).toEqual({ member: member.id, about: "chat" });
});
