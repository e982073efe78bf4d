import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Money } from "#contract/withdrawals.ts";
import type { Retention } from "./db/delete-by-age.ts";
import type { AttachmentSource, FeatureGauge, Hooks } from "./hooks.ts";
import type { Caller } from "./http/caller.ts";
import type { Handler } from "./http/handle.ts";
import type { Job } from "./jobs/jobs.ts";
import type { MemberData } from "./member-data.ts";
import { assertWholePage, type MemberPagePart } from "./member-page.ts";
import type { NoticeDefinition } from "./notice.ts";
import type { PairTable } from "./pair-table.ts";
import type { Services } from "./services.ts";

/** What an endpoint outside of the contract gets. Such endpoints serve files and requests of mail programs. */
export type EndpointOptions = { services: Services; callerOf(request: FastifyRequest): Promise<Caller> };

/** What a feature contributes to the product; `features/index.ts` lists the features. */
export type Feature = {
  routes?: readonly Handler[];
  /** Endpoints outside of the contract. */
  endpoints?: readonly ((app: FastifyInstance, options: EndpointOptions) => Promise<void>)[];
  jobs?: readonly Job[];
  /** Which of the feature's rows are deleted by their age alone, and when; one job deletes them all. */
  retention?: readonly Retention[];
  /** What the feature's tables hold about a member, for download and erasing; `pairTables` add theirs. */
  memberData?: readonly MemberData[];
  /** The feature's tables between two members: a block deletes the rows of the two (R6.07). */
  pairTables?: readonly PairTable[];
  /** The kinds of notices that the feature causes. */
  notices?: readonly NoticeDefinition[];
  /** What a member's page shows of the feature, beside the profile. */
  memberPage?: readonly MemberPagePart[];
  attachments?: readonly AttachmentSource[];
  hooks?: Partial<Hooks>;
  /** The feature's figures in `/metrics`. */
  gauges?: readonly FeatureGauge[];
};

/** Declares a feature, or a part of one; the `index.ts` of its folder exports the result under the folder's name. */
export function defineFeature(feature: Feature): Feature {
  const { memberData = [], pairTables = [] } = feature;
  return { ...feature, memberData: [...memberData, ...pairTables.flatMap((table) => table.memberData)] };
}

/** What the services hold of all features, so that a feature can use features that it must not import. */
export type Registry = {
  hooks: Hooks;
  notices: readonly NoticeDefinition[];
  attachments: readonly AttachmentSource[];
  memberPage: readonly MemberPagePart[];
  memberData: readonly MemberData[];
  pairTables: readonly PairTable[];
  gauges: readonly FeatureGauge[];
};

/** Combines the declarations of all features. Hooks of the same name all run, in the order of the list. */
export function createRegistry(features: readonly Feature[]): Registry {
  const declaredHooks = features.map((feature) => feature.hooks ?? {});
  const runAll = async (run: (hooks: Partial<Hooks>) => Promise<unknown> | undefined) => {
    for (const hooks of declaredHooks) await run(hooks);
  };
  const sumAll = async (run: (hooks: Partial<Hooks>) => Promise<Money[]> | undefined) => {
    const sums: Money[] = [];
    await runAll(async (hooks) => void sums.push(...((await run(hooks)) ?? [])));
    return sums;
  };
  const memberPage = features.flatMap((feature) => feature.memberPage ?? []);
  assertWholePage(memberPage);
  return {
    memberPage,
    notices: features.flatMap((feature) => feature.notices ?? []),
    attachments: features.flatMap((feature) => feature.attachments ?? []),
    memberData: features.flatMap((feature) => feature.memberData ?? []),
    pairTables: features.flatMap((feature) => feature.pairTables ?? []),
    gauges: features.flatMap((feature) => feature.gauges ?? []),
    hooks: {
      memberChanged: (ctx, memberId, change) => runAll((hooks) => hooks.memberChanged?.(ctx, memberId, change)),
      memberRung: (ctx, ring) => runAll((hooks) => hooks.memberRung?.(ctx, ring)),
      programRefused: (ctx, refusal) => runAll((hooks) => hooks.programRefused?.(ctx, refusal)),
      findUnspent: (db, memberId) => sumAll((hooks) => hooks.findUnspent?.(db, memberId)),
      findRefundedOnLeaving: (db, memberId, since) =>
        sumAll((hooks) => hooks.findRefundedOnLeaving?.(db, memberId, since)),
      refundUnspent: (ctx, memberId, reason) => sumAll((hooks) => hooks.refundUnspent?.(ctx, memberId, reason)),
      async photoDeleted(db, photo, now) {
        let copyPath: string | undefined;
        await runAll(async (hooks) => {
          copyPath = (await hooks.photoDeleted?.(db, photo, now)) ?? copyPath;
        });
        return copyPath;
      },
    },
  };
}
