import type { HarvesterKind } from './harvester-kind.ts';
import { declaredKinds } from './kinds/declared-kinds.ts';
import { ods } from './kinds/ods.ts';

/** All kinds of portals that harvesters know. */
export const harvesterKinds: readonly HarvesterKind[] = Object.freeze([ods, ...declaredKinds]);

/** The kind of a type; undefined when there is none. */
export const findHarvesterKind = (type: string): HarvesterKind | undefined =>
  harvesterKinds.find((kind) => kind.type === type);
