import type { BoundExpression, BoundFilter, BoundGroupKey, BoundQuery, ScalarExpression } from '../bind/bound.ts';
import type { RecordFacet } from './evaluate-facets.ts';
import type { StoredRecordField, StoredRecords } from './stored-record.ts';

/** The costs that are evaluated at most: about 5 ms of the event loop. */
const maxCost = 100_000;

const sum = (costs: readonly number[]): number => costs.reduce((total, cost) => total + cost, 0);

/** The time zones of which JavaScript asks its calendar for each value. */
const zoneCost = (timezone: string): number => (timezone === 'UTC' ? 10 : 80);

/**
 * What is answered from records in memory, and what the column engine answers: its costs here are infinite. These are files, shapes but in rows,
 * distances and places but points in a box, JSON in texts, clusters, hulls and boxes of groups, misspelt words, groups by several lists, technical
 * fields that depend on what the caller sees, and numbers beyond 2^53. Costs are estimates of the time for a record, in units of about 50 ns.
 */
export class EvaluationCosts {
  readonly #stored: StoredRecords;

  constructor(stored: StoredRecords) {
    this.#stored = stored;
  }

  /** The costs of testing a filter. */
  filter(filter: BoundFilter<StoredRecordField> | null): number {
    if (filter === null) return 0;
    switch (filter.kind) {
      case 'and':
      case 'or':
        return sum(filter.filters.map((part) => this.filter(part)));
      case 'not':
        return this.filter(filter.filter);
      case 'constant':
        return 0;
      case 'comparison':
        return 2 + this.scalar(filter.left) + this.scalar(filter.right);
      case 'in':
      case 'range':
      case 'isNull':
        return 2 + this.scalar(filter.operand);
      case 'isTruth':
        return 2 + this.field(filter.field);
      case 'startsWith':
        return sum(filter.fields.map((field) => 2 + this.field(field)));
      case 'words':
        return filter.words.some(({ match }) => match === 'fuzzy')
          ? Infinity
          : sum(filter.fields.map((field) => 2 * filter.words.length + this.#textCost(field)));
      case 'inBox':
        return filter.field.type === 'geo_point_2d' ? 5 + this.field(filter.field) : Infinity;
      case 'withinDistance':
      case 'geometry':
        return Infinity;
    }
  }

  /** The costs of the values of a field. */
  field(field: StoredRecordField): number {
    if (field.column === undefined) return Infinity;
    switch (field.type) {
      case 'text':
        return field.isMultivalued ? this.#textCost(field) : 2;
      case 'int':
      case 'double':
        return 2;
      case 'date':
      case 'datetime':
        return 10;
      case 'geo_point_2d':
        return 5;
      case 'geo_shape':
      case 'file':
        return Infinity;
    }
  }

  /** The costs of reading all words of a text, or all texts of a list. */
  #textCost({ column = '' }: StoredRecordField): number {
    return 5 + this.#stored.lengthOf(column) / 2;
  }

  scalar(expression: ScalarExpression<StoredRecordField>): number {
    switch (expression.kind) {
      case 'literal':
        return typeof expression.value === 'number' && !isExact(expression.value) ? Infinity : 0;
      case 'boolean':
        return 0;
      case 'field':
        return this.field(expression.field);
      case 'arithmetic':
        return 2 + this.scalar(expression.left) + this.scalar(expression.right);
      case 'negative':
        return 1 + this.scalar(expression.operand);
      case 'length':
      case 'lower':
        return this.scalar(expression.operand) + this.#lengthOf(expression.operand);
      case 'ifNull':
        return expression.type.startsWith('geo') || expression.type === 'json' || expression.type === 'file'
          ? Infinity
          : 1 + this.scalar(expression.operand) + this.scalar(expression.fallback);
      case 'datePart':
      case 'dateFormat':
        return zoneCost(expression.timezone) + this.scalar(expression.operand);
      case 'distance':
      case 'json':
        return Infinity;
    }
  }

  #lengthOf(operand: ScalarExpression<StoredRecordField>): number {
    return operand.kind === 'field' ? this.#textCost(operand.field) : 20;
  }

