import type { ComponentChild } from 'preact';
import type { DatasetPageQuery } from '#portal-page/generated/operations.ts';
import { type Browser, messageOf, useLanguage, usePage } from '#portal-page/page-context.ts';
import { plainText } from '#portal-page/rich-text.tsx';
import { Link } from '#portal-page/shell.tsx';
import { ScrollBox } from '../view-parts.tsx';

/** A published dataset. */
export type Dataset = NonNullable<DatasetPageQuery['catalogDataset']>;

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

/** The exports and attachments of a dataset. With a key they are requested with it, because a link cannot send one. */
export function DownloadList({ dataset }: { readonly dataset: Dataset }) {
  const { t, bytes } = useLanguage();
  const exports = dataset.hasRecords && dataset.dataAccess.isDataVisible ? dataset.exports : [];
  const { nodes: attachments } = dataset.attachments;
  if (exports.length + attachments.length === 0) return null;
  return (
    <section class="panel" aria-labelledby="downloads-title">
      <h2 id="downloads-title">{t('downloads')}</h2>
      {exports.length > 0 && (
        <ul class="formats">
          {exports.map(({ format, filename, url }) => (
            <li key={format}>
              <Download href={url} filename={filename}>
                {names[format] ?? format}
              </Download>
            </li>
          ))}
        </ul>
      )}
      {attachments.length > 0 && (
        <>
          <h3>{t('attachments')}</h3>
          <ul class="files">
            {attachments.map((file) => (
              <li key={file.url}>
                <Download href={file.url} filename={file.filename}>
                  {file.filename}
                </Download>{' '}
                <span class="quiet">{bytes(file.bytes)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

const names: Readonly<Record<string, string>> = {
  csv: 'CSV',
  xlsx: 'Excel',
  json: 'JSON',
  jsonl: 'JSON Lines',
  parquet: 'Parquet',
  geojson: 'GeoJSON',
  shp: 'Shapefile',
  kml: 'KML',
  gpx: 'GPX',
  fgb: 'FlatGeobuf',
  jsonld: 'JSON-LD',
  n3: 'N3',
  rdfxml: 'RDF/XML',
  turtle: 'Turtle',
};

/** A link that downloads a file of this server. */
export function Download({
  href,
  filename,
  children,
}: {
  readonly href: string;
  readonly filename: string;
  readonly children: ComponentChild;
}) {
  const { browser, language } = usePage();
  return (
    <Link
      to={href}
      download={filename}
      onClick={(event: MouseEvent) => {
        if (browser?.keys.read() === undefined) return;
        event.preventDefault();
        downloadWithKey(browser, href, filename).catch((error: unknown) => {
          browser.notify(messageOf(language, error));
        });
      }}
    >
      {children}
    </Link>
  );
}

async function downloadWithKey(browser: Browser, href: string, filename: string): Promise<void> {
  const response = await browser.fetch(href);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  const url = URL.createObjectURL(await response.blob());
  Object.assign(document.createElement('a'), { href: url, download: filename }).click();
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, 60_000);
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

/** The facts about a dataset: publisher, license, dates, themes and keywords, which lead to searches. */
export function DetailList({ dataset }: { readonly dataset: Dataset }) {
  const { t, date, dateTime, number } = useLanguage();
  const links = (facet: string, values: readonly string[]): ComponentChild =>
    values.length > 0 && (
      <ul class="tags">
        {values.map((value) => (
          <li key={value}>
            <Link to={`/?${new URLSearchParams({ [facet]: value })}`}>{value}</Link>
          </li>
        ))}
      </ul>
    );
  const rows: readonly (readonly [string, ComponentChild])[] = [
    [t('publisher'), dataset.publisher],
    [t('license'), dataset.license !== null && <License name={dataset.license} url={dataset.licenseUrl} />],
    [t('recordsTitle'), dataset.recordCount === null ? null : number(dataset.recordCount)],
    [t('modified'), dataset.modifiedAt && date(dataset.modifiedAt)],
    [t('published'), dataset.dataProcessedAt && dateTime(dataset.dataProcessedAt)],
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
