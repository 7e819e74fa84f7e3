import { usePage } from '#portal-page/page-context.ts';
import { useAdmin } from '#portal-page/admin/admin-context.ts';
import type { TriedRecordsFragment } from '#portal-page/admin/generated/operations.ts';

/** What the texts of a source seem to be: each becomes a processor by one click. */
export function Proposals({
  proposals,
  take,
}: {
  readonly proposals: TriedRecordsFragment['proposals'];
  readonly take: (proposal: TriedRecordsFragment['proposals'][number]) => void;
}) {
  const { language } = usePage();
  const { t } = useAdmin().texts;
  if (proposals.length === 0) return null;
  return (
    <section class="panel" aria-label={language.t('proposals')}>
      <h2>{language.t('proposals')}</h2>
      <p class="quiet">{t('proposalsLeft')}</p>
      <ul class="rows">
        {proposals.map((proposal) => (
          <li key={JSON.stringify([proposal.field, proposal.params])}>
            <code>{proposal.field}</code>
            <span>{language.t('convertTexts', { from: proposal.exampleText, to: proposal.convertedText })}</span>
            <button
              type="button"
              aria-label={t('takeProposal', { field: proposal.field, to: proposal.convertedText })}
              onClick={() => take(proposal)}
            >
              {t('take')}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
