import { Migration } from '@mikro-orm/migrations';

/** How many submissions to a form count for its quota; and what is submitted is found at once by its answers. */
export class SubmissionCounts extends Migration {
  override up(): void {
    this.addSql(`alter table "form" add column "counted_submissions" int not null default 0`);
    this.addSql(`update "form" f set "counted_submissions" = c.count
      from (select "form_slug", count(*) as count from "submission" where "status" <> 'rejected' group by "form_slug") c where c."form_slug" = f."slug"`);
    // what is unique is looked up at each submission: no list of what is still to be indexed may be in the way
    this.addSql(`alter index "submission_content_index" set (fastupdate = off)`);
  }
}
