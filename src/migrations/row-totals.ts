import { SchemaMigration } from '#platform/database/schemas.ts';

/** A table whose rows are counted, in groups by an owner and a state. */
interface CountedTable {
  readonly table: string;
  /** The owner and the state of a row, as expressions over its columns. */
  readonly owner: string;
  readonly state: string;
}

const security = `case when is_restricted then 'restricted' else 'public' end`;

const datasets: CountedTable = {
  table: 'dataset',
  owner: `''`,
  state: `case when not is_published then 'draft' when is_restricted then 'restricted' else 'public' end`,
};
const entries: CountedTable = { table: 'catalog_entry', owner: `''`, state: security };
const submissions: CountedTable = { table: 'submission', owner: 'form_slug', state: 'status' };
const countedTables = [datasets, entries, submissions];

/** The number of changes of an owner that may wait to be folded into one: each request for a total reads them. */
const maxWaiting = 8;

/**
 * The numbers of rows of large tables, so that a total costs the same whatever their size. Every statement that adds or removes rows adds
 * a row with the change of their number, in its own transaction: the sum of the changes that a statement sees is the number of rows that it
 * sees, and writers never wait for each other.
 */
export class RowTotals extends SchemaMigration {
  override up(): void {
    this.addSql(`create schema if not exists "totals"`);
    this.addSql(`create table ${this.#quoted('row_total')} (
      "counted" text collate "C" not null,
      "owner" text collate "C" not null,
      "state" text collate "C" not null,
      "change" int not null
    ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500)`);
    this.addSql(`create index "row_total_index" on ${this.#quoted('row_total')} ("counted", "owner", "state")`);
    this.#createFunctions();
    for (const counted of countedTables) {
      this.#countStatements(counted);
      // The records of an update cost as much as its rows are large. A dataset rarely changes its state, so its updates are counted by row.
      if (counted !== datasets) this.#createTrigger(counted, 'update', 'old table as removed new table as added');
    }
    this.#countChangedDatasets();
    // The triggers lock their tables until the end of the transaction, so no row is missed here.
    this.addSql(`select ${this.#quoted('correct')}()`);
    this.addSql(
      `create index "dataset_restricted_index" on "dataset" ("uid") where "is_published" and "is_restricted"`,
    );
    this.addSql(`create index "catalog_entry_restricted_index" on "catalog_entry" ("uid") where "is_restricted"`);
  }

  #createFunctions(): void {
    // A folding transaction skips what another one folds. Under a fixed snapshot it would fail instead, and leaves folding to the next.
    // The changes of an owner without rows are folded into nothing.
    this.addSql(`create function ${this.#quoted('fold')}(folded_table text, folded_owner text)
      returns void language plpgsql as $$
      declare
        waiting int;
        rows int;
      begin
        select count(*), sum(change) into waiting, rows from ${this.totals}row_total
          where counted = folded_table and owner = folded_owner;
        if (waiting <= ${String(maxWaiting)} and rows <> 0) or current_setting('transaction_isolation') <> 'read committed'
        then return; end if;
        with folded as (
          delete from ${this.totals}row_total where ctid = any(array(
            select ctid from ${this.totals}row_total where counted = folded_table and owner = folded_owner for update skip locked))
          returning state, change)
        insert into ${this.totals}row_total (counted, owner, state, change)
          select folded_table, folded_owner, state, sum(change) from folded group by state having sum(change) <> 0;
      end $$`);
    this.addSql(`create function ${this.#quoted('forget')}() returns trigger language plpgsql as $$
      begin
        delete from ${this.totals}row_total where counted = tg_table_name;
        return null;
      end $$`);
    // Every transaction changes rows and totals alike, so their difference is the same in every snapshot and no writer has to wait.
    const counts = countedTables.map(
      ({ table, owner, state }) =>
        `select '${table}' as counted, ${owner} as owner, ${state} as state, count(*) as change from ${table} group by 2, 3`,
    );
    this
      .addSql(`create function ${this.#quoted('correct')}() returns setof ${this.#quoted('row_total')} language sql as $$
      insert into ${this.totals}row_total (counted, owner, state, change)
        select counted, owner, state, sum(change) from (
          ${counts.join('\n          union all ')}
          union all select counted, owner, state, -sum(change) from ${this.totals}row_total group by 1, 2, 3) difference
        group by 1, 2, 3 having sum(change) <> 0
        returning *
      $$`);
  }

  /** Counts the rows that a statement adds and removes. */
  #countStatements(counted: CountedTable): void {
    const { table, owner, state } = counted;
    const group = `select ${owner} as owner, ${state} as state`;
    const count = (changes: string) => `insert into ${this.totals}row_total (counted, owner, state, change)
          select '${table}', owner, state, sum(change) from (${changes}) changed group by owner, state having sum(change) <> 0;`;
    const [added, removed] = [`${group}, 1 as change from added`, `${group}, -1 from removed`];
    const fold = (rows: string) =>
      `perform ${this.totals}fold('${table}', owner) from (select distinct ${owner} as owner from ${rows}) changed;`;
    this.addSql(`create function ${this.#quoted(`count_${table}`)}() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          ${count(added)}
          if found then ${fold('added')} end if;
        elsif tg_op = 'DELETE' then
          ${count(`${group}, -1 as change from removed`)}
          if found then ${fold('removed')} end if;
        else
          ${count(`${added} union all ${removed}`)}
          if found then ${fold('added')} end if;
        end if;
        return null;
      end $$`);
    this.#createTrigger(counted, 'insert', 'new table as added');
    this.#createTrigger(counted, 'delete', 'old table as removed');
    this.addSql(`create trigger "${table}_total_truncate" after truncate on "${table}"
      for each statement execute function ${this.#quoted('forget')}()`);
  }

  #createTrigger({ table }: CountedTable, event: string, tables: string): void {
    this.addSql(`create trigger "${table}_total_${event}" after ${event} on "${table}"
      referencing ${tables} for each statement execute function ${this.#quoted(`count_${table}`)}()`);
  }

  /** Counts the datasets whose state an update changes. */
  #countChangedDatasets(): void {
    const stateOf = (row: string) => datasets.state.replaceAll(/is_\w+/g, `${row}.$&`);
    const columns = '"is_published", "is_restricted"';
    this.addSql(`create function ${this.#quoted('count_changed_dataset')}() returns trigger language plpgsql as $$
      begin
        insert into ${this.totals}row_total (counted, owner, state, change)
          values ('dataset', '', ${stateOf('old')}, -1), ('dataset', '', ${stateOf('new')}, 1);
        return null;
      end $$`);
    this.addSql(`create function ${this.#quoted('fold_datasets')}() returns trigger language plpgsql as $$
      begin
        perform ${this.totals}fold('dataset', '');
        return null;
      end $$`);
    this.addSql(`create trigger "dataset_total_update" after update of ${columns} on "dataset" for each row
      when ((${stateOf('old')}) is distinct from (${stateOf('new')})) execute function ${this.#quoted('count_changed_dataset')}()`);
    this.addSql(`create trigger "dataset_total_updated" after update of ${columns} on "dataset"
      for each statement execute function ${this.#quoted('fold_datasets')}()`);
  }

  /** A name among the totals, in quotes. */
  #quoted(name: string): string {
    return this.schema === undefined ? `"totals"."${name}"` : `"${this.schema}"."totals_${name}"`;
  }
}
