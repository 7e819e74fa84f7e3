import { Migration } from '@mikro-orm/migrations';

/** Indexes that have the processors and the field configurations of a dataset in their whole order, so that a page of them is not sorted. */
export class StackOrders extends Migration {
  override up(): void {
    for (const table of ['processor', 'field_configuration']) {
      const index = `${table}_dataset_uid_position`;
      this.addSql(`create index if not exists "${index}_uid_index" on "${table}" ("dataset_uid", "position", "uid")`);
      this.addSql(`drop index if exists "${index}_index"`);
    }
  }
}
