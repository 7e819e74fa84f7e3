import { Migration } from '@mikro-orm/migrations';

/** Feedback on the records of a dataset, and whether the dataset accepts it. */
export class Feedback extends Migration {
  override up(): void {
    this.addSql(`alter table "dataset" add column "is_feedback_enabled" boolean not null default false`);
    this.addSql(`create table "feedback" (
      "uid" varchar(255) not null,
      "dataset_uid" varchar(255) not null,
      "record_id" text not null,
      "username" varchar(255) not null,
      "comment" text not null,
      "values" jsonb not null,
      "is_archived" boolean not null default false,
      "created_at" timestamptz not null,
      primary key ("uid")
    )`);
    this.addSql(`create index "feedback_username_index" on "feedback" ("username")`);
    this.addSql(
      `create index "feedback_dataset_uid_is_archived_created_at_uid_index" on "feedback" ("dataset_uid", "is_archived", "created_at", "uid")`,
    );
    this.addSql(
      `alter table "feedback" add constraint "feedback_dataset_uid_foreign" foreign key ("dataset_uid") references "dataset" ("uid") on delete cascade`,
    );
    this.addSql(
      `alter table "feedback" add constraint "feedback_username_foreign" foreign key ("username") references "user_account" ("username") on delete cascade`,
    );
  }
}
