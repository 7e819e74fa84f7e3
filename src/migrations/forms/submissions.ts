import { Migration } from '@mikro-orm/migrations';

/** Submissions to forms, their images and counts, and the counters of rate limits. */
export class Submissions extends Migration {
  override up(): void {
    this.addSql(`create table "submission" (
      "uid" varchar(255) not null,
      "form_slug" varchar(255) not null,
      "form_version" int not null,
      "content" jsonb not null,
      "status" text not null,
      "rejection_reason" text null,
      "is_anonymous" boolean not null,
      "submitted_by" varchar(255) null,
      "revision" jsonb null,
      "revised_by" varchar(255) null,
      "revised_at" timestamptz null,
      "created_at" timestamptz not null,
      "updated_at" timestamptz not null,
      primary key ("uid")
    )`);
    this.addSql(`create index "submission_form_slug_form_version_index" on "submission" ("form_slug", "form_version")`);
    this.addSql(
      `create index "submission_form_slug_status_created_at_uid_index" on "submission" ("form_slug", "status", "created_at", "uid")`,
    );
    this.addSql(
      `create index "submission_form_slug_created_at_uid_index" on "submission" ("form_slug", "created_at", "uid")`,
    );
    // Each submission looks up unique answers, so the index must not have a pending list, which would be scanned.
    this.addSql(
      `create index "submission_content_index" on "submission" using gin ("content" jsonb_path_ops) with (fastupdate = off)`,
    );
    this.addSql(`create index "submission_submitted_by_index" on "submission" ("submitted_by")`);
    this.addSql(`create index "submission_revised_by_index" on "submission" ("revised_by")`);
    this.addSql(
      `alter table "submission" add constraint "submission_form_slug_form_version_foreign" foreign key ("form_slug", "form_version") references "form_version" ("form_slug", "number") on delete cascade`,
    );
    this.addSql(
      `alter table "submission" add constraint "submission_submitted_by_foreign" foreign key ("submitted_by") references "user_account" ("username") on delete set null`,
    );
    this.addSql(
      `alter table "submission" add constraint "submission_revised_by_foreign" foreign key ("revised_by") references "user_account" ("username") on delete set null`,
    );

    this.addSql(`create table "submission_image" (
      "id" varchar(255) not null,
      "submission_uid" varchar(255) not null,
      "filename" text not null,
      "media_type" text not null,
      "content" varchar(64) not null,
      "bytes" bigint not null,
      primary key ("id")
    )`);
    this.addSql(`create index "submission_image_submission_uid_index" on "submission_image" ("submission_uid")`);
    this.addSql(`create index "submission_image_content_index" on "submission_image" ("content")`);
    this.addSql(
      `alter table "submission_image" add constraint "submission_image_submission_uid_foreign" foreign key ("submission_uid") references "submission" ("uid") on delete cascade`,
    );
    this.addSql(
      `alter table "submission_image" add constraint "submission_image_content_foreign" foreign key ("content") references "stored_content" ("key")`,
    );

    this.addSql(`alter table "form" add column "counted_submissions" int not null default 0`);

    // a crash may lose the counts of one minute
    this.addSql(`create unlogged table "rate_count" (
      "key" varchar(64) not null,
      "count" int not null,
      "ends_at" timestamptz not null,
      primary key ("key")
    )`);
    this.addSql(`create index "rate_count_ends_at_index" on "rate_count" ("ends_at")`);
  }
}
