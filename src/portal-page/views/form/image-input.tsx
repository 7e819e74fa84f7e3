import { useEffect, useRef, useState } from 'preact/hooks';
import { useLanguage } from '#portal-page/page-context.ts';
import type { InputProps } from './question-parts.tsx';

/** What the service accepts. */
const types = 'image/png,image/jpeg,image/gif,image/webp';

/** A picture from a file or from the camera of a phone, which is sent next to the answers. */
export function ImageInput({ block, file, chooseFile, inputId, described }: InputProps) {
  const { t, bytes } = useLanguage();
  const input = useRef<HTMLInputElement>(null);
  const noteId = `${inputId}-limit`;
  const take = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }): void => {
    const [chosen] = currentTarget.files ?? [];
    const isTaken = chosen !== undefined && chooseFile(chosen);
    // what is not taken, or was taken by the camera, is not named beside the button
    if (input.current && (!isTaken || currentTarget !== input.current)) input.current.value = '';
  };
  const remove = (): void => {
    chooseFile(undefined);
    if (!input.current) return;
    input.current.value = '';
    input.current.focus();
  };
  return (
    <div class="image-answer">
      <p id={noteId} class="help">
        {t('imageLimit', { max: maxImageMebibytes })}
      </p>
      <div class="buttons">
        <input
          {...described}
          aria-describedby={[described['aria-describedby'], noteId].filter(Boolean).join(' ')}
          ref={input}
          id={inputId}
          name={block.fieldId}
          type="file"
          accept={types}
          onChange={take}
        />
        <label class="button camera">
          {t('takePicture')}
          <input
            class="visually-hidden"
            type="file"
            accept="image/*"
            capture="environment"
            tabIndex={-1}
            onChange={take}
          />
        </label>
      </div>
      {file && (
        <figure class="preview">
          <Preview file={file} />
          <figcaption>
            <bdi>{file.name}</bdi> · {bytes(file.size)}{' '}
            <button type="button" aria-label={t('remove', { name: file.name })} onClick={remove}>
              ×
            </button>
          </figcaption>
        </figure>
      )}
    </div>
  );
}

/** The largest picture that the service accepts. */
export const maxImageMebibytes = 10;

/** The picture, as the browser shows it; nothing where it cannot. */
function Preview({ file }: { readonly file: File }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => {
      URL.revokeObjectURL(made);
    };
  }, [file]);
  return address === undefined ? null : (
    <img
      key={address}
      src={address}
      alt=""
      onError={() => {
        // another picture may be shown already
        setAddress((shown) => (shown === address ? undefined : shown));
      }}
    />
  );
}
