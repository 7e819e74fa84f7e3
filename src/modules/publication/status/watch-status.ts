import { setTimeout } from 'node:timers/promises';
import { isServiceFault, toCatalogError } from '../../../api/errors/to-catalog-error.ts';
import { readByKey } from '../../../api/reading/read.ts';
import type { Row } from '../../../api/reading/declare/type-source.ts';
import type { StreamContext } from '../../../api/stream-context.ts';
import { fail } from '../../../kernel/fail.ts';
import { publicationStatuses } from './publication-status.source.ts';
import type { PublicationStatus } from './publication-status.type.ts';
import { statusVersion } from './status-version.ts';

/** The polling interval of a stream, which is also the minimum time between two events. */
const intervalMs = 300;
/** The number of slots in a polling interval. Streams are spread over the slots; the streams of one slot share statements. */
const slotCount = 10;
/** How long a permission check is trusted while the status does not change: rights may be revoked elsewhere. */
const recheckAfterMs = 3_000;

/** A status as it was read at `observedAt`. */
interface Observation {
  readonly version: string | undefined;
  readonly observedAt: number;
  /** Null when the dataset was deleted. */
  readonly status: Row<PublicationStatus> | null;
  readonly text: string;
}

/**
 * Yields the status of a dataset now and after each change, and null when the dataset is deleted. The stream reads the rows only
 * when the consumer asks for the next event, so a slow consumer may miss states, but never the last state. The stream waits while
 * the database is unavailable. Fails NOT_FOUND when the caller may not, or may no longer, read the dataset, UNAUTHORIZED when the
 * key is revoked.
 */
export async function* watchStatus(
  ctx: StreamContext,
  datasetUid: string,
): AsyncGenerator<Row<PublicationStatus> | null> {
  const slot = Math.floor(Math.random() * slotCount);
  let last: Observation | undefined;
  do {
    const observed = await observe(ctx, datasetUid, last).catch(ignoreUnavailable);
    if (!observed) continue;
    if (observed.text !== last?.text) yield observed.status;
    if (!observed.status) return;
    last = observed;
    // the wait returns false when the client disconnects or the server closes
  } while (await setTimeout(msUntilSlot(slot, performance.now()), true, { signal: ctx.signal }).catch(() => false));
}

async function observe(ctx: StreamContext, datasetUid: string, last: Observation | undefined): Promise<Observation> {
  const current = await ctx.renewContext();
  const version = await statusVersion(ctx.app, datasetUid);
  const now = performance.now();
  if (last && version === last.version && now - last.observedAt < recheckAfterMs) return last;
  const status = (await readByKey(current, publicationStatuses, datasetUid)) ?? null;
  // only a caller who could read the dataset learns that it was deleted
  if (!status && (!last || (await statusVersion(ctx.app, datasetUid)) !== undefined)) fail('NOT_FOUND');
  return { version, observedAt: now, status, text: JSON.stringify(status) };
}

function ignoreUnavailable(error: unknown): undefined {
  const failure = toCatalogError(error);
  if (!failure || !isServiceFault(failure)) throw error;
}

/** The time in milliseconds until a slot begins again; always positive. */
export const msUntilSlot = (slot: number, now: number): number =>
  intervalMs - ((now - (slot * intervalMs) / slotCount + intervalMs) % intervalMs);
