import type { DocumentInput } from '@urql/core';
import { useState } from 'preact/hooks';
import { messageOf, usePage } from '#portal-page/page-context.ts';
import { useAdmin } from '../admin-context.ts';
import { Dialog, Working } from '../admin-parts.tsx';
import { CopyAsCode } from '../copy-as-code.tsx';
import { ChangeList } from '../dataset/change-list.tsx';
import type { OneChangeFragment } from '../generated/operations.ts';
import { fieldsOf } from './refused-fields.ts';

/** One mutation that is shown before it is sent. */
export interface ShownStep {
  readonly title: string;
  readonly effect?: string;
  readonly changes?: readonly OneChangeFragment[];
  /** What the button says. */
  readonly label: string;
  readonly isDangerous?: boolean;
  readonly document: Exclude<DocumentInput, string>;
  readonly variables: { readonly input: Readonly<Record<string, unknown>> };
  /** What is copied as code, where the variables have secrets. */
  readonly shownVariables?: { readonly input: Readonly<Record<string, unknown>> };
  /** Sent as `file` of the input. */
  readonly file?: File | undefined;
}

/** Shows what is about to change, and changes it. `onRefused` has the messages of the service by the path of the input. */
export function StepDialog({
  step: { title, effect, changes, label, isDangerous = false, document, variables, shownVariables, file },
  onDone,
  onRefused,
  onClose,
}: {
  readonly step: ShownStep;
  /** Has the answer of the mutation. */
  readonly onDone: (data: unknown) => void;
  readonly onRefused?: (fields: Readonly<Record<string, readonly string[]>>) => void;
  readonly onClose: () => void;
}) {
  const { t } = useAdmin().texts;
  const { language, browser } = usePage();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const perform = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      const files = file && new Map([['variables.input.file', file]]);
      const data = await browser?.graph.mutate<unknown, Readonly<Record<string, unknown>>>(document, variables, files);
      browser?.announce(t('applied'));
      onClose();
      onDone(data);
    } catch (refusal) {
      setError(refusal);
      if (refusal instanceof Error) onRefused?.(fieldsOf(refusal));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} onClose={onClose}>
      {effect !== undefined && <p dir="auto">{effect}</p>}
      {changes && <ChangeList changes={changes} />}
      <Working label={isBusy ? t(file ? 'uploading' : 'reading') : undefined} />
      <div role="alert">{error !== undefined && <p class="error">{messageOf(language, error)}</p>}</div>
      <CopyAsCode steps={[{ document, variables: shownVariables ?? variables }]} />
      <div class="buttons">
        <button
          type="button"
          class={isDangerous ? 'danger' : 'primary'}
          disabled={isBusy}
          onClick={() => void perform()}
        >
          {label}
        </button>
        <button type="button" disabled={isBusy} onClick={onClose}>
          {language.t('cancel')}
        </button>
      </div>
    </Dialog>
  );
}
