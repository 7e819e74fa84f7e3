import type { Snapshots } from '#api/sections/capture-sections.ts';
import type { Section, Sections } from '#api/context.ts';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.ts';
import type { Change } from './change.type.ts';
import { compareStates } from './compare.ts';

/** The changes from one configuration to another, in the order of the sections. A section that one of the configurations lacks is left out. */
export const compareConfigurations = (sections: Sections, before: Snapshots, after: Snapshots): Change[] =>
  [...sections.values()].flatMap((section) => {
    const oldSnapshot = before[section.name];
    const newSnapshot = after[section.name];
    return oldSnapshot === undefined || newSnapshot === undefined
      ? []
      : compareSection(section, oldSnapshot, newSnapshot);
  });

/** The changes of one section. */
export const compareSection = (section: Section, before: Json, after: Json): Change[] =>
  compareStates(valuesByName(section, before), valuesByName(section, after));

/** The values of a snapshot under the names that the paths of changes start with. */
function valuesByName({ name, isComparedByMember = false }: Section, snapshot: Json): JsonObject {
  const values = isComparedByMember && isJsonObject(snapshot) ? snapshot : { [name]: snapshot };
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, omitTimestamps(value)]));
}

/** Omits the creation and update times of the parts of a list: these times follow from other changes and are not listed as changes. */
const omitTimestamps = (value: Json): Json =>
  Array.isArray(value) ? value.map((part: Json) => (isJsonObject(part) ? omitTimestampsOfPart(part) : part)) : value;

const omitTimestampsOfPart = ({ createdAt: _createdAt, updatedAt: _updatedAt, ...part }: JsonObject): JsonObject =>
  part;
