import { useState } from 'preact/hooks';
import { useAdmin } from '#portal-page/admin/admin-context.ts';
import { usePage } from '#portal-page/page-context.ts';
import {
  AdminCreateAlternativeExportDocument,
  AdminUpdateAlternativeExportDocument,
  type AdminFilesQuery,
} from '#portal-page/admin/generated/operations.ts';
import type { Confirmation } from '#portal-page/admin/editing/confirm-dialog.tsx';

type SavedExport = NonNullable<AdminFilesQuery['dataset']>['alternativeExports']['nodes'][number];

/** An alternative export: what it is called, and its file or its address. */
export function ExportForm({
  datasetUid,
  saved,
  confirm,
}: {
  readonly datasetUid: string;
  /** Undefined for a new one. */
  readonly saved: SavedExport | undefined;
  readonly confirm: (confirmation: Confirmation) => void;
}) {
  const { t } = useAdmin().texts;
  const { language } = usePage();
  const [title, setTitle] = useState(saved?.title ?? '');
  const [description, setDescription] = useState(saved?.description ?? '');
  const [url, setUrl] = useState(saved?.url ?? '');
  const [file, setFile] = useState<File>();
  const id = (part: string): string => `export-${saved?.uid ?? 'new'}-${part}`;
  const isFile = saved ? saved.type === 'uploaded_file' : file !== undefined;
  const show = (): void => {
    const texts = { title: title.trim(), description };
    const shown = {
      title: t('newExport'),
      label: t('apply'),
      effect: [title, url, file?.name ?? ''].filter(Boolean).join(' · '),
    };
    if (saved)
      confirm({
        ...shown,
        title: saved.title,
        step: {
          document: AdminUpdateAlternativeExportDocument,
          variables: { input: { datasetUid, uid: saved.uid, ...texts, ...(isFile ? {} : { url }) } },
        },
      });
    else
      confirm({
        ...shown,
        step: {
          document: AdminCreateAlternativeExportDocument,
          variables: {
            input: file
              ? { datasetUid, ...texts, type: 'uploaded_file', file: null }
              : { datasetUid, ...texts, type: 'url', url },
          },
          file,
        },
      });
  };
  return (
    <div class="field-form">
      <p class="question">
        <label for={id('title')}>{language.t('datasetTitle')}</label>
        <input
          id={id('title')}
          dir="auto"
          maxLength={250}
          value={title}
          onInput={({ currentTarget }) => setTitle(currentTarget.value)}
        />
      </p>
      <p class="question">
        <label for={id('description')}>{t('description')}</label>
        <input
          id={id('description')}
          dir="auto"
          maxLength={10_000}
          value={description}
          onInput={({ currentTarget }) => setDescription(currentTarget.value)}
        />
      </p>
      {!saved && (
        <p class="question">
          <label for={id('file')}>{t('exportFile')}</label>
          <input id={id('file')} type="file" onChange={({ currentTarget }) => setFile(currentTarget.files?.[0])} />
        </p>
      )}
      {!isFile && (
        <p class="question">
          <label for={id('url')}>{t('exportAddress')}</label>
          <input
            id={id('url')}
            type="url"
            placeholder="https://"
            maxLength={2000}
            value={url}
            onInput={({ currentTarget }) => setUrl(currentTarget.value)}
          />
        </p>
      )}
      <div class="buttons wide">
        <button
          type="button"
          aria-haspopup="dialog"
          disabled={title.trim() === '' || (!isFile && url.trim() === '')}
          onClick={show}
        >
          {t('showChanges')}
        </button>
      </div>
    </div>
  );
}
