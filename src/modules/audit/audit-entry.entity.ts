import { defineEntity, p } from '@mikro-orm/core';
import type { AuditedType } from '#api/record-change.ts';

/** An entry of the audit log. It names users, keys and objects without referring to them, because it outlives them. */
const schema = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_entry',
  properties: {
    uid: p.string().primary(),
    at: p.datetime(),
    username: p.text().nullable(),
    keyUid: p.text().nullable(),
    action: p.text(),
    objectType: p.text().$type<AuditedType>(),
    objectKey: p.text(),
    fields: p.array().columnType('text[]'),
    clientAddress: p.text().nullable(),
    traceId: p.text(),
  },
  indexes: [
    { properties: ['at', 'uid'] },
    { properties: ['username', 'at', 'uid'] },
    { properties: ['action', 'at', 'uid'] },
    { properties: ['objectType', 'objectKey', 'at', 'uid'] },
  ],
});
export class AuditEntryEntity extends schema.class {}
schema.setClass(AuditEntryEntity);
