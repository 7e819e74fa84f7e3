import { defineEntity, p } from '@mikro-orm/core';
import type { StoredScope } from '#api/session.ts';
import type { JsonObject } from '#kernel/json.ts';
import { DatasetEntity } from '#datasets/index.ts';
import { UserEntity } from '#identity/index.ts';

/** A transformation of all rows of a dataset; `position` is its place in the stack. */
const schema = defineEntity({
  name: 'Processor',
  tableName: 'processor',
  properties: {
    uid: p.string().primary(),
    dataset: () => p.manyToOne(DatasetEntity).joinColumn('dataset_uid').deleteRule('cascade'),
    position: p.integer(),
    type: p.text(),
    label: p.text().default(''),
    params: p.json<JsonObject>(),
    /** The user who saved the type and the parameters. The processor reads other datasets with this user's rights. */
    definer: () => p.manyToOne(UserEntity).joinColumn('definer').nullable().deleteRule('set null').index(),
    /** The scopes of the key with which the definer saved the processor. They limit the definer's rights. */
    definerScopes: p.array().$type<StoredScope[]>().columnType('text[]').defaultRaw(`'{}'`),
  },
  indexes: [{ properties: ['dataset', 'position', 'uid'] }],
});
export class ProcessorEntity extends schema.class {}
schema.setClass(ProcessorEntity);
