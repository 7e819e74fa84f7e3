import { useState } from 'preact/hooks';
import { isRecord } from '#portal-page/json.ts';
import { messageOf, usePage } from '#portal-page/page-context.ts';
import { useAdmin } from '../admin-context.ts';
import { Working } from '../admin-parts.tsx';
import type { CellProps } from '../editing/row-list.tsx';
import { AdminUploadPictureDocument } from '../generated/operations.ts';

/** A stored picture: what identifies it, and where it is shown. */
export interface Picture {
  readonly sha256: string;
  readonly url: string;
}

/** The picture of a value; undefined where there is none. */
export function pictureOf(value: unknown): Picture | undefined {
  if (!isRecord(value)) return undefined;
  const { sha256, url } = value;
  return typeof sha256 === 'string' && typeof url === 'string' ? { sha256, url } : undefined;
}

/** A picture that is uploaded when it is chosen. It is in use when the form is saved; else the service deletes it after a day. */
export function PictureControl({
  id,
  label,
  value,
  set,
  isLabelled = false,
}: CellProps & { /** Whether what is around the control shows its label. */ readonly isLabelled?: boolean }) {
  const { t } = useAdmin().texts;
  const { browser, language } = usePage();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const picture = pictureOf(value);
  const upload = async (file: File): Promise<void> => {
    setBusy(true);
    setRefusal(undefined);
    try {
      const answer = await browser?.graph.mutate(
        AdminUploadPictureDocument,
        { input: { file: null } },
        { files: new Map([['variables.input.file', file]]) },
      );
      const image = answer?.uploadPortalImage.image;
      if (image) set({ sha256: image.sha256, url: image.url });
    } catch (error) {
      setRefusal(messageOf(language, error));
    }
    setBusy(false);
  };
  return (
    <div class="question picture">
      <label for={id} class={isLabelled ? 'visually-hidden' : undefined}>
        {label}
      </label>
      {picture && <img src={picture.url} alt="" />}
      <input
        id={id}
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp"
        disabled={isBusy}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) void upload(file);
          currentTarget.value = '';
        }}
      />
      <Working label={isBusy ? t('reading') : undefined} />
      <div role="alert">{refusal !== undefined && <p class="error">{refusal}</p>}</div>
      {picture && (
        <button type="button" aria-label={`${t('remove')}: ${label}`} onClick={() => set(null)}>
          {t('remove')}
        </button>
      )}
    </div>
  );
}
