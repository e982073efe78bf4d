import * as contract from "#contract/operations.ts";
import { fail } from "#server/http/fail.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { handleLogged } from "../staff/audit.ts";
import { showOperations } from "./show-operations.ts";

export const operationsRoutes: Handler[] = [
  handle(contract.getOperations, ({ services, now }) => showOperations(services, now)),
  handleLogged(contract.retryJob, async ({ db, services }, { body }) => {
    const job = await services.jobs.retryDead(db, body.id);
    if (job === null) throw fail("staff_item_gone");
    return { answer: { job }, log: { action: "job_retried", subject: `job:${job}`, detail: { id: body.id } } };
  }),
  handleLogged(contract.retryJobs, async ({ db, services }, { body: { job } }) => {
    const count = await services.jobs.retryAllDead(db, job, contract.retriedAtOnce);
    if (count === 0) throw fail("staff_item_gone");
    return { answer: { count }, log: { action: "job_retried", subject: `job:${job}`, detail: { count } } };
  }),
];
