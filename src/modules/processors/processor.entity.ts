import { defineEntity, p } from '@mikro-orm/core';
import type { Permission } from '../../api/permissions.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { DatasetEntity } from '../datasets/index.ts';
import { UserEntity } from '../identity/index.ts';

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
    /** Whose eyes it looks at other datasets with: who saved its type and parameters. */
    definer: () => p.manyToOne(UserEntity).joinColumn('definer').nullable().deleteRule('set null').index(),
    /** What the key allowed that it was saved with: it sees no more. */
    definerScopes: p.array().$type<Permission[]>().columnType('text[]').defaultRaw(`'{}'`),
  },
  indexes: [{ properties: ['dataset', 'position'] }],
});
export class ProcessorEntity extends schema.class {}
schema.setClass(ProcessorEntity);
