import { useQuery } from '@urql/preact';
import { useEffect, useState } from 'preact/hooks';
import { usePage } from '#portal-page/page-context.ts';
import { useAdmin } from '#portal-page/admin/admin-context.ts';
import { ErrorNote, Working } from '#portal-page/admin/admin-parts.tsx';
import {
  AdminCreateAttachmentDocument,
  AdminDeleteAlternativeExportDocument,
  AdminDeleteAttachmentDocument,
  AdminFilesDocument,
  type AdminFilesQuery,
} from '#portal-page/admin/generated/operations.ts';
import type { TabProps } from '../tab.ts';
import { ExportForm } from './export-form.tsx';
import { ConfirmDialog, type Confirmation } from '#portal-page/admin/editing/confirm-dialog.tsx';

type Files = NonNullable<AdminFilesQuery['dataset']>;

/** What visitors download beside the records: attachments, and exports that the publisher makes. */
export function FilesTab({ dataset }: TabProps) {
  const { uid, revision } = dataset;
  const { t } = useAdmin().texts;
  const [{ data, error, fetching }, readAgain] = useQuery({
    query: AdminFilesDocument,
    variables: { uid },
    requestPolicy: 'cache-and-network',
  });
  const [confirmation, confirm] = useState<Confirmation>();
  useEffect(() => {
    readAgain({ requestPolicy: 'network-only' });
  }, [revision]);
  const found = data?.dataset;
  if (!found)
    return (
      <>
        <ErrorNote error={error} />
        <Working label={fetching ? t('reading') : undefined} />
      </>
    );
  return (
    <>
      <Attachments datasetUid={uid} attachments={found.attachments} confirm={confirm} />
      <Exports datasetUid={uid} exports={found.alternativeExports} confirm={confirm} />
      {confirmation && (
        <ConfirmDialog
          {...confirmation}
          onDone={() => {
            readAgain({ requestPolicy: 'network-only' });
          }}
          onClose={() => confirm(undefined)}
        />
      )}
    </>
  );
}

/** Bytes as people read them. */
export function useBytes(): (bytes: number) => string {
  const { number } = useAdmin().texts;
  return (bytes) => (bytes < 1_000 ? `${number(bytes)} B` : `${number(Math.round(bytes / 100) / 10)} kB`);
}

function Attachments({
  datasetUid,
  attachments: { totalCount, nodes },
  confirm,
}: {
  readonly datasetUid: string;
  readonly attachments: Files['attachments'];
  readonly confirm: (confirmation: Confirmation) => void;
}) {
  const { t, number } = useAdmin().texts;
  const { addressOf } = usePage();
  const sizeOf = useBytes();
  return (
    <section class="panel" aria-labelledby="attachments-title">
      <h2 id="attachments-title">{t('attachments', { count: number(totalCount) })}</h2>
      <p class="quiet">{t('attachmentsHint')}</p>
      <ul class="rows">
        {nodes.map(({ uid, filename, bytes, url }) => (
          <li key={uid}>
            <a href={url.startsWith('/') ? addressOf(url) : url} dir="auto">
              {filename}
            </a>
            <span class="quiet">{sizeOf(bytes)}</span>
            <button
              type="button"
              aria-haspopup="dialog"
              aria-label={t('deleteTitle', { title: filename })}
              onClick={() =>
                confirm({
                  title: t('deleteTitle', { title: filename }),
                  effect: t('fileGone'),
                  label: t('delete'),
                  isDanger: true,
                  step: { document: AdminDeleteAttachmentDocument, variables: { input: { datasetUid, uid } } },
                })
              }
            >
              {t('delete')}
            </button>
          </li>
        ))}
      </ul>
      <p class="question">
        <label for="new-attachment">{t('newAttachment')}</label>
        <input
          id="new-attachment"
          type="file"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file)
              confirm({
                title: t('newAttachment'),
                effect: t('attachEffect', { filename: file.name, size: sizeOf(file.size) }),
                label: t('attach'),
                step: {
                  document: AdminCreateAttachmentDocument,
                  variables: { input: { datasetUid, file: null } },
                  file,
                },
              });
            // the same file may be chosen again after a failure
            currentTarget.value = '';
          }}
        />
      </p>
    </section>
  );
}

function Exports({
  datasetUid,
  exports: { totalCount, nodes },
  confirm,
}: {
  readonly datasetUid: string;
  readonly exports: Files['alternativeExports'];
  readonly confirm: (confirmation: Confirmation) => void;
}) {
  const { t, number } = useAdmin().texts;
  const sizeOf = useBytes();
  return (
    <section class="panel" aria-labelledby="exports-title">
      <h2 id="exports-title">{t('alternativeExports', { count: number(totalCount) })}</h2>
      <p class="quiet">{t('alternativeExportsHint')}</p>
      <ul class="sortable rulesets">
        {nodes.map((each) => (
          <li key={each.uid}>
            <details>
              <summary>
                <strong dir="auto">{each.title}</strong>{' '}
                <span class="quiet">
                  {each.url ?? each.filename} {each.bytes !== null && sizeOf(each.bytes)}
                </span>
              </summary>
              <ExportForm key={each.uid} datasetUid={datasetUid} saved={each} confirm={confirm} />
            </details>
            <button
              type="button"
              aria-haspopup="dialog"
              aria-label={t('deleteTitle', { title: each.title })}
              onClick={() =>
                confirm({
                  title: t('deleteTitle', { title: each.title }),
                  effect: t('exportGone'),
                  label: t('delete'),
                  isDanger: true,
                  step: {
                    document: AdminDeleteAlternativeExportDocument,
                    variables: { input: { datasetUid, uid: each.uid } },
                  },
                })
              }
            >
              {t('delete')}
            </button>
          </li>
        ))}
      </ul>
      <details>
        <summary>{t('newExport')}</summary>
        <ExportForm key={totalCount} datasetUid={datasetUid} saved={undefined} confirm={confirm} />
      </details>
    </section>
  );
}
