import { Migration } from '@mikro-orm/migrations';

/** Names the switch that allows changes of submissions. */
export class FormEditing extends Migration {
  override up(): void {
    this.addSql(`alter table "form" rename column "is_edition_enabled" to "is_editing_enabled"`);
  }
}
