import { defineEntity, p } from '@mikro-orm/core';
import type { FieldStepParams, FieldStepType } from '#engine/field-steps.ts';
import { DatasetEntity } from '#datasets/index.ts';

/** A field configuration of a dataset; `position` is its index in the stack, from 0. */
const schema = defineEntity({
  name: 'FieldConfiguration',
  tableName: 'field_configuration',
  properties: {
    uid: p.string().primary(),
    dataset: () => p.manyToOne(DatasetEntity).joinColumn('dataset_uid').deleteRule('cascade'),
    position: p.integer(),
    type: p.text().$type<FieldStepType>(),
    label: p.text(),
    /** The parameters of this type, under the names of the graph. */
    params: p.json<FieldStepParams[FieldStepType]>(),
  },
  indexes: [{ properties: ['dataset', 'position', 'uid'] }],
});
export class FieldConfigurationEntity extends schema.class {}
schema.setClass(FieldConfigurationEntity);
