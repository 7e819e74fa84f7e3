import { useMutation } from '@urql/preact';
import { useEffect, useState } from 'preact/hooks';
import { usePage } from '#portal-page/page-context.ts';
import { errorOf } from '../admin-client.ts';
import { useAdmin } from '../admin-context.ts';
import { Dialog, ErrorNote, Working } from '../admin-parts.tsx';
import { CopyAsCode } from '../copy-as-code.tsx';
import { fieldsOf } from '../editing/refused-fields.ts';
import {
  AdminApplyDatasetDocument,
  type AdminApplyDatasetMutationVariables,
  AdminPlanDatasetDocument,
} from '../generated/operations.ts';
import { ChangeList } from './change-list.tsx';

/** What is to be applied. */
export type DesiredState = AdminApplyDatasetMutationVariables['input'];

/**
 * Shows what a desired state will change, and applies exactly that: where the dataset has changed meanwhile, the service refuses. `onRefused` has the
 * messages by the path of the input.
 */
export function ApplyDialog({
  input,
  revision,
  onApplied,
  onRefused,
  onClose,
}: {
  readonly input: DesiredState;
  readonly revision: number;
  readonly onApplied: () => void;
  readonly onRefused: (fields: Readonly<Record<string, readonly string[]>>) => void;
  readonly onClose: () => void;
}) {
  const { t } = useAdmin().texts;
  const { language } = usePage();
  // what was shown is what is applied, whatever the form becomes meanwhile
  const [planned] = useState({ ...input, expectedRevision: revision });
  const [plan, makePlan] = useMutation(AdminPlanDatasetDocument);
  const [applied, apply] = useMutation(AdminApplyDatasetDocument);
  useEffect(() => {
    void makePlan({ input: { ...planned, isDryRun: true } }).then(({ error }) => {
      if (error) onRefused(fieldsOf(errorOf(error)));
    });
  }, []);
  const { planId, changes } = plan.data?.applyDataset ?? {};
  const perform = async (): Promise<void> => {
    if (planId === undefined) return;
    const { error } = await apply({ input: { ...planned, planId } });
    if (error) {
      onRefused(fieldsOf(errorOf(error)));
      return;
    }
    onApplied();
    onClose();
  };
  return (
    <Dialog title={t('applyTitle')} onClose={onClose}>
      <Working label={plan.fetching || applied.fetching ? t('reading') : undefined} />
      <ErrorNote error={plan.error ?? applied.error} />
      {changes && <ChangeList changes={changes} />}
      {changes && <CopyAsCode steps={[{ document: AdminApplyDatasetDocument, variables: { input } }]} />}
      <div class="buttons">
        {!plan.error && (
          <button
            type="button"
            class="primary"
            disabled={!changes || changes.length === 0 || applied.fetching}
            onClick={() => void perform()}
          >
            {t('apply')}
          </button>
        )}
        <button type="button" disabled={applied.fetching} onClick={onClose}>
          {language.t('cancel')}
        </button>
      </div>
    </Dialog>
  );
}
