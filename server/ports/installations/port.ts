import type { z } from "zod";
import type { Call } from "#contract/call.ts";

/** What another installation answered, or why there is no answer that can be used. */
export type InstallationAnswer<T> =
  | { answer: "answers"; value: T }
  | { answer: "silent" | "refused" | "unfit"; reason: string };

export type ProgramCall<A extends z.ZodType> = Call<z.ZodType, z.ZodType, A, "program">;

/** Another installation of the operator, which is asked by an API key. */
export type Installation = {
  name: string;
  /** Never throws; the answer has the form that the contract says. */
  ask<A extends z.ZodType>(call: ProgramCall<A>, patienceMs: number): Promise<InstallationAnswer<z.output<A>>>;
};
