import type { BlockKind } from '../block-kind.ts';
import { readLocation } from './read-location.ts';

/** A place that is found by its name or address. */
export const locationSearch: BlockKind = { compared: 'presence', read: readLocation };
