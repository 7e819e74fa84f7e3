import { defineEntity, p } from '@mikro-orm/core';

/** The calls of a caller on a dataset, or of the whole Explore API (an empty uid), in the current period of their quota. Past periods and deleted datasets are swept. */
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
    /** At most one more than the limit. */
    count: p.bigint('number'),
  },
});
export class CallCountEntity extends schema.class {}
schema.setClass(CallCountEntity);
