import { sql } from '#kernel/sql.ts';
import { captureSnapshots } from '#api/capture-sections.ts';
import { anonymous } from '#api/session.ts';
import { createContext } from '#server/create-context.ts';
import type { TestApp } from '../app.ts';
import type { Client, GraphAnswer } from '../client.ts';

/** A version as tests read it. */
export interface VersionSummary {
  readonly uid: string;
  readonly revision: number;
  readonly sections: readonly string[];
  readonly cannotRestoreReason: string | null;
}

/** The versions of a dataset, newest first. */
export const versionsOf = async (client: Client, uid: string): Promise<readonly VersionSummary[]> =>
  (
    await client.data(
      'query ($uid: ID!) { dataset(by: { uid: $uid }) { versions(first: 100) { nodes { uid revision sections cannotRestoreReason } } } }',
      { uid },
    )
  ).dataset.versions.nodes;

/** The newest version of a dataset. */
export async function newestVersion(client: Client, uid: string): Promise<VersionSummary> {
  const [newest] = await versionsOf(client, uid);
  if (!newest) throw new Error('The dataset has no version.');
  return newest;
}

/** Restores a version of a dataset. */
export const restore = (client: Client, datasetUid: string, uid: string, input: object = {}): Promise<GraphAnswer> =>
  client.graph(
    'mutation ($input: RestoreVersionInput!) { restoreVersion(input: $input) { dataset { uid revision } } }',
    { input: { datasetUid, uid, ...input } },
  );

/** The changes between two versions. */
export const diff = async (
  client: Client,
  uid: string,
  from: string,
  to?: string,
): Promise<ReturnType<typeof JSON.parse>> =>
  (
    await client.data(
      'query ($uid: ID!, $from: ID!, $to: ID) { dataset(by: { uid: $uid }) { diff(fromUid: $from, toUid: $to) { path kind before after } } }',
      { uid, from, to },
    )
  ).dataset.diff;

/** The snapshots of all sections of a dataset. */
export const snapshotsOf = ({ services }: TestApp, uid: string) =>
  captureSnapshots(createContext(services, anonymous, 'test'), uid);

/** The revision of a dataset; undefined when there is no such dataset. */
export const revisionOf = async ({ services }: TestApp, uid: string): Promise<number | undefined> =>
  (await services.db.rows<{ revision: number }>(sql`select revision from dataset where uid = ${uid}`))[0]?.revision;

/** The secrets of resources and their connections, which versions do not have, by uid of the resource and place. */
export async function storedSecrets(
  { services }: TestApp,
  uid: string,
): Promise<Record<string, Record<string, string> | null>> {
  const rows = await services.db.rows<{
    uid: string;
    connection: string | null;
    own: string | null;
    its: string | null;
  }>(sql`
    select r.uid, c.uid as connection, r.secrets as own, c.secrets as its from resource r left join connection c on c.uid = r.connection_uid where r.dataset_uid = ${uid}`);
  const placed = (table: string, of: string | null, sealed: string | null, prefix: string): [string, string][] =>
    of === null || sealed === null
      ? []
      : Object.entries(services.secrets.decrypt(sealed, { table, uid: of }) as Record<string, { value: string }>).map(
          ([place, { value }]) => [prefix + place, value],
        );
  return Object.fromEntries(
    rows.map((row) => {
      const secrets = [
        ...placed('resource', row.uid, row.own, ''),
        ...placed('connection', row.connection, row.its, 'connection.'),
      ];
      return [row.uid, secrets.length > 0 ? Object.fromEntries(secrets) : null];
    }),
  );
}
