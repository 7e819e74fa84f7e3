import { Migration } from '@mikro-orm/migrations';

/** The number of changes of an owner that may wait to be folded into one: each request for a total reads them. */
const maxWaiting = 8;

/** Folds the changes of a total earlier than `row-totals.ts` did, so that a request for it reads about the same rows at any time. */
export class RowTotalFolds extends Migration {
  override up(): void {
    this.addSql(`create or replace function "totals"."fold"(folded_table text, folded_owner text)
      returns void language plpgsql as $$
      declare
        waiting int;
        rows int;
      begin
        select count(*), sum(change) into waiting, rows from totals.row_total
          where counted = folded_table and owner = folded_owner;
        if (waiting <= ${String(maxWaiting)} and rows <> 0) or current_setting('transaction_isolation') <> 'read committed'
        then return; end if;
        with folded as (
          delete from totals.row_total where ctid = any(array(
            select ctid from totals.row_total where counted = folded_table and owner = folded_owner for update skip locked))
          returning state, change)
        insert into totals.row_total (counted, owner, state, change)
          select folded_table, folded_owner, state, sum(change) from folded group by state having sum(change) <> 0;
      end $$`);
  }
}
