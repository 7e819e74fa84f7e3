import { useClient } from '@urql/preact';
import type { CombinedError } from '@urql/core';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { usePage } from '#portal-page/page-context.ts';
import { errorOf } from '../admin-client.ts';
import { useAdmin } from '../admin-context.ts';
import { Dialog, ErrorNote, Working } from '../admin-parts.tsx';
import { CopyAsCode } from '../copy-as-code.tsx';
import { fieldsOf } from './refused-fields.ts';
import type { SavingStep } from './save-dialog.tsx';

/** Says what a mutation does, with its code, and sends it. */
export function ConfirmDialog({
  title,
  label,
  step,
  isDanger = false,
  onDone,
  onRefused,
  onClose,
  children,
}: {
  readonly title: string;
  /** The text of the button. */
  readonly label: string;
  readonly step: SavingStep;
  readonly isDanger?: boolean;
  readonly onDone: () => void;
  /** Has the messages of the service by the path of the input. */
  readonly onRefused?: (fields: Readonly<Record<string, readonly string[]>>) => void;
  readonly onClose: () => void;
  /** What the mutation does. */
  readonly children: ComponentChildren;
}) {
  const { t } = useAdmin().texts;
  const { language, browser } = usePage();
  const client = useClient();
  const [error, setError] = useState<CombinedError>();
  const [isBusy, setBusy] = useState(false);
  const perform = async (): Promise<void> => {
    setBusy(true);
    const answer = await client.mutation<unknown>(step.document, step.variables).toPromise();
    setBusy(false);
    setError(answer.error);
    if (answer.error) {
      onRefused?.(fieldsOf(errorOf(answer.error)));
      return;
    }
    browser?.announce(t('done'));
    onClose();
    onDone();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <Working label={isBusy ? t('reading') : undefined} />
      <ErrorNote error={error} />
      <CopyAsCode steps={[step]} />
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
