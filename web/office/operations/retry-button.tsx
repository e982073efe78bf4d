import { useRevalidator } from "react-router";
import { retryJob, retryJobs } from "#contract/operations.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { useToast } from "#web/ui/toast.tsx";

/** Queues a job of the dead letters again. */
export function RetryButton({ id, job }: { id: string; job: string }) {
  const t = useTexts("operations");
  const { run, pending, failure } = useCall(retryJob);
  const { revalidate } = useRevalidator();
  const toast = useToast();
  return (
    <>
      <FormError failure={failure} />
      <Button
        look="outline"
        pending={pending}
        onClick={async () => {
          const answer = await run({ body: { id } });
          if (!answer) return;
          toast({ title: t("dead.queued", { job: answer.job }) });
          await revalidate();
        }}
      >
        {t("dead.again")} <span className="sr-only">{job}</span>
      </Button>
    </>
  );
}

/** Queues all dead letters of a job again. */
export function RetryAllButton({ job }: { job: string }) {
  const t = useTexts("operations");
  const { run, pending, failure } = useCall(retryJobs);
  const { revalidate } = useRevalidator();
  const toast = useToast();
  return (
    <>
      <FormError failure={failure} />
      <Button
        look="outline"
        pending={pending}
        onClick={async () => {
          const answer = await run({ body: { job } });
          if (!answer) return;
          toast({ title: t("dead.queued_all", { job, count: answer.count }) });
          await revalidate();
        }}
      >
        {t("dead.all")} <span className="sr-only">{job}</span>
      </Button>
    </>
  );
}
