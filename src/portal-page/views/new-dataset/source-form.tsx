import { useState } from 'preact/hooks';
import { useLanguage } from '#portal-page/page-context.ts';
import type { Source } from './draft.ts';

/** Asks for files, by choosing or dropping them, or for an address. The first is opened, the others wait. */
export function SourceForm({
  open,
  isBusy,
}: {
  readonly open: (source: Source, waiting: readonly File[]) => void;
  readonly isBusy: boolean;
}) {
  const { t } = useLanguage();
  const [isOver, setIsOver] = useState(false);
  const take = (files: FileList | null | undefined): void => {
    const [file, ...waiting] = files ?? [];
    if (file && !isBusy) open({ file }, waiting);
  };
  return (
    <>
      <p>{t('newDatasetHint')}</p>
      <label
        class={isOver ? 'drop-zone over' : 'drop-zone'}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setIsOver(false);
          take(event.dataTransfer?.files);
        }}
      >
        <span>{t('dropFile')}</span>
        <input
          type="file"
          multiple
          disabled={isBusy}
          onChange={({ currentTarget }) => {
            take(currentTarget.files);
            // the same file may be chosen again after a failure
            currentTarget.value = '';
          }}
        />
      </label>
      <form
        class="source-address"
        onSubmit={(event) => {
          event.preventDefault();
          const url = new FormData(event.currentTarget).get('url');
          if (typeof url === 'string' && !isBusy) open({ url: url.trim() }, []);
        }}
      >
        <label for="source-url">{t('orAddress')}</label>
        <input id="source-url" name="url" type="url" required maxLength={2000} placeholder="https://" />
        <button type="submit" disabled={isBusy}>
          {t('readAddress')}
        </button>
      </form>
    </>
  );
}
