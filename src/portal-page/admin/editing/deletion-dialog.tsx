import { useClient, useQuery } from '@urql/preact';
import type { CombinedError, TypedDocumentNode } from '@urql/core';
import { useState } from 'preact/hooks';
import { usePage } from '#portal-page/page-context.ts';
import { useAdmin } from '../admin-context.ts';
import { Dialog, ErrorNote, Working } from '../admin-parts.tsx';
import { CopyAsCode } from '../copy-as-code.tsx';
import type { SavingStep } from './save-dialog.tsx';

/** What refers to an object that is to be deleted. */
export interface DeletionPreview {
  readonly dependents:
    readonly { readonly kind: string; readonly objectCount: number; readonly isDeleted: boolean }[] | null;
}

/** Shows what a deletion takes with it, and deletes. */
export function DeletionDialog<Variables extends Record<string, unknown>>({
  title,
  preview,
  variables,
  step,
  onDeleted,
  onClose,
}: {
  readonly title: string;
  readonly preview: TypedDocumentNode<DeletionPreview, Variables>;
  readonly variables: Variables;
  readonly step: SavingStep;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useAdmin().texts;
  const { language } = usePage();
  const client = useClient();
  const [{ data, error, fetching }] = useQuery({ query: preview, variables, requestPolicy: 'network-only' });
  const [refusal, setRefusal] = useState<CombinedError>();
  const [isBusy, setBusy] = useState(false);
  const perform = async (): Promise<void> => {
    setBusy(true);
    const answer = await client.mutation<unknown>(step.document, step.variables).toPromise();
    setBusy(false);
    setRefusal(answer.error);
    if (!answer.error) onDeleted();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <Working label={fetching || isBusy ? t('reading') : undefined} />
      <ErrorNote error={error ?? refusal} />
      {data && (
        <>
          <p>{t(data.dependents?.length ? 'dependentsTitle' : 'noDependents')}</p>
          <ul class="titles">
            {(data.dependents ?? []).map(({ kind, objectCount, isDeleted }) => (
              <li key={`${kind} ${isDeleted}`}>
                {kind}: {language.number(objectCount)} – {t(isDeleted ? 'dependentDeleted' : 'dependentKept')}
              </li>
            ))}
          </ul>
        </>
      )}
      <CopyAsCode steps={[step]} />
      <div class="buttons">
        <button type="button" class="danger" disabled={isBusy || !data} onClick={() => void perform()}>
          {t('delete')}
        </button>
        <button type="button" disabled={isBusy} onClick={onClose}>
          {language.t('cancel')}
        </button>
      </div>
    </Dialog>
  );
}
