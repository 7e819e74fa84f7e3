import type { Session } from '#api/session.ts';
import { sql, sqlText, type Sql } from '#kernel/sql.ts';
import { showsAllFields, visibleFields } from '#access/index.ts';
import { featuresOf } from '#datasets/index.ts';

const d = sqlText('d');

/** The features of an entry for a caller. Features depend on fields, and a caller may see only some of the fields. */
export const visibleFeatures = (session: Session, entry: Sql): Sql =>
  session.username === undefined
    ? sql`${entry}.public_features`
    : sql`case when ${showsAllFields(session, entry)} then ${entry}.features
        else (select ${featuresOf(d, visibleFields(session, d, sql`d.published_fields`))} from dataset d where d.uid = ${entry}.uid) end`;
