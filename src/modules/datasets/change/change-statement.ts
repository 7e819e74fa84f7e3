import type { RequestContext } from '#api/context.ts';
import { sql, type Sql } from '#kernel/sql.ts';
import { selectWithRights } from './lock-dataset.ts';
import { changedTables, raisedRevision, recordedVersion, type RecordedChange } from './record-version.ts';

/**
 * A change of a dataset that SQL expresses. The statement has the dataset before the change as `t`, and after the change as `d`, which is
 * empty where nothing is changed.
 */
export interface ChangeInSql extends RecordedChange {
  readonly expectedRevision?: number | null | undefined;
  /** Columns of `t` in addition to the state of the dataset. */
  readonly columns: Sql;
  /** The condition over `t` under which the change is made. */
  readonly condition: Sql;
  /** Assignments of new values to the dataset. */
  readonly assignments?: Sql;
  /** Common table expressions that change the parts of `d`, under the names of their tables the parts after the change. */
  readonly parts?: Sql;
}

/**
 * The statement that makes a change of a dataset, records the version and reads a payload. It changes nothing when the caller lacks a right,
 * when the revision is not the expected one, or when another transaction has changed the dataset since the statement began: every change
 * of a part changes the row of its dataset as well, so the parts are then as the statement sees them.
 */
export function changeStatement(ctx: RequestContext, uid: string, change: ChangeInSql, result: Sql, payload: Sql): Sql {
  const { columns, condition, assignments, parts, expectedRevision } = change;
  const t = selectWithRights(ctx.session, uid, ['edit'], sql`t.uid, t.revision, t.xmin, ${columns}`);
  return sql`
    with t as materialized (${t}),
    d as (update dataset set ${raisedRevision(ctx, change)}${assignments ? sql`, ${assignments}` : sql``} from t
      where dataset.uid = t.uid and dataset.xmin = t.xmin and t.missing is null
        and t.revision = coalesce(${expectedRevision ?? null}::int, t.revision) and ${condition}
      returning dataset.*),${parts ? sql`${parts},` : sql``}
    ${recordedVersion(ctx, uid, change)}, ${changedTables(uid)}
    select ${result}, d.uid is not null as "isWritten", case when d.uid is not null then ${payload} end as payload
    from t left join d on true`;
}
