import { useClient, useMutation } from '@urql/preact';
import { useEffect, useState } from 'preact/hooks';
import { usePage } from '#portal-page/page-context.ts';
import { errorOf } from '../admin-client.ts';
import { useAdmin } from '../admin-context.ts';
import { Dialog, ErrorNote, Working } from '../admin-parts.tsx';
import { CopyAsCode, type RestCall } from '../copy-as-code.tsx';
import { fieldsOf } from '../editing/refused-fields.ts';
import {
  AdminApplyDatasetDocument,
  type AdminApplyDatasetMutationVariables,
  AdminDatasetFileDocument,
  AdminPlanDatasetDocument,
  type OneDatasetFragment,
} from '../generated/operations.ts';
import { ChangeList } from './change-list.tsx';
import { fileOf } from './dataset-file.ts';

/** What is to be applied. */
export type DesiredState = AdminApplyDatasetMutationVariables['input'];

/**
 * Shows what a desired state will change, and applies exactly that: where the dataset has changed meanwhile, the service refuses. `onRefused` has the
 * messages by the path of the input.
 */
export function ApplyDialog({
  input,
  dataset: { uid, datasetId, revision },
  onApplied,
  onRefused,
  onClose,
}: {
  readonly input: DesiredState;
  readonly dataset: OneDatasetFragment;
  readonly onApplied: () => void;
  readonly onRefused: (fields: Readonly<Record<string, readonly string[]>>) => void;
  readonly onClose: () => void;
}) {
  const { t } = useAdmin().texts;
  const { language } = usePage();
  // what was shown is what is applied, whatever the form becomes meanwhile
  const [shown] = useState(input);
  const [planned] = useState({ ...input, expectedRevision: revision });
  const [plan, makePlan] = useMutation(AdminPlanDatasetDocument);
  const [applied, apply] = useMutation(AdminApplyDatasetDocument);
  useEffect(() => {
    void makePlan({ input: { ...planned, isDryRun: true } }).then(({ error }) => {
      if (error) onRefused(fieldsOf(errorOf(error)));
    });
  }, []);
  const client = useClient();
  const readFile = async (): Promise<string | undefined> => {
    const { data } = await client
      .query(AdminDatasetFileDocument, { uid }, { requestPolicy: 'network-only' })
      .toPromise();
    const file = data?.dataset && fileOf(data.dataset, shown);
    if (!file) return undefined;
    const { stringify } = await import('yaml');
    return stringify(file, { lineWidth: 0, aliasDuplicateObjects: false, compat: 'yaml-1.1', blockQuote: 'literal' });
  };
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
      {changes && (
        <CopyAsCode
          steps={[{ document: AdminApplyDatasetDocument, variables: { input: shown }, rest: restCallsOf(shown) }]}
          file={{ path: `datasets/${datasetId}/dataset.yaml`, read: readFile }}
        />
      )}
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

/** The calls of REST that do the same: one for each field of metadata. REST changes other parts one by one. */
function restCallsOf({ datasetUid, metadataFields, ...others }: DesiredState): readonly RestCall[] {
  if (!metadataFields || Object.keys(others).some((name) => name !== 'mode')) return [];
  return metadataFields.map(({ template, field, value, isRemoteValueOverridden }) => ({
    method: 'PUT',
    path: `/datasets/${datasetUid}/metadata/${template}/${field}/`,
    body: { value, ...(isRemoteValueOverridden != null && { override_remote_value: isRemoteValueOverridden }) },
  }));
}