  /** The costs of an expression of `select` or `order_by` for the records: those of its aggregates. */
  #aggregates(expression: BoundExpression<StoredRecordField>): number {
    if (expression.kind === 'arithmetic') return this.#aggregates(expression.left) + this.#aggregates(expression.right);
    if (expression.kind === 'negative') return this.#aggregates(expression.operand);
    if (expression.kind !== 'aggregate') return 0;
    const { name, operand } = expression;
    if (name === 'envelope' || name === 'bbox') return Infinity;
    if (operand === null) return 1;
    const isSorted = name === 'percentile' || (name === 'count' && expression.isDistinct);
    return (isSorted ? 20 : 4) + this.scalar(operand);
  }

  /** The costs of an item in a row. */
  #item(expression: BoundExpression<StoredRecordField>, timezone: string): number {
    const zone = expression.type === 'datetime' ? zoneCost(timezone) : 0;
    if (expression.kind === 'field')
      return expression.field.column === undefined || expression.type === 'file' ? Infinity : 2 + zone;
    if (expression.kind === 'key' || expression.kind === 'aggregate') return 5 + zone;
    if (expression.kind === 'arithmetic')
      return 2 + this.#item(expression.left, timezone) + this.#item(expression.right, timezone);
    if (expression.kind === 'negative') return 1 + this.#item(expression.operand, timezone);
    return 5 + zone + this.scalar(expression);
  }

  #key(key: BoundGroupKey<StoredRecordField>, timezone: string): number {
    switch (key.kind) {
      case 'expression': {
        const zone = key.type === 'datetime' ? zoneCost(timezone) : 0;
        return key.type.startsWith('geo') || key.type === 'json' || key.type === 'file'
          ? Infinity
          : 20 + zone + this.scalar(key.expression);
      }
      case 'width':
        return 20 + this.field(key.field);
      case 'interval':
        return 20 + 3 * zoneCost(key.timezone) + this.field(key.field);
      case 'steps':
        return 10 + 2 * key.steps.length + this.field(key.field);
      case 'cluster':
        return Infinity;
    }
  }

  /** Whether an evaluation that costs so much for each record, and so much for each of its rows, is short enough. */
  #fits(ofRecord: number, ofRow = 0, rows = 0): boolean {
    const { length } = this.#stored.records;
    return length * (1 + ofRecord) + Math.min(rows, length) * ofRow <= maxCost;
  }

  /** Whether the rows of a query are answered from memory. */
  fitsRows(
    query: Pick<BoundQuery<StoredRecordField>, 'filter' | 'keys' | 'items' | 'order'>,
    { timezone, visible, rows }: { timezone: string; visible: BoundFilter<StoredRecordField> | null; rows: number },
  ): boolean {
    const lists = (query.keys ?? []).filter(
      (key) => key.kind === 'expression' && key.expression.kind === 'field' && key.expression.field.isMultivalued,
    );
    // several lists are combined, which may be any number of groups
    if (lists.length > 1) return false;
    const order = query.order.map((key) => {
      if (key.kind === 'random') return 40;
      const { expression } = key;
      const scalar =
        query.keys || expression.kind === 'aggregate' || expression.kind === 'key'
          ? 0
          : this.#item(expression, timezone);
      return 20 + scalar + this.#aggregates(expression);
    });
    const ofRecord =
      this.filter(visible) +
      2 * this.filter(query.filter) +
      sum((query.keys ?? []).map((key) => this.#key(key, timezone))) +
      sum(query.items.map(({ expression }) => this.#aggregates(expression))) +
      sum(order);
    const ofRow = sum(query.items.map(({ expression }) => this.#item(expression, timezone)));
    return this.#fits(ofRecord, ofRow, rows);
  }

  /** Whether records that were found become rows without the column engine. `visible` is tested for each of them. */
  fitsRecords(
    items: BoundQuery<StoredRecordField>['items'],
    { timezone, visible, rows }: { timezone: string; visible: BoundFilter<StoredRecordField> | null; rows: number },
  ): boolean {
    const ofRow = this.filter(visible) + sum(items.map(({ expression }) => this.#item(expression, timezone)));
    return ofRow * rows <= maxCost;
  }

  /** Whether facets are counted in memory. */
  fitsFacets(
    facets: readonly RecordFacet[],
    { timezone, visible }: { timezone: string; visible: BoundFilter<StoredRecordField> | null },
  ): boolean {
    const costs = facets.map((facet) => {
      const zone = facet.field.type === 'datetime' ? zoneCost(timezone) + 20 : 20;
      return this.filter(facet.filter) + (zone + this.field(facet.field)) * (1 + facet.shown.length);
    });
    return this.#fits(this.filter(visible) + sum(costs));
  }
}

/** Whether JavaScript and the engine hold a number alike. */
const isExact = (number: number): boolean => !Number.isInteger(number) || Number.isSafeInteger(number);
