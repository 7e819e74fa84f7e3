import type { RequestContext } from '../../api/context.ts';
import { isRealtime } from '../../engine/extractors/services/realtime.ts';
import { sql } from '../../kernel/sql.ts';
import { firstRow } from '../../platform/database/database-client.ts';
import type { HeldOrder } from './hold-order.ts';
import type { OrderConfiguration } from './publication-order.entity.ts';
import type { Outcome } from './settle-order.ts';

const emptied =
  'The publication made no record, though the dataset has some: something may be wrong with a source or a processor. If it is to have none, publish it with accept_empty.';
const abortedTooSoon = 'The publication was aborted before it had made a record.';

/**
 * The outcome of a publication, unless it made no record of a dataset that has some: then it fails, or changes nothing where it was
 * aborted. The records stay, except where losing them was accepted or where the catalog itself keeps the source and so knows it is empty.
 */
export async function withoutEmptying(
  tx: RequestContext,
  { dataset, order }: HeldOrder,
  outcome: Outcome,
): Promise<Outcome> {
  if (order.kind !== 'publish' || outcome.event === 'fail' || outcome.isEmpty === true) return outcome;
  const isAborted = dataset.status === 'aborting_processing';
  if (!isAborted && mayEmpty(order.configuration)) return outcome;
  if ((await hasRecords(tx, order.generation)) || !(await hasRecords(tx, dataset.generation))) return outcome;
  return isAborted
    ? { ...outcome, message: abortedTooSoon, isEmpty: true }
    : { ...outcome, event: 'fail', message: emptied };
}

/** Pushed records and answers to forms are kept here, and a dataset without resources is meant to be empty. */
const mayEmpty = ({ acceptsEmpty = false, resources }: OrderConfiguration): boolean =>
  acceptsEmpty ||
  (resources?.resources ?? []).every(({ type, datasource }) => isRealtime({ type }) || datasource?.type === 'ods_form');

const hasRecords = async ({ db }: RequestContext, generation: number | null | undefined): Promise<boolean> =>
  generation != null &&
  (await firstRow(db, sql`select 1 from record where generation = ${generation}::bigint limit 1`)) !== undefined;
