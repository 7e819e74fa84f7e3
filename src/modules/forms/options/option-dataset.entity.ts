import { defineEntity, p } from '@mikro-orm/core';
import { FormEntity } from '../form.entity.ts';

/**
 * A dataset whose values a published form offers as options. There is no foreign key, so code that reads the row must check whether the
 * dataset exists.
 */
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
