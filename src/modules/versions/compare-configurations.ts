import type { Snapshots } from '../../api/sections/capture-sections.ts';
import type { Section, Sections } from '../../api/context.ts';
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json.ts';
import type { Change } from './change.type.ts';
import { compare } from './compare.ts';

/** The changes from one configuration to another, in the order of the sections. Sections that one of them lacks are left out. */
export const compareConfigurations = (sections: Sections, before: Snapshots, after: Snapshots): Change[] =>
  [...sections.values()].flatMap((section) => {
    const [was, is] = [before[section.name], after[section.name]];
    return was === undefined || is === undefined ? [] : compareSection(section, was, is);
  });

/** The changes of one section. */
export const compareSection = (section: Section, before: Json, after: Json): Change[] =>
  compare(valuesByName(section, before), valuesByName(section, after));

/** The values of a snapshot under the names that the paths of changes start with. */
function valuesByName({ name, isComparedByMember = false }: Section, snapshot: Json): JsonObject {
  const named = isComparedByMember && isJsonObject(snapshot) ? snapshot : { [name]: snapshot };
  return Object.fromEntries(Object.entries(named).map(([each, thing]) => [each, withoutTimestamps(thing)]));
}

/** Removes creation and update times, which change with every other change and are no changes themselves. */
const withoutTimestamps = (thing: Json): Json =>
  Array.isArray(thing) ? thing.map((part: Json) => (isJsonObject(part) ? withoutTimestampsOfPart(part) : part)) : thing;

const withoutTimestampsOfPart = ({ createdAt: _made, updatedAt: _changed, ...part }: JsonObject): JsonObject => part;
