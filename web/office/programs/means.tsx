import { rich } from "#web/lib/texts.tsx";

/** What a page of programs is for, with the way to the calls and events. */
export const Means = ({ text }: { text: string }) => (
  <p className="mb-5 max-w-prose text-muted">
    {rich(text, {
      docs: (words) => (
        <a href="/api/docs" className="link">
          {words}
        </a>
      ),
    })}
  </p>
);
