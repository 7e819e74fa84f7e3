import type { Platform } from '../../../api/platform.ts';
import { sql } from '../../../kernel/sql.ts';
import { firstRow } from '../../../platform/database/database-client.ts';
import { isTimeout, isTooLarge, violatedUniqueConstraint } from '../../../platform/database/errors.ts';
import type { RunStatement } from '../../../platform/database/maintenance.ts';
import type { RecordField } from '../record-field.ts';
import { tableOf } from './generation-table.ts';
import { recordIdentityOf, type RecordIdentity } from './record-identity.ts';
import {
  createIdIndex,
  indexesOf,
  minIndexedRecords,
  numberRepeatedRecords,
  createPositionIndex,
  disableWordStatistics,
  createWordsIndex,
} from './table-indexes.ts';

/** The timeout of creating one index. A table without the index is only slower to read. */
const statementTimeoutMs = 10 * 60_000;

/** How the finished table will be queried, and when the work on it must stop. */
export interface FinishOptions {
  /** The fields that records are filtered by, in order. */
  readonly facets: readonly string[];
  /** Stops the work at once; the call fails with the signal's reason. */
  readonly signal: AbortSignal;
  /** When this signal aborts, the steps that only make queries faster are skipped. */
  readonly skipSignal?: AbortSignal;
}

interface FinishedGeneration {
  readonly datasetUid: string;
  readonly fields: readonly RecordField[];
  readonly count: string;
  /** Whether the table has the column of words. A job adds the column to tables of earlier versions. */
  readonly hasWords: boolean;
}

/**
 * Prepares a loaded table for readers: gives records with equal values different identifiers, creates indexes, and collects the
 * statistics of the planner. The function repeats the steps that an earlier call did not finish.
 */
export async function finishTable(
  { db, maintenance, secrets }: Pick<Platform, 'db' | 'maintenance' | 'secrets'>,
  generation: number,
  { facets, signal, skipSignal = new AbortController().signal }: FinishOptions,
): Promise<void> {
  const found = await firstRow<FinishedGeneration>(
    db,
    sql`select dataset_uid as "datasetUid", fields, record_count as count, words <> 'absent' as "hasWords" from generation where id = ${generation}::bigint`,
  );
  if (!found) return;
  const identity = recordIdentityOf(secrets, found.datasetUid);
  if (Number(found.count) < minIndexedRecords)
    return makeUnique((statement) => db.rows(statement), generation, identity);
  const run = (work: Work, until: AbortSignal) => maintenance.use(work, { statementTimeoutMs, signal: until });
  await run((statement) => makeUnique(statement, generation, identity), signal);
  const until = AbortSignal.any([signal, skipSignal]);
  try {
    await run((statement) => collectStatistics(statement, generation, found), until);
    // A lane that fails does not leave the other at work on a table that may be dropped.
    const lanes = await Promise.allSettled(indexLanes(generation, found, facets).map((lane) => run(lane, until)));
    for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason;
    // The statistics of an expression are collected only once its index exists.
    if (found.fields.some(({ type, column }) => type === 'file' && column !== null))
      await run(async (statement) => {
        await statement(sql`analyze ${tableOf(generation)}`);
      }, until);
  } catch (error) {
    if (signal.aborted || !skipSignal.aborted) throw error;
  }
}

/** Statements that run one after another on a connection. */
type Work = (run: RunStatement) => Promise<void>;

async function makeUnique(run: RunStatement, generation: number, identity: RecordIdentity): Promise<void> {
  await run(createPositionIndex(generation));
  try {
    await run(createIdIndex(generation));
  } catch (error) {
    if (violatedUniqueConstraint(error) === undefined) throw error;
    await run(numberRepeatedRecords(generation, identity));
    await run(createIdIndex(generation));
  }
}

/** Marks all records as visible to all, and collects the statistics of the planner. */
async function collectStatistics(
  run: RunStatement,
  generation: number,
  { hasWords }: FinishedGeneration,
): Promise<void> {
  if (hasWords) await run(disableWordStatistics(generation));
  // Without the vacuum, a count that uses an index must look up each record in the table to check its visibility.
  await run(sql`vacuum (freeze, analyze) ${tableOf(generation)}`);
}

/** The creation of the indexes on two connections: the index of words takes as long as all others. */
function indexLanes(generation: number, { fields, hasWords }: FinishedGeneration, facets: readonly string[]): Work[] {
  const lanes = [indexesOf(generation, fields, facets)];
  if (hasWords && fields.some(({ type }) => type === 'text')) lanes.push([createWordsIndex(generation)]);
  return lanes.map((statements) => async (run) => {
    for (const statement of statements) await tryToCreate(run(statement));
  });
}

/** Waits for an index. The table stays without it where values are too long for an index, or its creation takes too long. */
async function tryToCreate(creation: Promise<unknown>): Promise<void> {
  try {
    await creation;
  } catch (error) {
    if (!isTooLarge(error) && !isTimeout(error)) throw error;
  }
}
