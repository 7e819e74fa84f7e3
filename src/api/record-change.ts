import { randomUUID } from 'node:crypto';
import { sql } from '#kernel/sql.ts';
import type { RequestContext } from './context.ts';

/** The types of objects whose changes the audit log records. */
export const auditedTypes = [
  'ApiKey',
  'Asset',
  'Dataset',
  'DatasourceConnection',
  'Form',
  'GlossaryTerm',
  'Group',
  'Harvester',
  'IdentityProvider',
  'Job',
  'MetadataTemplate',
  'Page',
  'PortalSettings',
  'Submission',
  'ThemeImage',
  'User',
] as const;

/** The type of an object in the audit log. */
export type AuditedType = (typeof auditedTypes)[number];

/** A change that no version of a dataset records. */
export interface AuditedChange {
  /** The name of the mutation. */
  readonly action: string;
  readonly type: AuditedType;
  /** The input of the mutation. The entry lists the names of its fields, never their values, because those may be secret or personal. */
  readonly input: object;
}

/** Adds the entry of a change, of the object with this key, to the audit log. The statement travels with the commit. */
export const recordChange = (
  { app, db, session, traceId }: RequestContext,
  { action, type, input }: AuditedChange,
  key: string,
): Promise<void> =>
  db.send(sql`
    insert into audit_entry (uid, at, username, key_uid, action, object_type, object_key, fields, client_address,
      trace_id)
    values (${randomUUID()}, ${app.clock.now()}, ${session.username ?? null}, ${session.keyUid ?? null}, ${action},
      ${type}, ${key},
      ${namesOf(input)}::text[], ${session.clientAddress ?? null}, ${traceId})`);

/** The names of the fields that an input gives, without the revision that it expects. */
const namesOf = ({
  expectedRevision: _revision,
  ...input
}: {
  readonly expectedRevision?: unknown;
}): readonly string[] => Object.entries(input).flatMap(([name, value]) => (value === undefined ? [] : [name]));
