import { root } from '#api/reading/declare-fields.ts';
import { source } from '#api/reading/declare-source.ts';
import { requirePermission } from '#api/session.ts';
import { sql, sqlAnd, sqlText } from '#kernel/sql.ts';
import { AuditEntriesArgs, AuditEntry } from './audit-entry.type.ts';

/** The entries of the audit log, the newest first, visible to administrators. */
export const auditEntries = source(AuditEntry, {
  table: 'audit_entry',
  key: 'uid',
  order: {
    by: [
      { column: 'at', type: 'timestamptz' },
      { column: 'uid', type: 'text' },
    ],
    descending: true,
  },
  visible: ({ permissions }) => sqlText(permissions.has('administer') ? 'true' : 'false'),
});

/** The root field of the audit log. */
export const auditRoot = root({
  field: 'auditEntries',
  source: auditEntries,
  returns: 'page',
  authorize: (session) => {
    requirePermission(session, 'administer');
  },
  where: ({ username, action, objectType, objectKey, since, until }) =>
    sqlAnd(
      username === undefined ? undefined : sql`t.username = ${username}::text`,
      action === undefined ? undefined : sql`t.action = ${action}::text`,
      objectType === undefined ? undefined : sql`t.object_type = ${objectType}::text`,
      objectKey === undefined ? undefined : sql`t.object_key = ${objectKey}::text`,
      since === undefined ? undefined : sql`t.at >= ${since}::timestamptz`,
      until === undefined ? undefined : sql`t.at < ${until}::timestamptz`,
    ),
  description:
    'The audit log, the newest first: changes of users, groups, keys, connections and of the portal, moderation, and created, copied and deleted datasets. What changes a dataset is in its versions. Needs `administer`: without it, the field is null with an error.',
  args: AuditEntriesArgs,
});
