import { useRevalidator } from "react-router";
import { retryJob, retryJobs } from "#contract/operations.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { useToast } from "#web/ui/toast.tsx";

/** Queues a dead letter of a job again; without an id, all of them. */
export function RetryButton({ job, id }: { job: string; id?: string }) {
  const t = useTexts("operations");
  const one = useCall(retryJob);
  const all = useCall(retryJobs);
  const { pending, failure } = id === undefined ? all : one;
  const { revalidate } = useRevalidator();
  const toast = useToast();
  const queue = async () => {
    if (id !== undefined) return (await one.run({ body: { id } })) && t("dead.queued", { job });
    const answer = await all.run({ body: { job } });
    return answer && t("dead.queued_all", { job, count: answer.count });
  };
  return (
    <>
      <FormError failure={failure} />
      <Button
        look="outline"
        pending={pending}
        onClick={async () => {
          const title = await queue();
          if (title === null) return;
          toast({ title });
          await revalidate();
        }}
      >
        {t(id === undefined ? "dead.all" : "dead.again")} <span className="sr-only">{job}</span>
      </Button>
    </>
  );
}
