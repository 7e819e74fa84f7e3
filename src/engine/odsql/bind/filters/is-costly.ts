import type { BoundFilter } from '../bound/bound-filter.ts';

/** Whether testing a filter costs more than a few comparisons for each record: searches, places and expressions do. */
export function isCostly(filter: BoundFilter): boolean {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.filters.some(isCostly);
    case 'not':
      return isCostly(filter.filter);
    case 'comparison':
      return !isPlain(filter.left) || !isPlain(filter.right);
    case 'in':
    case 'range':
    case 'isNull':
      return !isPlain(filter.operand);
    case 'constant':
    case 'isTruth':
    case 'startsWith':
    case 'inBox':
      return false;
    case 'words':
    case 'withinDistance':
    case 'geometry':
      return true;
  }
}

const isPlain = ({ kind }: { readonly kind: string }): boolean => kind === 'field' || kind === 'literal';
