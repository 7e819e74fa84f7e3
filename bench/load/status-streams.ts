import { readers } from '../prepare-catalog.ts';
import type { Gateway } from '../servers/start-gateway.ts';

/** As many as one user may have open. */
const perReader = 20;

/** Follows the status of datasets on a connection for each, until it is stopped. Returns when all have had their first event. */
export async function openStatusStreams(gateway: Gateway, uids: readonly string[]): Promise<{ stop(): void }> {
  const leaving = new AbortController();
  const watchers = readers.slice(0, Math.ceil(uids.length / perReader));
  const keys = await Promise.all(watchers.map((username) => gateway.newKey(username)));
  await Promise.all(
    uids.map(async (uid, at) => {
      const query = `subscription ($uid: ID!) { datasetStatus(uid: $uid) { status changedAt message } }`;
      const response = await fetch(`${gateway.origin}/graphql/stream`, {
        method: 'POST',
        signal: leaving.signal,
        body: JSON.stringify({ query, variables: { uid } }),
        headers: {
          authorization: `Apikey ${keys[Math.floor(at / perReader)] ?? ''}`,
          'content-type': 'application/json',
          accept: 'text/event-stream',
        },
      });
      const reader = response.body?.getReader();
      const first = new TextDecoder().decode((await reader?.read())?.value);
      if (!response.ok || first.includes('"errors"')) throw new Error(`A stream of a status begins with ${first}`);
      const drained = async () => {
        while (!(await reader?.read())?.done);
      };
      drained().catch(() => undefined);
    }),
  );
  return {
    stop: () => {
      leaving.abort();
    },
  };
}
