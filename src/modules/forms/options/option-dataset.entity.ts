import { defineEntity, p } from '@mikro-orm/core';
import { FormEntity } from '../form.entity.ts';

/** A published form offers the records of a dataset as options. Reading checks whether the dataset exists. */
const schema = defineEntity({
  name: 'OptionDataset',
  tableName: 'form_option_dataset',
  properties: {
    form: () => p.manyToOne(FormEntity).primary().joinColumn('form_slug').deleteRule('cascade'),
    datasetUid: p.text().primary().index(),
  },
});
export class OptionDatasetEntity extends schema.class {}
schema.setClass(OptionDatasetEntity);
