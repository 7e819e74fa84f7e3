import { Migration } from '@mikro-orm/migrations';

/** Renames the column that allows submissions to a form to be changed. */
export class FormEditing extends Migration {
  override up(): void {
    this.addSql(`alter table "form" rename column "is_edition_enabled" to "is_editing_enabled"`);
  }
}
