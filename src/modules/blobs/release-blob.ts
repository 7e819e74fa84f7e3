import type { RequestContext } from '#api/context.ts';
import { sql } from '#kernel/sql.ts';

/** How long a released blob remains for those that still read it. */
const remainingMs = 3_600_000;
const dayMs = 24 * 3_600_000;

/**
 * Lets `deleteUnusedBlobs` remove a blob after an hour instead of a day, unless something refers to it. For bytes that the service made itself
 * and replaces often: a client that uploads the same bytes again claims the blob.
 */
export const releaseBlob = ({ app, db }: RequestContext, key: string): Promise<unknown> =>
  db.rows(sql`update blob set unreferenced_since = ${new Date(app.clock.now().getTime() - dayMs + remainingMs)}::timestamptz
    where key = ${key} and unreferenced_since is null`);
