import type { ComponentChild } from 'preact';
import { datasetPath } from '#portal-page/address.ts';
import type { DatasetPageQuery } from '#portal-page/generated/operations.ts';
import { useLanguage } from '#portal-page/page-context.ts';
import { plainText } from '#portal-page/rich-text.tsx';
import { Link } from '#portal-page/shell.tsx';
import { ScrollBox, Section } from '../view-parts.tsx';
import { contactFact, frequencyFact, periodFact } from './dataset-facts.tsx';

/** A published dataset. */
export type Dataset = NonNullable<DatasetPageQuery['catalogDataset']>;

/** The columns that its records may have. */
export type Columns = Dataset['schema'];

/** The fields of a dataset with their types and descriptions. */
export function FieldTable({ fields }: { readonly fields: Dataset['schema'] }) {
  const { t } = useLanguage();
  return (
    <ScrollBox label={t('fields')}>
      <table>
        <thead>
          <tr>
            {[t('field'), t('type'), t('description')].map((head) => (
              <th scope="col">{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {fields.map(({ name, label, type, unit, description }) => (
            <tr key={name}>
              <th scope="row" dir="auto">
                {label}
                {label !== name && <code class="field-name">{name}</code>}
              </th>
              <td>
                {t(`types.${type}`)}
                {unit !== null && ` (${unit})`}
              </td>
              <td dir="auto">{plainText(description ?? '')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

/** The license, with a link to its text. Descriptions for machines refer to it here where it has no address. */
function License({ name, url }: { readonly name: string; readonly url: string | null }) {
  return (
    <span id="license">
      {url === null ? (
        name
      ) : (
        <a href={url} rel="license">
          {name}
        </a>
      )}
    </span>
  );
}

/** The number of themes, and of keywords, that a dataset shows; the others are folded. */
const shownTags = 12;

const TagList = ({ facet, values }: { readonly facet: string; readonly values: readonly string[] }) => (
  <ul class="tags">
    {values.map((value) => (
      <li key={value}>
        <Link to={`/?${new URLSearchParams({ [facet]: value })}`}>{value}</Link>
      </li>
    ))}
  </ul>
);

/** The facts about a dataset: publisher, license, dates, how often it is renewed, its period and contact, themes and keywords, which lead to searches. */
export function DetailList({ dataset }: { readonly dataset: Dataset }) {
  const language = useLanguage();
  const { t, date, dateTime, number } = language;
  const links = (facet: string, values: readonly string[]): ComponentChild =>
    values.length > 0 && (
      <>
        <TagList facet={facet} values={values.slice(0, shownTags)} />
        {values.length > shownTags && (
          <details>
            <summary>{t('more')}</summary>
            <TagList facet={facet} values={values.slice(shownTags)} />
          </details>
        )}
      </>
    );
  const rows: readonly (readonly [string, ComponentChild])[] = [
    [t('publisher'), dataset.publisher],
    [t('license'), dataset.license !== null && <License name={dataset.license} url={dataset.licenseUrl} />],
    [t('recordsTitle'), dataset.recordCount === null ? null : number(dataset.recordCount)],
    [t('modified'), dataset.modifiedAt && date(dataset.modifiedAt)],
    [t('published'), dataset.dataProcessedAt && dateTime(dataset.dataProcessedAt)],
    [t('updateFrequency'), frequencyFact(dataset, language)],
    [t('dataPeriod'), periodFact(dataset, language)],
    [t('contactUs'), contactFact(dataset)],
    [t('themes'), links('theme', dataset.themes)],
    [t('keywords'), links('keyword', dataset.keywords)],
    [t('identifier'), <code>{dataset.datasetId}</code>],
  ];
  return (
    <section class="panel" aria-labelledby="details-title">
      <h2 id="details-title">{t('details')}</h2>
      <dl>
        {rows
          .filter(([, value]) => value !== null && value !== false && value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

/** The datasets that share keywords and themes with a dataset; nothing where none does. */
export function RelatedList({ dataset: { relatedDatasets } }: { readonly dataset: Dataset }) {
  const { t } = useLanguage();
  if (!relatedDatasets || relatedDatasets.length === 0) return null;
  return (
    <Section id="related" title={t('relatedDatasets')}>
      <ul class="related">
        {relatedDatasets.map(({ datasetId, title, publisher }) => (
          <li key={datasetId} dir="auto">
            <Link to={datasetPath(datasetId)}>{title ?? datasetId}</Link>
            {publisher !== null && <span class="quiet"> · {publisher}</span>}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Whether a dataset has records that the visitor may see. One that was published without a source has no fields, and none. */
export const hasVisibleRecords = ({ hasRecords, schema, dataAccess }: Dataset): boolean =>
  hasRecords && schema.length > 0 && dataAccess.isDataVisible;
