import type { BlockKind } from '../block-kind.ts';
import { readLocation } from './read-location.ts';

/** A place that is picked on a map. */
export const locationPicker: BlockKind = { compared: 'presence', read: readLocation };
