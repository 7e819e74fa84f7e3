import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Services } from '#api/context.ts';
import { currentPosition, storeWrite } from '#platform/database/route-reads.ts';
import { type LogPosition, parseLogPosition } from '#platform/database/replica.ts';

/** The cookie with which a caller without a key carries the position of the log after their last change. */
const cookieName = 'catalog_position';

/**
 * Remembers the position of the log after a change, before the response is sent, so that the caller's next read on any gateway finds the
 * change on the replica or is served by the primary: for a user in the database, for a caller without a key in a cookie.
 */
export function rememberWrites(http: FastifyInstance, { replica, db, log }: Services): void {
  if (!replica) return;
  http.addHook('onSend', async ({ catalog }, reply) => {
    if (!catalog?.admission.mayHaveMutated()) return;
    const { username } = catalog.session;
    try {
      if (username !== undefined) {
        await storeWrite(db, username);
        return;
      }
      const position = await currentPosition(db);
      reply.header(
        'set-cookie',
        `${cookieName}=${position ?? ''}; Path=/; Max-Age=${replica.maxLagSeconds + 1}; HttpOnly; SameSite=Lax`,
      );
    } catch (error) {
      log.warn(
        { reason: String(error) },
        'The position of a change could not be stored. Its author may not see it yet.',
      );
    }
  });
}

/** The position that a caller without a key carries; undefined without one. */
export const carriedPosition = ({ headers: { cookie } }: FastifyRequest): LogPosition | undefined =>
  cookie === undefined ? undefined : parseLogPosition(new RegExp(`(?:^|; ?)${cookieName}=([^;]*)`).exec(cookie)?.[1]);
