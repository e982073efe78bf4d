import { linkTo } from "#e2e/mails.ts";
import { type Caller, send } from "#e2e/member.ts";
import { upload } from "#e2e/photo.ts";
import { staffName } from "#e2e/staff.ts";
import { pattern, sayIn } from "#e2e/texts.ts";
import { read } from "./caller.ts";
import type { Case } from "./case.ts";
import { decidePhoto, sanction } from "./colleague.ts";
import { type Cast, write } from "./people.ts";
import { portrait } from "./pictures.ts";

async function rejectedPhoto({ anna }: Cast, colleague: Caller): Promise<Case> {
  const { photo } = await upload(anna.context, "/api/photos.php", await portrait(anna.sitter, 2));
  await decidePhoto(colleague, photo.id, "explicit");
  const { decisions } = await read(anna.context, "/api/decisions.php");
  const [{ id }] = decisions;
  await send(anna.context, "POST", "/api/objection.php", {
    id,
    text: "Auf dem Bild bin nur ich, angezogen, bei einem Ausflug. Was soll daran anstößig sein?",
  });
  return {
    queue: "objections",
    what: `${anna.name}: a harmless portrait that a colleague rejected as explicit`,
    expected: "Uphold the appeal: the rejection is reversed, with a sentence of regret.",
    why: "The picture, which the item shows, has a dressed woman and nothing else.",
    ids: { member: anna.id, statement: id, photo: photo.id },
  };
}

async function rightfulBan({ boris, chloe }: Cast, colleague: Caller): Promise<Case> {
  await write(boris, chloe, "Bonjour Chloé, you look like a good soul.");
  await write(chloe, boris, "Hello Boris!");
  const message = await write(
    boris,
    chloe,
    "My daughter needs an operation. Please send 700 euros by Western Union today!",
  );
  const words = { about: "message", message, reason: "scam", text: "He asks for money." };
  const sent = await send(chloe.context, "POST", "/api/report.php", { member: boris.id, ...words });
  await send(colleague, "POST", "/api/staff-reports.php", { count: 1, first: boris.id });
  await send(colleague, "PUT", "/api/staff-reports.php", {
    id: boris.id,
    verdict: "banned",
    reports: [sent.report],
    ground: "scam",
    words: "You asked a member for money.",
  });
  const subject = pattern(sayIn("en"), "mails:decision.subject");
  const link = new URL(await linkTo(boris.context.request, boris.email, subject));
  const token = link.pathname.split("/").at(-1);
  const text = "This is unfair! I never did anything wrong, I only look for love. Give me my account back.";
  const { decision } = await send(boris.context, "POST", "/api/statement.php", { token, text });
  return {
    queue: "objections",
    what: `${boris.name}: banned, because he asked ${chloe.name} for 700 euros`,
    expected: "Keep the decision: the ban stays, with a sentence why.",
    why: "The reported message, which the item shows, asks for money; his appeal says nothing about it.",
    ids: { member: boris.id, statement: decision.id },
  };
}

/** Appeals against what a colleague decided. */
export const plantAppeals = async (cast: Cast, colleague: Caller): Promise<Case[]> => [
  await rejectedPhoto(cast, colleague),
  await rightfulBan(cast, colleague),
];

/** A suspension that hit the wrong member, and no one complains about. */
export async function plantMistake({ jonas, freja }: Cast, colleague: Caller): Promise<Case[]> {
  await sanction(
    colleague,
    freja,
    { measure: "suspended", days: 30 },
    { ground: "harassment", words: "You insulted other members." },
  );
  return [
    {
      job: `Your colleague ${staffName} tells you: “Today I suspended ${freja.name}, but I had the wrong person.” Take that back.`,
      what: `${freja.name}: suspended for 30 days by mistake`,
      expected: "On the member’s page the suspension is lifted, with a sentence to the member.",
      why: "The account is active again, and the member was told.",
      ids: { member: freja.id },
    },
    {
      job: `A caller asks about a member whose last name has “rogh” in it; she knows no more. In which town does he live?`,
      what: `${jonas.name}: found by a part of the name`,
      expected: "København (Copenhagen).",
      why: "The search for members finds a part of a name.",
      ids: { member: jonas.id },
    },
  ];
}
