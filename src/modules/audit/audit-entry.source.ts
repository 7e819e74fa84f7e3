import { ID } from 'type-graphql';
import { equalTo, listCriteria, timeRange } from '#api/reading/declare-list.ts';
import { root } from '#api/reading/declare-fields.ts';
import { source, timestampColumn } from '#api/reading/declare-source.ts';
import { requirePermission } from '#api/session.ts';
import { sqlText } from '#kernel/sql.ts';
import { AuditedTypeEnum, AuditEntry } from './audit-entry.type.ts';

/** The entries of the audit log, the newest first, visible to administrators. */
export const auditEntries = source(AuditEntry, {
  table: 'audit_entry',
  key: 'uid',
  columns: { occurredAt: timestampColumn('at') },
  order: {
    by: [
      { column: 'at', type: 'timestamptz' },
      { column: 'uid', type: 'text' },
    ],
    descending: true,
  },
  visible: ({ permissions }) => sqlText(permissions.has('administer') ? 'true' : 'false'),
});

/** How administrators find changes. The user, the action and the object have indexes in the order of time. */
const auditList = listCriteria({
  source: auditEntries,
  name: 'AuditEntry',
  items: 'entries',
  filter: {
    username: equalTo('username', () => String, 'The username of the user who made the change.'),
    action: equalTo('action', () => String, 'The name of the mutation.'),
    objectType: equalTo('object_type', () => AuditedTypeEnum, 'The type of the changed object.'),
    objectKey: equalTo('object_key', () => ID, 'The key of the changed object in its type.'),
    occurredAt: timeRange('at', 'When the change was made.'),
  },
  orders: { OCCURRED_AT: { column: 'at', type: 'timestamptz', description: 'When the change was made.' } },
});

/** The root field of the audit log. */
export const auditRoot = root({
  field: 'auditEntries',
  source: auditEntries,
  returns: 'page',
  authorize: (session) => {
    requirePermission(session, 'administer');
  },
  description:
    'The audit log, by default the newest first: changes of users, groups, keys, connections and of the portal, moderation, and created, copied and deleted datasets. What changes a dataset is in its versions. Needs `administer`, else null with an error.',
  list: auditList,
});
