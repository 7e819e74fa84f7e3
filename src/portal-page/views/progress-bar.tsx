import { useLanguage } from '../page-context.ts';

/** What is under way. Its percent are hidden from screen readers, which read them from the bar when they are asked, not at each step. */
export function ProgressBar({
  label,
  share,
}: {
  readonly label: string;
  /** How much of it is done, of 1; undefined where that is not known. */
  readonly share: number | undefined;
}) {
  const { code } = useLanguage();
  const percent = share === undefined ? undefined : Math.floor(share * 100);
  return (
    <>
      <progress aria-label={label} max={100} value={percent} /> {label}
      {percent !== undefined && (
        <span aria-hidden="true"> {new Intl.NumberFormat(code, { style: 'percent' }).format(percent / 100)}</span>
      )}
    </>
  );
}
