import { useClient } from '@urql/preact';
import type { CombinedError, DocumentInput } from '@urql/core';
import { useState } from 'preact/hooks';
import { isRecord } from '#portal-page/json.ts';
import { usePage } from '#portal-page/page-context.ts';
import { errorOf } from '../admin-client.ts';
import { useAdmin } from '../admin-context.ts';
import { Dialog, ErrorNote, Working } from '../admin-parts.tsx';
import { CopyAsCode, type Step } from '../copy-as-code.tsx';
import { ChangeList } from '../dataset/change-list.tsx';
import type { FormField } from './form-field.tsx';
import { fieldsOf } from './refused-fields.ts';

/** A field that changes. */
interface FieldChange {
  readonly field: FormField;
  readonly before: unknown;
  readonly after: unknown;
}

/** A mutation whose input the service checks. */
export interface SavingStep extends Step {
  readonly document: Exclude<DocumentInput, string>;
}

/** Shows what a form will change, and saves it. `onRefused` has the messages of the service by the path of the input. */
export function SaveDialog({
  changes,
  step,
  onSaved,
  onRefused,
  onClose,
}: {
  readonly changes: readonly FieldChange[];
  readonly step: SavingStep;
  readonly onSaved: (data: unknown) => void;
  readonly onRefused: (fields: Readonly<Record<string, readonly string[]>>) => void;
  readonly onClose: () => void;
}) {
  const { t } = useAdmin().texts;
  const { language } = usePage();
  const client = useClient();
  const [error, setError] = useState<CombinedError>();
  const [isBusy, setBusy] = useState(false);
  // what was shown is what is saved, whatever the form becomes meanwhile
  const [shown] = useState({ changes, step });
  const secretNames = shown.changes.filter(({ field }) => field.kind === 'secret').map(({ field }) => field.name);
  const perform = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    const answer = await client.mutation<unknown>(shown.step.document, shown.step.variables).toPromise();
    setBusy(false);
    if (answer.error) {
      setError(answer.error);
      onRefused(fieldsOf(errorOf(answer.error)));
      return;
    }
    onClose();
    onSaved(answer.data);
  };
  return (
    <Dialog title={t('applyTitle')} onClose={onClose}>
      <Working label={isBusy ? t('reading') : undefined} />
      <ErrorNote error={error} />
      <ChangeList
        changes={shown.changes.map(({ field, before, after }) => ({
          kind: before === null ? 'added' : 'changed',
          path: [t(field.label)],
          before: shownOf(field, before),
          after: field.kind === 'secret' ? '••••••' : shownOf(field, after),
        }))}
      />
      <CopyAsCode steps={[withoutSecrets(shown.step, secretNames)]} />
      <div class="buttons">
        <button type="button" class="primary" disabled={isBusy} onClick={() => void perform()}>
          {t('apply')}
        </button>
        <button type="button" disabled={isBusy} onClick={onClose}>
          {language.t('cancel')}
        </button>
      </div>
    </Dialog>
  );
}

const shownOf = ({ show = (each) => each }: FormField, value: unknown): unknown =>
  isEmpty(value) ? null : show(value);

const isEmpty = (value: unknown): boolean =>
  value == null || value === '' || (Array.isArray(value) && value.length === 0);

/** What is copied as code has no secrets: it ends in files and chats. */
function withoutSecrets(step: Step, names: readonly string[]): Step {
  const { input } = step.variables;
  if (names.length === 0 || !isRecord(input)) return step;
  const hidden = Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, names.includes(name) ? '…' : value]),
  );
  return { document: step.document, variables: { input: hidden } };
}
