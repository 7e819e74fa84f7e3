import type { RequestContext } from '../../api/context.ts';
import type { Permission } from '../../api/permissions.ts';
import { callerOf } from '../../api/session.ts';
import { sql, type Sql } from '../../kernel/sql.ts';
import { UserEntity } from '../identity/index.ts';

/** Whose eyes a processor looks at other datasets with: those of who saved its type and parameters. */
export interface Saver {
  readonly username: string;
  /** What the key allowed that it was saved with: the processor sees no more. */
  readonly keyAllows: readonly Permission[];
}

/** Who saved the processors of a dataset, by their uids; those whose saver is gone are left out. */
export type Savers = Readonly<Record<string, Saver>>;

/** The savers of the processors of the dataset under the alias, as a jsonb object. */
export const saversOfProcessors = (dataset: Sql): Sql => sql`(
  select coalesce(jsonb_object_agg(p.uid, jsonb_build_object('username', p.saved_by, 'keyAllows', p.key_allows)), '{}'::jsonb)
  from processor p where p.dataset_uid = ${dataset}.uid and p.saved_by is not null)`;

/** The columns that remember the caller as the saver. */
export const savedByCaller = ({ em, session }: RequestContext) =>
  ({ savedBy: em.getReference(UserEntity, callerOf(session)), keyAllows: [...session.keyAllows] });
