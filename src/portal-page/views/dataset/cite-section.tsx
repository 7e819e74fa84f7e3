import { datasetPath } from '#portal-page/address.ts';
import { usePage } from '#portal-page/page-context.ts';
import { apaCitation, bibtexEntry, type CitedDataset, risRecord } from '#portal-page/use/citation.ts';
import { mailAddress } from '#portal-page/use/share.ts';
import { CodeBlock } from '../code-block.tsx';
import { Section } from '../view-parts.tsx';
import { dcatText } from './dataset-facts.tsx';
import type { Dataset } from './dataset-parts.tsx';
import { serviceAddress } from './use-section.tsx';

/** How a dataset is cited, and the address of what the visitor sees, to send on. */
export function CiteSection({ dataset }: { readonly dataset: Dataset }) {
  const page = usePage();
  const { t } = page.language;
  const { datasetId, publisher, modifiedAt } = dataset;
  const title = dataset.title ?? datasetId;
  const service = serviceAddress(page);
  const cited: CitedDataset = {
    ...{ datasetId, title, publisher, modifiedAt },
    creator: dcatText(dataset, 'creator') ?? null,
    portal: page.settings.name,
    address: service + datasetPath(datasetId),
  };
  const shown = service + page.url.pathname + page.url.search;
  return (
    <Section id="cite" title={t('citeTitle')}>
      <CodeBlock label="APA" code={apaCitation(cited, { dataset: t('citeDataset'), undated: t('citeUndated') })} />
      {[['BibTeX', bibtexEntry(cited)] as const, ['RIS', risRecord(cited)] as const].map(([name, code]) => (
        <details key={name}>
          <summary>{name}</summary>
          <CodeBlock label={name} code={code} />
        </details>
      ))}
      <h3>{t('share')}</h3>
      <CodeBlock label={t('shareLink')} code={shown} />
      <p>
        <a href={mailAddress(title, shown)}>{t('shareByMail')}</a>
      </p>
    </Section>
  );
}
