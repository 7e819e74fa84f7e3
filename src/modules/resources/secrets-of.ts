import type { AppServices } from '../../api/app-services.ts';
import { sql } from '../../kernel/sql.ts';
import type { DatasourceSecrets } from './datasource-secrets.ts';

/** The stored secrets of resources by the resources' uids, of those that have some. */
export async function secretsOf({ db }: Pick<AppServices, 'db'>, uids: readonly string[]): Promise<ReadonlyMap<string, DatasourceSecrets>> {
  const rows = await db.rows<{ uid: string; secrets: DatasourceSecrets }>(sql`
    select uid, secrets from resource where uid = any(${uids}::text[]) and secrets is not null`);
  return new Map(rows.map(({ uid, secrets }) => [uid, secrets]));
}
