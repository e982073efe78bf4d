import { send, settle } from "#e2e/member.ts";
import { keepWaiting, upload } from "#e2e/photo.ts";
import type { Case } from "./case.ts";
import { type Actor, type Cast, writeAboutMe } from "./people.ts";
import { childPicture, copyOf, portrait, portraitWithWords, selfie } from "./pictures.ts";

async function addPhoto(actor: Actor, picture: Buffer): Promise<Record<string, string>> {
  const { photo } = await upload(actor.context, "/api/photos.php", picture);
  await keepWaiting(actor);
  return { member: actor.id, photo: photo.id };
}

/** Photos of profiles that wait for a look. */
export async function plantPhotos({ lena, marek, sofia, carla, jonas }: Cast): Promise<Case[]> {
  const queue = "photos";
  // she joined earlier than the thief
  await settle(sofia.email);
  return [
    {
      queue,
      what: `${lena.name}: another portrait of hers`,
      expected: "Approve.",
      why: "It shows the same woman as her main photo, and breaks no rule.",
      ids: await addPhoto(lena, await portrait(lena.sitter, 1)),
    },
    {
      queue,
      what: `${marek.name}: a portrait with “Zadzwoń: 601 234 567” written on it`,
      expected: "Reject: contact details.",
      why: "A phone number is written across the picture.",
      ids: await addPhoto(marek, await portraitWithWords(marek.sitter, 1, ["Zadzwoń do mnie:", "601 234 567"])),
    },
    {
      queue,
      what: `${carla.name}: the main photo of ${sofia.name}, a little brighter`,
      expected: "Reject: someone else.",
      why: `The queue shows both pictures side by side; ${sofia.name} joined earlier, and hers is her main photo.`,
      ids: { ...(await addPhoto(carla, await copyOf(await portrait(sofia.sitter, 0)))), original: sofia.id },
    },
    {
      queue,
      what: `${jonas.name}: a drawn child, labelled as one`,
      expected: "Reject: a minor is shown.",
      why: "A child alone is in the picture. It is harmless, so it is not child abuse, and nothing is for the police.",
      ids: await addPhoto(jonas, await childPicture()),
    },
  ];
}

async function sendSelfie(actor: Actor, as: Actor): Promise<Record<string, string>> {
  const { verification } = await send(actor.context, "POST", "/api/verification.php", {});
  await upload(actor.context, "/api/selfie.php", await selfie(as.sitter, verification.pose));
  return { member: actor.id };
}

/** Selfies that are to be compared with main photos. */
export async function plantSelfies({ ida, paul, henk }: Cast): Promise<Case[]> {
  const queue = "verifications";
  return [
    {
      queue,
      what: `${ida.name}: the same face, in the pose`,
      expected: "Approve.",
      why: "The face is that of the main photo, and hand and line show the pose that was asked for.",
      ids: await sendSelfie(ida, ida),
    },
    {
      queue,
      what: `${paul.name}: the face of ${henk.name}, in the pose`,
      expected: "Reject: someone else.",
      why: "The pose is right, but hair and face are another man’s.",
      ids: await sendSelfie(paul, henk),
    },
  ];
}

/** Texts that a program held back because they seem to have contact details. */
export async function plantTexts({ greta, chloe, bram }: Cast): Promise<Case[]> {
  const queue = "texts";
  await writeAboutMe(
    greta,
    "Ich lese gern. Mein Lieblingsbuch hat die ISBN 978 3 518 42345 6, und ich backe am Sonntag Apfelstrudel.",
  );
  await writeAboutMe(
    chloe,
    "Rigolote et sportive. Pour me parler : zéro six douze, trente-quatre, cinquante-six, soixante-dix-huit. Mes photos : chloe point exemple point com",
  );
  await writeAboutMe(
    bram,
    "Buitenlanders horen hier niet, het is ongedierte en moet weg. Wie ook zo denkt: www.eigenvolk.example",
  );
  return [
    {
      queue,
      what: `${greta.name} (German): “My favourite book has the ISBN 978 3 518 42345 6, and I bake on Sundays.”`,
      expected: "Approve.",
      why: "The number is that of a book, no way to reach her.",
      ids: { member: greta.id },
    },
    {
      queue,
      what: `${chloe.name} (French): a phone number in words, and “chloe point exemple point com”`,
      expected: "Reject: contact details.",
      why: "“zéro six douze …” is a mobile number, “point” a dot.",
      ids: { member: chloe.id },
    },
    {
      queue,
      what: `${bram.name} (Dutch): foreigners are called vermin that must go, with a link to a group`,
      expected: "Reject: hatred. A measure on the member’s page besides is right, too.",
      why: "Hatred against people for their origin weighs more than the link; “contact details” alone counts as half.",
      ids: { member: bram.id },
    },
  ];
}
