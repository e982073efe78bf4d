import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type DataDownload, getDownload, requestDownload } from "#contract/privacy.ts";
import type { CallFunction } from "#web/lib/api.ts";
import { call } from "#web/lib/call.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { SettingForm, useSettingForm } from "#web/setting-parts/setting-form.tsx";
import { Button } from "#web/ui/button.tsx";
import { DownloadLink } from "#web/ui/download-link.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { Notice } from "#web/ui/notice.tsx";

const key = ["data-download"];
const lookAgainMs = 4_000;

function useDownload(initialData: DataDownload) {
  return useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await call(getDownload, { signal })).download,
    initialData,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.data?.state === "preparing" ? lookAgainMs : false),
  }).data;
}

function Ready({ download }: { download: Extract<DataDownload, { state: "ready" }> }) {
  const t = useTexts("privacy");
  const format = useFormat();
  const { bytes, until, address } = download;
  return (
    <>
      <Notice tone="good">
        {t("data.ready", { size: format.size(bytes), date: format.date(until), time: format.time(until) })}
      </Notice>
      <div className="mt-4">
        <DownloadLink href={address} look="primary">
          {t("data.download")}
        </DownloadLink>
      </div>
      <p className="field-note">{t("data.keep")}</p>
    </>
  );
}

export const askForData = (call: CallFunction) => call(requestDownload);

/** Offers all data stored about the member, as one file that a job builds. */
export function MyData({ initial }: { initial: DataDownload }) {
  const t = useTexts("privacy");
  const client = useQueryClient();
  const form = useSettingForm("data", askForData);
  const download = useDownload(initial);
  const ask = () => form.submit({}, (answer) => client.setQueryData(key, answer.download));
  const mayAsk = download.state === "none" || (download.state === "ready" && download.may_ask);
  return (
    <>
      <p className="mb-4 text-muted">{t("data.text")}</p>
      <FormError failure={form.failure} />
      <div role="status">
        {download.state === "preparing" ? <Notice>{t("data.preparing")}</Notice> : null}
        {download.state === "ready" ? <Ready download={download} /> : null}
      </div>
      {mayAsk ? (
        <SettingForm form={{ ...form, failure: null }} onSubmit={() => void ask()}>
          <Button type="submit" look="outline" pending={form.pending} className="mt-1">
            {t(download.state === "none" ? "data.ask" : "data.ask_again")}
          </Button>
        </SettingForm>
      ) : null}
    </>
  );
}
