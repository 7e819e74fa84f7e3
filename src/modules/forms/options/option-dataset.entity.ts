import { defineEntity, p } from '@mikro-orm/core';
import { FormEntity } from '../form.entity.ts';

/** That a published form offers the records of a dataset as options; whether there is such a dataset is asked when this is read. */
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
