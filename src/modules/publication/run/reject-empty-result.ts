import type { RequestContext } from '../../../api/context.ts';
import { isRealtime } from '../../../engine/extractors/services/realtime.ts';
import { sql } from '../../../kernel/sql.ts';
import { firstRow } from '../../../platform/database/database-client.ts';
import type { LockedRun } from './lock-run.ts';
import type { RunConfiguration } from './publication-run.entity.ts';
import type { Outcome } from './outcome.ts';

const emptyResultMessage =
  'The publication made no records, but the dataset has records. Check the sources and processors. To publish the dataset without records, send accept_empty.';
const abortedEarlyMessage = 'The publication was aborted before it made a record.';

/**
 * Replaces the outcome of a publication that made no record for a dataset that has records: the run then fails, or, when a user
 * aborted it, changes nothing. Returns any other outcome unchanged. An empty result is accepted when the request allows it, or
 * when the catalog stores the sources itself.
 */
export async function rejectEmptyResult(
  tx: RequestContext,
  { dataset, run }: LockedRun,
  outcome: Outcome,
): Promise<Outcome> {
  if (run.kind !== 'publish' || outcome.event === 'fail' || outcome.isEmpty === true) return outcome;
  const isAborted = dataset.status === 'aborting_processing';
  if (!isAborted && canBecomeEmpty(run.configuration)) return outcome;
  if ((await hasRecords(tx, run.generation)) || !(await hasRecords(tx, dataset.generation))) return outcome;
  return isAborted
    ? { ...outcome, message: abortedEarlyMessage, isEmpty: true }
    : { ...outcome, event: 'fail', message: emptyResultMessage };
}

/**
 * Whether a publication may remove all records. The catalog stores pushed records and form submissions itself, so no broken source can
 * remove them; a dataset without resources is empty on purpose.
 */
const canBecomeEmpty = ({ acceptsEmpty = false, resources }: RunConfiguration): boolean =>
  acceptsEmpty ||
  (resources?.resources ?? []).every(({ type, datasource }) => isRealtime({ type }) || datasource?.type === 'ods_form');

const hasRecords = async ({ db }: RequestContext, generation: number | null | undefined): Promise<boolean> =>
  generation != null &&
  (await firstRow(db, sql`select 1 from generation where id = ${generation}::bigint and record_count > 0`)) !==
    undefined;
