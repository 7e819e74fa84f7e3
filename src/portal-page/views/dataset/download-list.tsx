import type { ComponentChild } from 'preact';
import { type Browser, messageOf, useLanguage, usePage } from '#portal-page/page-context.ts';
import { exportsOfState, fittingExports, formatName, groupExports } from '#portal-page/records/export-groups.ts';
import { isChanged, recordStateOf, type TableState } from '#portal-page/records/table-state.ts';
import { Link } from '#portal-page/shell.tsx';
import { type Dataset, hasVisibleRecords } from './dataset-parts.tsx';

/** The exports of a dataset, by who uses them: of what the table shows, and of all records. And its alternative exports and attachments. */
export function DownloadList({
  dataset,
  state,
  count,
}: {
  readonly dataset: Dataset;
  readonly state: TableState;
  /** The number of records that the table shows; undefined where it is not known. */
  readonly count: number | undefined;
}) {
  const { t } = useLanguage();
  const exports = hasVisibleRecords(dataset) ? fittingExports(dataset.exports, dataset.schema) : [];
  const { nodes: alternatives } = dataset.alternativeExports;
  const { nodes: attachments } = dataset.attachments;
  if (exports.length + alternatives.length + attachments.length === 0) return null;
  const isOfTable = exports.length > 0 && isChanged(state) && count !== undefined;
  return (
    <section class="panel downloads" aria-labelledby="downloads-title">
      <h2 id="downloads-title">{t('downloads')}</h2>
      {isOfTable && (
        <>
          <h3>{t('exportShown', { count })}</h3>
          <ExportGroups files={exportsOfState(exports, recordStateOf(state, dataset.schema), dataset.schema)} />
          <details class="all-records">
            <summary>{t('exportAll')}</summary>
            <ExportGroups files={exports} />
          </details>
        </>
      )}
      {!isOfTable && exports.length > 0 && <ExportGroups files={exports} />}
      {exports.length > 0 && <Descriptions uid={dataset.uid} />}
      {alternatives.length > 0 && <AlternativeExports files={alternatives} />}
      {attachments.length > 0 && <Attachments files={attachments} />}
    </section>
  );
}

function ExportGroups({ files }: { readonly files: readonly Dataset['exports'][number][] }) {
  const { t } = useLanguage();
  return (
    <dl class="exports">
      {groupExports(files).map(({ audience, files: offered }) => (
        <div key={audience}>
          <dt>
            {t(`audiences.${audience}`)} <span class="hint">{t(`audienceHints.${audience}`)}</span>
          </dt>
          <dd>
            <ul class="formats">
              {offered.map(({ format, filename, url }) => (
                <li key={format}>
                  <Download href={url} filename={filename}>
                    {formatName(format)}
                  </Download>
                </li>
              ))}
            </ul>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The files that say what the fields mean, for people and for programs, and what they are called everywhere. */
const descriptions = [
  ['CSV', 'dictionary.csv'],
  ['Markdown', 'dictionary.md'],
  ['Data Package', 'datapackage.json'],
  ['CSV on the Web', 'csv-metadata.json'],
] as const;

function Descriptions({ uid }: { readonly uid: string }) {
  const { t } = useLanguage();
  return (
    <>
      <h3>{t('dictionary')}</h3>
      <ul class="formats">
        {descriptions.map(([name, file]) => (
          <li key={file}>
            <Download href={`/catalog/datasets/${uid}/${file}`} filename={file}>
              {name}
            </Download>
          </li>
        ))}
      </ul>
    </>
  );
}

function AlternativeExports({ files }: { readonly files: Dataset['alternativeExports']['nodes'] }) {
  const { t, bytes } = useLanguage();
  return (
    <>
      <h3>{t('alternativeExports')}</h3>
      <ul class="files">
        {files.map(({ title, description, filename, bytes: size, url, downloadUrl }) => (
          <li key={downloadUrl}>
            {url === null ? (
              <Download href={downloadUrl} filename={filename ?? title}>
                {title}
              </Download>
            ) : (
              <a href={url} rel="external nofollow noreferrer">
                {title}
              </a>
            )}{' '}
            <span class="quiet">{size === null ? hostOf(url) : bytes(size)}</span>
            {description !== '' && <p class="hint">{description}</p>}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The host of an address elsewhere, so that people know where a link leads. */
const hostOf = (url: string | null): string => (url === null ? '' : (URL.parse(url)?.host ?? ''));

function Attachments({ files }: { readonly files: Dataset['attachments']['nodes'] }) {
  const { t, bytes } = useLanguage();
  return (
    <>
      <h3>{t('attachments')}</h3>
      <ul class="files">
        {files.map((file) => (
          <li key={file.url}>
            <Download href={file.url} filename={file.filename}>
              {file.filename}
            </Download>{' '}
            <bdi class="quiet">{bytes(file.bytes)}</bdi>
          </li>
        ))}
      </ul>
    </>
  );
}

/** A link that downloads a file of this server. With a key it is requested with it, because a link cannot send one. */
export function Download({
  href,
  filename,
  children,
}: {
  readonly href: string;
  readonly filename: string;
  readonly children: ComponentChild;
}) {
  const { browser, language, addressOf } = usePage();
  return (
    <Link
      to={href}
      download={filename}
      rel="nofollow"
      onClick={(event: MouseEvent) => {
        if (browser?.keys.read() === undefined) return;
        event.preventDefault();
        downloadWithKey(browser, addressOf(href), filename).catch((error: unknown) => {
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
