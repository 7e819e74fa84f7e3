import type { Platform } from '../../api/platform.ts';
import type { DatasourceStream } from '../../engine/datasource/datasource-reader.ts';
import { fail } from '../../kernel/fail.ts';
import { sessionOfDefiner, type Definer } from '../identity/index.ts';
import { moderates, submissionRecords } from '../submissions/index.ts';
import type { FormDatasource } from './datasource-kinds.type.ts';

/** The submissions to a form, for whoever saved the datasource, as long as they moderate forms. Fails SOURCE_FAILED. */
export async function openForm(
  { db }: Pick<Platform, 'db'>,
  { form, statusToExtract }: FormDatasource,
  definer: Definer | null,
): Promise<DatasourceStream> {
  const session = definer && (await sessionOfDefiner(db, definer));
  if (!session || !moderates(session))
    fail('SOURCE_FAILED', {
      reason:
        'whoever saved the datasource does not hold moderate_form any more; somebody who does has to save it anew.',
    });
  return (
    (await submissionRecords(db, { form, statuses: statusToExtract })) ??
    fail('SOURCE_FAILED', { reason: `there is no form ${form} any more. Choose another one.` })
  );
}
