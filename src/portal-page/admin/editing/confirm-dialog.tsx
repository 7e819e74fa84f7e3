import { useClient } from '@urql/preact';
import type { CombinedError } from '@urql/core';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { usePage } from '#portal-page/page-context.ts';
import { errorOf } from '../admin-client.ts';
import { useAdmin } from '../admin-context.ts';
import { Dialog, ErrorNote, Working } from '../admin-parts.tsx';
import { CopyAsCode } from '../copy-as-code.tsx';
import { ChangeList } from '../dataset/change-list.tsx';
import type { OneChangeFragment } from '../generated/operations.ts';
import { fieldsOf } from './refused-fields.ts';
import type { SavingStep } from './save-dialog.tsx';

/** A mutation that is shown before it is sent. */
export interface Confirmation {
  readonly title: string;
  /** The text of the button. */
  readonly label: string;
  readonly isDanger?: boolean;
  /** What the mutation does, in words. */
  readonly effect?: string;
  /** What the mutation changes. */
  readonly changes?: readonly OneChangeFragment[];
  readonly step: ConfirmedStep;
}

interface ConfirmedStep extends SavingStep {
  /** What is copied as code, where the variables have secrets. */
  readonly shownVariables?: SavingStep['variables'];
  /** Sent as `file` of the input. */
  readonly file?: File | undefined;
}

/** Shows what a mutation does, with its code, and sends it. */
export function ConfirmDialog({
  title,
  label,
  isDanger = false,
  effect,
  changes,
  step: { file, shownVariables, ...step },
  onDone,
  onRefused,
  onClose,
  children,
}: Confirmation & {
  /** Has the answer of the mutation. */
  readonly onDone: (data: unknown) => void;
  /** Has the messages of the service by the path of the input. */
  readonly onRefused?: (fields: Readonly<Record<string, readonly string[]>>) => void;
  readonly onClose: () => void;
  /** What the mutation does. */
  readonly children?: ComponentChildren;
}) {
  const { t } = useAdmin().texts;
  const { language, browser } = usePage();
  const client = useClient();
  const [error, setError] = useState<CombinedError>();
  const [isBusy, setBusy] = useState(false);
  const [sentShare, setSentShare] = useState<number>();
  const perform = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    const files = file && new Map([['variables.input.file', file]]);
    const upload = files && { files, onProgress: setSentShare };
    const answer = await client.mutation<unknown>(step.document, step.variables, { upload }).toPromise();
    setBusy(false);
    setSentShare(undefined);
    if (answer.error) {
      setError(answer.error);
      onRefused?.(fieldsOf(errorOf(answer.error)));
      return;
    }
    browser?.announce(t('done'));
    onClose();
    onDone(answer.data);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      {effect !== undefined && <p dir="auto">{effect}</p>}
      {changes && <ChangeList changes={changes} />}
      {children}
      <Working label={isBusy ? t(file ? 'uploading' : 'reading') : undefined} share={sentShare} />
      <ErrorNote error={error} />
      <CopyAsCode steps={[{ ...step, ...(shownVariables && { variables: shownVariables }) }]} />
      <div class="buttons">
        <button type="button" class={isDanger ? 'danger' : 'primary'} disabled={isBusy} onClick={() => void perform()}>
          {label}
        </button>
        <button type="button" disabled={isBusy} onClick={onClose}>
          {language.t('cancel')}
        </button>
      </div>
    </Dialog>
  );
}
