import { defineEntity, p } from '@mikro-orm/core';

/** An Idempotency-Key of a caller: whose request has claimed it, and the answer. Only the service reads the table. */
const schema = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_key',
  properties: {
    /** A keyed hash of the caller and the key. */
    uid: p.text().primary(),
    /** A keyed hash of the user's name or the client's address. */
    caller: p.text(),
    /** A keyed hash of the request. */
    fingerprint: p.text(),
    /** Identifies the claim: only its request may change the row. */
    leaseId: p.text(),
    /** When others may take the claim over, unless something was changed. The request renews it. */
    leasedUntil: p.datetime(),
    /** Whether a transaction of the request has committed. */
    hasChanged: p.boolean().default(false),
    /** The encrypted answer; null while the request runs, and where the answer could not be stored. */
    answer: p.text().nullable(),
    createdAt: p.datetime(),
  },
  indexes: [{ properties: ['caller'] }, { properties: ['createdAt'] }],
});
export class IdempotencyKeyEntity extends schema.class {}
schema.setClass(IdempotencyKeyEntity);
