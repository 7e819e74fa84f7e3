import type { RequestContext } from '#api/context.ts';
import { inTransaction } from '#api/transaction.ts';
import { toStorableText } from '#engine/records/record.ts';
import { listNames } from '#kernel/text.ts';
import { storeWrite } from '#platform/database/route-reads.ts';
import { type DatasetEntity, type DatasetMetadata, replaceRemoteValues } from '#datasets/index.ts';
import { retireGeneration, withFile } from '#records/index.ts';
import { linkToRemote, type RemoteMetadata } from '#resources/index.ts';
import {
  type Attempt,
  type LockedRun,
  lockRun,
  notifyPublicationChanged,
  sweepQueue,
  transitionStatus,
} from './run-attempt.ts';
import { appendPushedRecords } from './append-pushed-records.ts';
import { describeSecurityProblems } from './filter-warnings.ts';
import type { PublishedField } from './progress.ts';
import { recordConfiguration } from './published-configuration.entity.ts';
import { type PublicationOutcome, rememberRun } from './publication-history.ts';
import type { RunConfiguration, RunKind, UpstreamKind } from './publication-run.entity.ts';
import type { JsonObject } from '#kernel/json.ts';
import { columnsOfMapping, missingSubjectColumns } from '#engine/exports/rdf/mapping/record-mapping.ts';
import { CatalogError } from '#kernel/fail.ts';
import { rmlMappingOf } from '#metadata/index.ts';
import { isRealtime } from '#engine/extractors/services.ts';
import { sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { processorOf } from '#engine/processors/registry.ts';
import { originOfDomain } from '#platform/datasources/federated.ts';

/** The function that makes the result of a run visible to readers, for each kind of run. */
const applyResult: Readonly<Record<RunKind, (locked: LockedRun, now: Date) => void>> = {
  publish({ dataset, run }, now) {
    dataset.generation = run.generation;
    dataset.publishedFields = run.progress?.fields ?? [];
    dataset.publishedMetadata = run.configuration.metadata ?? {};
    dataset.isPublished = true;
    dataset.publishedAt ??= now;
    dataset.dataProcessedAt = now;
    dataset.metadataProcessedAt = now;
  },
  publish_metadata({ dataset, run }, now) {
    dataset.publishedMetadata = run.configuration.metadata ?? {};
    dataset.metadataProcessedAt = now;
  },
  unpublish({ dataset }) {
    dataset.generation = null;
    dataset.publishedFields = null;
    dataset.publishedMetadata = null;
    dataset.isPublished = false;
    dataset.publishedAt = null;
    dataset.dataProcessedAt = null;
    dataset.metadataProcessedAt = null;
  },
};

/** What the history calls the ends of a run. */
const outcomes: Readonly<Record<Ending, PublicationOutcome>> = { done: 'done', full: 'limit_reached', fail: 'failed' };

/** How a run ended: a result without records that its user does not accept is a failure. */
type Ending = Outcome['event'];

/** Finishes an attempt's run in one transaction and returns how it ended; does nothing when another attempt holds the lease or the run is gone. */
export async function finishRun(ctx: RequestContext, attempt: Attempt, outcome: Outcome): Promise<Ending | undefined> {
  const finished = await withFile(ctx, () =>
    inTransaction(ctx, async (tx) => {
      const locked = await lockRun(tx, attempt);
      if (locked?.run.leaseId !== attempt.leaseId) return undefined;
      return { ending: await finishLockedRun(tx, locked, outcome), requestedBy: locked.run.requestedBy };
    }),
  );
  if (finished?.requestedBy != null) await rememberResult(ctx, finished.requestedBy);
  return finished?.ending;
}

/** Lets the user who requested a run read its result, also where a gateway reads from a replica that lags. */
const rememberResult = ({ app }: RequestContext, username: string): Promise<unknown> =>
  storeWrite(app.db, username).catch((error: unknown) => {
    app.log.warn({ reason: String(error) }, 'The position of a finished run could not be stored.');
  });

/** Finishes a run. Readers then see its result; after a failure they continue to see the previous result. */
export async function finishLockedRun(tx: RequestContext, locked: LockedRun, outcome: Outcome): Promise<Ending> {
  const { dataset, run } = locked;
  const { event, message, isEmpty = false, params, remote } = await holdBackResult(tx, locked, outcome);
  const isApplied = event !== 'fail' && !isEmpty;
  const isAborted = dataset.status === 'aborting_processing';
  const previousFields = dataset.publishedFields ?? [];
  if (isApplied) {
    if (remote) await refreshMetadata(tx, locked, remote);
    const previousGeneration = dataset.generation;
    applyResult[run.kind](locked, tx.app.clock.now());
    await recordConfiguration[run.kind](tx, dataset.uid);
    if (run.kind !== 'publish_metadata') {
      if (previousGeneration != null) await retireGeneration(tx, previousGeneration);
      await recordUpstreams(tx, dataset.uid, run.kind === 'publish' ? run.configuration : {});
    }
  }
  const sentences = [
    message?.replace(/[^.]$/, '$&.') ?? '',
    await publicationWarning(tx, locked, { isApplied, previousFields }),
  ].filter((sentence) => sentence !== '');
  transitionStatus(dataset, event, tx.app.clock.now(), {
    message: sentences.join(' ') || null,
    params: params ?? {},
    recordsErrors: run.progress?.recordsErrors ?? [],
  });
  rememberRun(locked, isAborted && event !== 'fail' ? 'aborted' : outcomes[event]);
  // No push can run while the dataset is locked, so no pushed record is lost between the records of the run and the log of pushes.
  if (event === 'done' && run.kind === 'publish') await appendPushedRecords(tx, dataset);
  if (isApplied) await warnOfMapping(dataset);
  await tx.em.remove(run).flush();
  if (isApplied) await notifyPublicationChanged(tx, dataset.uid);
  await tx.app.jobs.send(tx.db, sweepQueue, {}, { key: sweepQueue });
  return event;
}

/** Sentences that warn about what readers see after a publication; empty when there is nothing to report. */
async function publicationWarning(
  tx: RequestContext,
  { dataset, run }: LockedRun,
  { isApplied, previousFields }: { isApplied: boolean; previousFields: readonly PublishedField[] },
): Promise<string> {
  const isPublishing = run.kind === 'publish';
  if (!isApplied) return isPublishing && dataset.isPublished ? 'The records published before are unchanged.' : '';
  const fields = dataset.publishedFields ?? [];
  return [
    isPublishing ? replacedFieldsWarning(previousFields, fields) : '',
    ...(isPublishing ? await describeSecurityProblems(tx, dataset.uid, fields) : []),
  ]
    .filter((warning) => warning !== '')
    .join(' ');
}

/** Adds to the message of the status why the mapping to linked data does not fit the published fields, those of pushed records included. */
async function warnOfMapping(dataset: DatasetEntity): Promise<void> {
  const warning = await describeMappingProblem(dataset.publishedMetadata ?? {}, dataset.publishedFields ?? []);
  if (warning === '') return;
  // The warning quotes texts of the mapping, in which escapes may stand for any character.
  dataset.statusMessage = toStorableText([dataset.statusMessage, warning].filter(Boolean).join(' '));
}

/** Warns when no field of the previous publication is left, which suggests that the source was replaced by mistake. */
function replacedFieldsWarning(previous: readonly PublishedField[], fields: readonly PublishedField[]): string {
  const names = new Set(fields.map(({ name }) => name));
  if (previous.length === 0 || previous.some(({ name }) => names.has(name))) return '';
  return `No field of the previous publication is left: ${listNames(previous.map(({ name }) => name))}.`;
}

/**
 * Updates the remote values of the published metadata, and of the draft while it is linked to the same dataset. No user made this
 * change, so no version is recorded.
 */
async function refreshMetadata(tx: RequestContext, { dataset, run }: LockedRun, remote: RemoteMetadata): Promise<void> {
  const { configuration } = run;
  run.configuration = {
    ...configuration,
    metadata: await replaceRemoteValues(tx, configuration.metadata ?? {}, remote.metadata),
  };
  await linkToRemote(tx, dataset, remote);
}

/** How an attempt ended. */
export interface Outcome {
  readonly event: 'done' | 'full' | 'fail';
  /** The number of records written; 0 if absent. */
  readonly records?: number;
  readonly message?: string;
  /** Whether a limit or an abort left no record to publish. Readers then continue to see the previous result. */
  readonly isEmpty?: boolean;
  /** Why the records may not be what the files hold. */
  readonly doubts?: readonly string[];
  readonly params?: JsonObject;
  /** The metadata of the remote dataset that the records come from. */
  readonly remote?: RemoteMetadata | undefined;
}

/** A sentence that says why exports as linked data fail or lack columns with the mapping in published metadata; empty where it fits the published fields. */
async function describeMappingProblem(
  metadata: DatasetMetadata,
  fields: readonly Pick<PublishedField, 'name'>[],
): Promise<string> {
  const text = rmlMappingOf(metadata);
  if (text === undefined) return '';
  const { readMapping } = await import('#engine/exports/rdf/mapping/read-mapping.ts');
  try {
    const mapping = readMapping(text);
    const names = new Set(fields.map(({ name }) => name));
    const missing = [...columnsOfMapping(mapping)].filter((column) => !names.has(column));
    if (fields.length === 0 || missing.length === 0) return '';
    const consequence =
      missingSubjectColumns(mapping, names).length > 0
        ? ' No subject can be made, so exports as linked data fail.'
        : '';
    return `The semantic.rml_mapping names columns that the dataset lacks: ${listNames(missing)}.${consequence}`;
  } catch (error) {
    if (error instanceof CatalogError && error.code === 'INVALID_MAPPING') return error.message;
    throw error;
  }
}

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
async function holdBackResult(tx: RequestContext, locked: LockedRun, outcome: Outcome): Promise<Outcome> {
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

/** The maximum length of the identifier of a dataset or a form. A longer name cannot exist, and is left out. */
const maxNameLength = 300;

interface PublishedUpstream {
  readonly kind: UpstreamKind;
  readonly name: string;
  readonly origin: string;
}

/** Records the datasets and forms that the published records of a dataset were made from; replaces the previous ones. */
async function recordUpstreams(
  { db }: RequestContext,
  datasetUid: string,
  configuration: RunConfiguration,
): Promise<void> {
  const upstreams = [...joinedUpstreams(configuration), ...upstreamsOfResources(configuration)].filter(
    ({ name }) => name.length <= maxNameLength,
  );
  await db.rows(sql`delete from published_upstream where dataset_uid = ${datasetUid}`);
  if (upstreams.length === 0) return;
  await db.rows(sql`
    insert into published_upstream (dataset_uid, kind, name, origin)
    select distinct ${datasetUid}::text, kind, name, origin
    from jsonb_to_recordset(${JSON.stringify(upstreams)}::jsonb) s(kind text, name text, origin text)`);
}

/** The datasets that processors join. */
const joinedUpstreams = ({ processors = [] }: RunConfiguration): PublishedUpstream[] =>
  processors.flatMap(({ type, params }) => {
    const reference = processorOf(type).reference(params);
    return reference ? [{ kind: 'join', name: reference.dataset, origin: '' }] : [];
  });

/** The datasets of other catalogs and the forms of this catalog that the resources read. */
const upstreamsOfResources = ({ resources }: RunConfiguration): PublishedUpstream[] =>
  (resources?.resources ?? []).flatMap(({ datasource }): PublishedUpstream[] => {
    if (datasource?.type === 'federated')
      return [
        {
          kind: 'federation',
          name: datasource.dataset.datasetId,
          origin: originOfDomain(datasource.domain.domainId) ?? '',
        },
      ];
    return datasource?.type === 'ods_form' ? [{ kind: 'form', name: datasource.form, origin: '' }] : [];
  });
