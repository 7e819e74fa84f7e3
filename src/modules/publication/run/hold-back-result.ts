import type { RequestContext } from '#api/context.ts';
import { isRealtime } from '#engine/extractors/services/realtime.ts';
import { sql } from '#kernel/sql.ts';
import { listNames } from '#kernel/text.ts';
import { firstRow } from '#platform/database/database-client.ts';
import type { LockedRun } from './lock-run.ts';
import type { RunConfiguration } from './publication-run.entity.ts';
import type { Outcome } from './outcome.ts';

const emptyResultMessage =
  'The publication made no records, but the dataset has records. Check the sources and processors. To publish the dataset without records, send accept_empty.';
/** The message of a publication that changed nothing. */
export const abortedEarlyMessage = 'The publication was aborted before it made a record.';
const acceptAdvice = 'To publish this result, send accept_result.';

/** The share of the records that a scheduled publication must keep. */
const minKeptShare = 0.5;

/** A finished publication and what readers see until now. */
interface Result {
  readonly locked: LockedRun;
  readonly outcome: Outcome;
  readonly isAborted: boolean;
  /** The numbers of records of the result and of the publication before; null where there is none. */
  readonly made: number;
  readonly before: number | null;
}

/**
 * Replaces the outcome of a publication whose result suggests that a source is broken or read with wrong parameters: the run then fails,
 * or, when a user aborted it before its first record, changes nothing. Returns any other outcome unchanged. The request may accept such
 * a result. What the catalog stores itself, pushed records and form submissions, is always accepted.
 */
export async function holdBackResult(tx: RequestContext, locked: LockedRun, outcome: Outcome): Promise<Outcome> {
  const { dataset, run } = locked;
  if (run.kind !== 'publish' || outcome.event === 'fail' || outcome.isEmpty === true) return outcome;
  const isAborted = dataset.status === 'aborting_processing';
  if (!isAborted && hasOnlyOwnSources(run.configuration)) return outcome;
  const result: Result = { locked, outcome, isAborted, ...(await countRecords(tx, locked)) };
  if (isEmptied(result))
    return isAborted ? { ...outcome, message: abortedEarlyMessage, isEmpty: true } : emptied(result);
  if (run.configuration.acceptsResult === true) return withShrinkage(result);
  const problem = doubtOfFirst(result) ?? (isAborted ? undefined : (lostFields(result) ?? lostRecords(result)));
  return problem === undefined
    ? withShrinkage(result)
    : { ...outcome, event: 'fail', message: `${problem} ${acceptAdvice}` };
}

/** The catalog stores pushed records and form submissions itself; a dataset without resources is empty on purpose. */
const hasOnlyOwnSources = ({ resources }: RunConfiguration): boolean =>
  (resources?.resources ?? []).every(({ type, datasource }) => isRealtime({ type }) || datasource?.type === 'ods_form');

const isEmptied = ({ made, before }: Result): boolean => made === 0 && (before ?? 0) > 0;

const emptied = ({ locked, outcome }: Result): Outcome =>
  locked.run.configuration.acceptsEmpty === true ? outcome : { ...outcome, event: 'fail', message: emptyResultMessage };

/** A first publication has no readers who would miss it, so a doubt is enough to hold it back. */
function doubtOfFirst({ locked, outcome: { doubts = [] } }: Result): string | undefined {
  if (locked.dataset.isPublished || doubts.length === 0) return undefined;
  return `Nothing was published, because the parameters of the resource do not seem to fit. ${doubts.join(' ')} Correct the parameters, or leave them out.`;
}

/** A page or a message in place of the data has none of its fields. */
function lostFields({ locked: { dataset, run }, made }: Result): string | undefined {
  const previous = dataset.publishedFields ?? [];
  const names = new Set((run.progress?.fields ?? []).map(({ name }) => name));
  if (made === 0 || previous.length === 0 || previous.some(({ name }) => names.has(name))) return undefined;
  return `No field of the previous publication is left: ${listNames(previous.map(({ name }) => name))}. Check the sources, processors and field configurations.`;
}

const hasShrunk = ({ made, before }: Result): boolean => before !== null && made < before * minKeptShare;

/** Tells someone who publishes that most of the records are gone. An abort leaves them out on purpose. */
function withShrinkage(result: Result): Outcome {
  const { outcome, isAborted, made, before } = result;
  if (isAborted || !hasShrunk(result)) return outcome;
  const note = `There are ${made} records, fewer than half of the ${before} before.`;
  return { ...outcome, message: [outcome.message, note].filter(Boolean).join(' ') };
}

/** Only of a scheduled run: someone who publishes sees the result. */
function lostRecords(result: Result): string | undefined {
  const { locked, made, before } = result;
  if (locked.run.configuration.isScheduled !== true || !hasShrunk(result)) return undefined;
  return `The scheduled publication made ${made} records, fewer than half of the ${before} that are published. Check the sources, or publish the dataset without a schedule.`;
}

async function countRecords(
  { db }: RequestContext,
  { dataset, run }: LockedRun,
): Promise<Pick<Result, 'made' | 'before'>> {
  const row = await firstRow<{ made: number | null; before: number | null }>(
    db,
    sql`
    select (select record_count::float8 from generation where id = ${run.generation ?? null}::bigint) as made,
      (select record_count::float8 from generation where id = ${dataset.generation ?? null}::bigint) as before`,
  );
  return { made: row?.made ?? 0, before: row?.before ?? null };
}
