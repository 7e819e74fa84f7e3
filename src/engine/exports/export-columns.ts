import type { BoundQuery } from '../odsql/bind/bound/bound-query.ts';
import type { ExportColumn } from './export-format.ts';

/** The columns of a query's rows. A column without a label is labelled with its name. */
export const exportColumns = (
  { items, keys }: Pick<BoundQuery, 'items' | 'keys'>,
  labelOf: (name: string) => string | undefined = () => undefined,
): ExportColumn[] =>
  items.map(({ name, expression }) => {
    const key = expression.kind === 'key' ? keys?.[expression.index] : undefined;
    return {
      name,
      label: labelOf(name) ?? name,
      type: key?.type ?? expression.type,
      isMultivalued: expression.kind === 'field' && expression.field.isMultivalued,
    };
  });
