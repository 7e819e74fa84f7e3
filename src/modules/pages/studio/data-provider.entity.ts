import { defineEntity, p } from '@mikro-orm/core';
import { PageEntity } from '../page.entity.ts';

/**
 * A data provider of a published studio page that names a dataset, by identifier or uid. There is no foreign key: a reader of the row
 * must check whether the dataset exists.
 */
const schema = defineEntity({
  name: 'DataProvider',
  tableName: 'data_provider',
  properties: {
    page: () => p.manyToOne(PageEntity).primary().joinColumn('page_uid').deleteRule('cascade'),
    name: p.text().primary(),
    dataset: p.text().index(),
  },
});
export class DataProviderEntity extends schema.class {}
schema.setClass(DataProviderEntity);
