import { z } from "zod";
import { defineCall, uploadedFile } from "./call.ts";
import { photoUpload, pictureProblems } from "./photos.ts";

/** The poses of a selfie, each drawn on the page; one is drawn by lot, so that no older picture will do. */
export const poses = [
  "open_hand",
  "two_fingers",
  "thumb_up",
  "hand_on_head",
  "hand_on_chin",
  "finger_on_nose",
] as const;
export type Pose = (typeof poses)[number];

export const selfieRejections = ["someone_else", "other_pose", "not_clear", "edited"] as const;
export type SelfieRejection = (typeof selfieRejections)[number];

/** Days after which a picture that no one has decided on is erased, and a pose without a picture. */
export const undecidedDays = 30;

/**
 * `off`: the site has no badge, or the profile can't have it. `no_photo`: others see no main photo yet. `dropped`: the
 * main photo changed. `asked`: a pose waits for its selfie; `waiting`: staff look at it.
 */
export const verificationStates = [
  "off",
  "no_photo",
  "none",
  "asked",
  "waiting",
  "verified",
  "dropped",
  "rejected",
] as const;

export const verification = z.object({
  state: z.enum(verificationStates),
  pose: z.enum(poses).nullable(),
  reason: z.enum(selfieRejections).nullable(),
});
export type Verification = z.output<typeof verification>;

const answer = z.object({ verification });

export const getVerification = defineCall({
  method: "GET",
  path: "/api/verification.php",
  summary: "Whether the caller is verified: staff compared a selfie with their main photo.",
  who: "member",
  answer,
});

export const askForPose = defineCall({
  method: "POST",
  path: "/api/verification.php",
  summary: "Ask to be verified: draws the pose of the selfie by lot. Asking again before it is sent changes nothing.",
  who: "member",
  key: "honoured",
  answer,
  errors: ["verification_off", "verification_needs_photo"],
});

export const sendSelfie = defineCall({
  method: "POST",
  path: "/api/selfie.php",
  summary: "Send the selfie in the pose: the body is the raw file. Only the one of the staff who decides sees it.",
  who: "member",
  rate: "upload",
  replay: "own",
  upload: photoUpload,
  body: uploadedFile,
  answer,
  errors: ["verification_not_open", ...pictureProblems],
});

export const withdrawVerification = defineCall({
  method: "DELETE",
  path: "/api/verification.php",
  summary: "Take back the request or the badge: a selfie that waits is erased.",
  who: "member",
  key: "honoured",
  answer,
});
