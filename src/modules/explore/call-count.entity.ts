import { defineEntity, p } from '@mikro-orm/core';

/**
 * The number of calls that a caller made on a dataset, or on the whole Explore API (an empty uid), in the current period of
 * their quota. A job deletes the rows of past periods, and with them the rows of deleted datasets.
 */
const schema = defineEntity({
  name: 'CallCount',
  tableName: 'call_count',
  properties: {
    datasetUid: p.string().primary(),
    /** A hash of the user's name or the client's address. */
    caller: p.string().primary(),
    unit: p.string(),
    periodStart: p.datetime(),
    /** The limit at the last call. */
    callLimit: p.integer(),
    /** The number of calls in the period, at most one more than the limit. */
    count: p.bigint('number'),
  },
});
export class CallCountEntity extends schema.class {}
schema.setClass(CallCountEntity);
