import { Migration } from '@mikro-orm/migrations';

/** The field configurations of datasets. */
export class Fields extends Migration {
  override up(): void {
    this.addSql(`create table "field_configuration" (
      "uid" varchar(255) not null,
      "dataset_uid" varchar(255) not null,
      "position" int not null,
      "type" text not null,
      "label" text not null,
      "params" jsonb not null,
      primary key ("uid")
    )`);
    this.addSql(
      `create index "field_configuration_dataset_uid_position_index" on "field_configuration" ("dataset_uid", "position")`,
    );
    this.addSql(
      `alter table "field_configuration" add constraint "field_configuration_dataset_uid_foreign" foreign key ("dataset_uid") references "dataset" ("uid") on delete cascade`,
    );
  }
}
