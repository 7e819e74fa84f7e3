import { CommandError, exitCodes } from '../exit-codes.ts';
import {
  ListFormSlugsDocument,
  ListGroupUidsDocument,
  ListHarvesterTypesDocument,
  ListTemplateFieldsDocument,
  ListTypesDocument,
  ListUsernamesDocument,
} from '../generated/operations.ts';
import { GraphRefusal } from '../graph-client.ts';
import type { Session } from '../nouns/noun.ts';
import { pages } from '../nouns/pages.ts';

/** What this instance has, for what another portal names. Undefined where the key may not know. */
export interface Counterparts {
  /** The fields of each template; undefined for a template that takes any. */
  readonly templates: ReadonlyMap<string, ReadonlySet<string> | undefined>;
  /** The names of the templates that every portal has. */
  readonly standardTemplates: ReadonlySet<string>;
  readonly extractors: ReadonlySet<string>;
  readonly processors: ReadonlySet<string>;
  /** The names of the settings of each kind of harvester. */
  readonly harvesterTypes: ReadonlyMap<string, ReadonlySet<string>>;
  readonly forms: ReadonlySet<string> | undefined;
  readonly users: ReadonlySet<string> | undefined;
  readonly groups: ReadonlySet<string> | undefined;
}

/** Reads what this instance has. Fails where the key may not configure datasets. */
export async function readCounterparts({ client }: Session): Promise<Counterparts> {
  const { extractors, processorTypes } = await client.send(ListTypesDocument);
  if (!extractors || !processorTypes)
    throw new CommandError('The key of --key may not configure datasets of this instance.', exitCodes.refused);
  const templates = new Map<string, ReadonlySet<string> | undefined>();
  const standardTemplates = new Set<string>();
  for await (const { name, isOpen, isCustom, fields } of pages(
    async (after) => (await client.send(ListTemplateFieldsDocument, { after })).metadataTemplates,
  )) {
    templates.set(name, isOpen ? undefined : new Set(fields.nodes.map((field) => field.name)));
    if (!isCustom) standardTemplates.add(name);
  }
  const { harvesterTypes } = await client.send(ListHarvesterTypesDocument);
  return {
    templates,
    harvesterTypes: new Map(
      harvesterTypes.map(({ type, settings }) => [type, new Set(settings.map(({ name }) => name))]),
    ),
    standardTemplates,
    extractors: new Set(extractors.map(({ type }) => type)),
    processors: new Set(processorTypes.map(({ type }) => type)),
    forms: await namesOf(
      pages(async (after) => (await client.send(ListFormSlugsDocument, { after })).formConfigurations),
    ),
    users: await namesOf(pages(async (after) => (await client.send(ListUsernamesDocument, { after })).users)),
    groups: await namesOf(pages(async (after) => (await client.send(ListGroupUidsDocument, { after })).groups)),
  };
}

/** The names of a list; undefined where the key may not read it. */
async function namesOf(list: AsyncIterable<{ readonly name: string }>): Promise<ReadonlySet<string> | undefined> {
  const names = new Set<string>();
  try {
    for await (const { name } of list) names.add(name);
  } catch (error) {
    if (error instanceof GraphRefusal && error.code === 'PERMISSION_DENIED') return undefined;
    throw error;
  }
  return names;
}
