import { setTimeout } from 'node:timers/promises';
import { toCatalogError } from '../../api/errors/to-catalog-error.ts';
import { readOne } from '../../api/reading/read.ts';
import type { Row } from '../../api/reading/source.ts';
import type { StreamContext } from '../../api/stream-context.ts';
import { fail } from '../../kernel/fail.ts';
import { publicationStatuses } from './publication-status.source.ts';
import type { PublicationStatus } from './publication-status.type.ts';
import { statusVersion } from './status-version.ts';

/** How often a stream looks at the rows, in milliseconds; and so the least time between two events. */
const pause = 300;
/** How many moments of that time there are at which streams look: those of one moment share statements, and no moment has all of them. */
const moments = 10;
/** For how long who was shown the status may see it without being asked again, in milliseconds: rights change elsewhere. */
const trust = 3_000;

/** What was found of a status, and when. */
interface Look {
  readonly version: string | undefined;
  readonly at: number;
  /** Null when the dataset was deleted. */
  readonly status: Row<PublicationStatus> | null;
  readonly text: string;
}

/**
 * The status of a dataset as it stands, and again whenever it has become another; null at the end, when the dataset is deleted.
 * Nothing is looked at before it is asked for, so a slow reader misses states, never the last one. It is told from the rows,
 * whichever process works on them; while the database is away it waits. Fails NOT_FOUND for those who may not see it
 * (any more), UNAUTHORIZED once the key is dead.
 */
export async function* watchStatus(
  ctx: StreamContext,
  datasetUid: string,
): AsyncGenerator<Row<PublicationStatus> | null> {
  const moment = Math.floor(Math.random() * moments);
  let seen: Look | undefined;
  do {
    const look = await lookAt(ctx, datasetUid, seen).catch(unlessAway);
    if (!look) continue;
    if (look.text !== seen?.text) yield look.status;
    if (!look.status) return;
    seen = look;
  } while (await setTimeout(untilMoment(moment, performance.now()), true, { signal: ctx.signal }).catch(() => false));
}

async function lookAt(ctx: StreamContext, datasetUid: string, seen: Look | undefined): Promise<Look> {
  const now = await ctx.renewContext();
  const version = await statusVersion(ctx.app, datasetUid);
  const at = performance.now();
  if (seen && version === seen.version && at - seen.at < trust) return seen;
  const status = (await readOne(now, publicationStatuses, datasetUid)) ?? null;
  // only those who saw it are told that it is gone
  if (!status && (!seen || (await statusVersion(ctx.app, datasetUid)) !== undefined)) fail('NOT_FOUND');
  return { version, at, status, text: JSON.stringify(status) };
}

function unlessAway(error: unknown): undefined {
  if (toCatalogError(error)?.entry.kind !== 'unavailable') throw error;
}

/** How long it is, in milliseconds, until one of the moments comes again; never nothing. */
export const untilMoment = (moment: number, now: number): number =>
  pause - ((now - (moment * pause) / moments + pause) % pause);
