import type { FastifyPluginAsync } from "fastify";
import type { EndpointOptions } from "#server/feature.ts";
import { fail } from "#server/http/fail.ts";

/** The file of a site's own picture, by the hash of its content, which the setting `picture` holds. */
export const sitePictureKey = (hash: string): string => `site-pictures/${hash}.webp`;

/** `GET /site-pictures/{hash}.webp`: a file that never changes. It is on a public page, so everyone may have it. */
export const serveSitePictures: FastifyPluginAsync<EndpointOptions> = async (app, { services }) => {
  app.get<{ Params: { file: string } }>(
    "/site-pictures/:file",
    { config: { limit: "file" } },
    async ({ params }, reply) => {
      const hash = /^([\da-f]{32})\.webp$/.exec(params.file)?.[1];
      const bytes = hash === undefined ? null : await services.files.get(sitePictureKey(hash));
      if (bytes === null) throw fail("not_found");
      return reply.header("cache-control", "public, max-age=31536000, immutable").type("image/webp").send(bytes);
    },
  );
};
