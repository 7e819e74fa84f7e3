import {
  type DocumentNode,
  getNamedType,
  type GraphQLInputType,
  type GraphQLSchema,
  isAbstractType,
  isInputObjectType,
  isObjectType,
  Kind,
  type StringValueNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { failFields } from '#kernel/fail.ts';
import { fromNodeId, toNodeId } from '#kernel/ids.ts';
import { isJsonObject } from '#kernel/json.ts';

/** Where the graph takes an identifier: an argument, `Query.form(slug)`, or a member of an input, `UpdateFormInput.slug`. */
export interface IdPosition {
  /** The type of the field with the argument, or the input type. */
  readonly owner: string;
  /** The field with the argument, and the type that it returns; undefined for a member of an input. */
  readonly field?: { readonly name: string; readonly returns: string };
  /** The name of the argument or the member. */
  readonly name: string;
}

const nameOf = ({ owner, field, name }: IdPosition): string =>
  field ? `${owner}.${field.name}(${name})` : `${owner}.${name}`;

const pages = ['CodeEditorPage', 'CodeEditorPageConfiguration', 'StudioPage', 'StudioPageConfiguration'];
const datasets = ['Dataset', 'CatalogDataset'];
const assets = ['Asset', ...datasets, ...pages];

/** The types whose ids have the key of a noun, where they are not the type of its name or those that implement it. */
const typesOfNouns: Readonly<Record<string, readonly string[]>> = {
  Asset: assets,
  Source: assets,
  Use: assets,
  Connection: ['DatasourceConnectionSettings'],
  DatasourceConnection: ['DatasourceConnectionSettings'],
  CatalogDataset: datasets,
  Dataset: datasets,
  DeletedDataset: ['DeletedDataset', ...datasets],
  Form: ['Form', 'FormConfiguration'],
  FormConfiguration: ['Form', 'FormConfiguration'],
  Identity: ['ExternalIdentity'],
  Key: ['ApiKey'],
  Moderation: ['Submission'],
  Revision: ['Submission'],
  CodeEditorPage: pages,
  StudioPage: pages,
  Page: pages,
  PageConfiguration: pages,
  PageRuleset: pages,
  Provider: ['IdentityProvider'],
  RelatedGroup: ['Group'],
  RelatedProvider: ['IdentityProvider'],
  Version: ['DatasetVersion'],
};

/** The nouns of positions whose names do not tell them. */
const nounsOfPositions: Readonly<Record<string, string>> = {
  'Dataset.diff(fromUid)': 'Version',
  'Dataset.diff(toUid)': 'Version',
  'Dataset.groupRuleset(uid)': 'Group',
  'EndOtherSessionsInput.uid': 'SignInSession',
  'EndSessionInput.uid': 'SignInSession',
  'PurgeDatasetInput.uid': 'DeletedDataset',
  'RestoreDatasetInput.uid': 'DeletedDataset',
  'Subscription.datasetChanged(uid)': 'Dataset',
  'Subscription.datasetStatus(uid)': 'Dataset',
};

const verbs =
  /^(?:Append|Approve|Archive|Create|Delete(?!d)|Desired|Link|Preview|Publish|Purge|Reject|Replace|Restore|Retry|Revoke|Share|Start|Unlink|Unshare|Update)(?=[A-Z])/;

/** The noun that an identifier names: of `uid` and `slug` that of the returned type or of the input, else that of the name, `groupUids`. */
function nounOf(position: IdPosition): string {
  const { owner, field, name } = position;
  const known = nounsOfPositions[nameOf(position)];
  if (known !== undefined) return known;
  if (owner.endsWith('ConnectionInput')) return 'Connection';
  if (name === 'uid' || name === 'slug')
    return field?.returns ?? owner.replace(verbs, '').replace(/(?:(?:Action|Members)?Input|By|Reference)$/, '');
  const noun = name.replace(/(?:Uid|Slug)s?$|(?<=record)Id$|s$/, '');
  return `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
}

/** Positions that take a text as it is: the identifier of a new object, the slug of a page, whose id has the uid, or ids themselves. */
const verbatim: ReadonlySet<string> = new Set([
  'AuditEntryFilter.objectKey',
  'CreateCodeEditorPageInput.slug',
  'CreateFormInput.slug',
  'CreateGroupInput.uid',
  'CreateStudioPageInput.slug',
  'PageConfigurationFilter.slug',
  'Query.codeEditorPage(slug)',
  'Query.node(id)',
  'Query.nodes(ids)',
  'Query.studioPage(slug)',
]);

/** The types whose ids are accepted at a position; none where a text is taken as it is. */
export function typesAt(schema: GraphQLSchema, position: IdPosition): readonly string[] {
  if (verbatim.has(nameOf(position))) return [];
  const noun = nounOf(position);
  return (typesOfNouns[noun] ?? [noun]).flatMap((name) => {
    const type = schema.getType(name);
    if (isAbstractType(type)) return schema.getPossibleTypes(type).map((possible) => possible.name);
    return isObjectType(type) ? [name] : [];
  });
}

/** The ids of some types begin with other keys: `da_123456:` for a record, `da_123456/` for a file. */
const ownKey = (type: string, key: string): string =>
  type === 'Record' || type === 'ResourceFile' ? key.replace(/^\w+[:/]/, '') : key;

/** Replaces the ids in a document and its variables, in place. */
export type DecodeIds = (document: DocumentNode, variables: Readonly<Record<string, unknown>>) => void;

/** Replaces the ids in a value; `path` names it in errors. */
type Decode = (value: unknown, path: string) => unknown;

/**
 * Creates the function that replaces ids of the graph (`id` of a Node) by the keys of their objects, wherever an argument or a member of an
 * input takes a uid or a slug. It runs before plans and resolvers, so they know keys alone. A text is an id only where it is the id of a type
 * of the graph. No uid or slug is one: ids begin with the letters Q to W, keys in lower case. What a document takes is found once; a request then
 * looks at its own ids alone. Fails INVALID_INPUT for the id of another type.
 */
export function createIdDecoder(schema: GraphQLSchema): DecodeIds {
  const decoders = new WeakMap<DocumentNode, ReadonlyMap<string, Decode>>();
  const ofInputs = new Map<string, ReadonlyMap<string, Decode>>();

  const decodeId =
    (accepted: readonly string[]): Decode =>
    (value, path) => {
      const node = typeof value === 'string' ? idIn(schema, value) : undefined;
      if (!node) return value;
      if (accepted.includes(node.type)) return ownKey(node.type, node.key);
      // Files have the names that they were uploaded with, which may look like the id of anything.
      if (accepted.includes('ResourceFile')) return value;
      return failFields({ [path]: [`This is the id of a ${node.type}. Give the id of a ${accepted.join(' or ')}.`] });
    };

  const refuseId: Decode = (value, path) =>
    typeof value === 'string' && idIn(schema, value)
      ? failFields({ [path]: ['The variable is an id in one place and a key in another. Use two variables.'] })
      : value;

  const decodeInput =
    (type: string): Decode =>
    (value, path) => {
      if (isJsonObject(value))
        decodeMembers(membersOf(type), value, (name) => (path === 'input' ? name : `${path}.${name}`));
      return value;
    };

  /** What replaces the ids in values of a type; undefined where it has none. */
  function decoderOf(type: GraphQLInputType, position: IdPosition): Decode | undefined {
    const named = getNamedType(type);
    if (named.name !== 'ID') return holdsIds(named.name) ? inLists(decodeInput(named.name)) : undefined;
    const accepted = typesAt(schema, position);
    return accepted.length > 0 ? inLists(decodeId(accepted)) : undefined;
  }

  /** Whether values of an input type may have ids at some depth. */
  function holdsIds(owner: string, seen = new Set<string>()): boolean {
    const type = schema.getType(owner);
    if (seen.has(owner) || !isInputObjectType(type)) return false;
    seen.add(owner);
    return Object.values(type.getFields()).some((member) => {
      const named = getNamedType(member.type);
      if (named.name === 'ID') return typesAt(schema, { owner, name: member.name }).length > 0;
      return holdsIds(named.name, seen);
    });
  }

  /** The members of an input type that are or hold ids. */
  function membersOf(owner: string): ReadonlyMap<string, Decode> {
    const type = schema.getType(owner);
    const known = ofInputs.get(owner);
    if (known || !isInputObjectType(type)) return known ?? new Map<string, Decode>();
    const members = Object.values(type.getFields()).flatMap(({ name, type: inner }): [string, Decode][] => {
      const decode = decoderOf(inner, { owner, name });
      return decode ? [[name, decode]] : [];
    });
    const found = new Map(members);
    ofInputs.set(owner, found);
    return found;
  }

  /** Replaces the ids in the texts of a document, and finds its variables that may have some. */
  function readDocument(document: DocumentNode): ReadonlyMap<string, Decode> {
    const found = new Map<string, Decode>();
    const texts: [StringValueNode, string][] = [];
    const takenAsGiven = new Set<string>();
    const info = new TypeInfo(schema);
    const positions: IdPosition[] = [];
    const decoderHere = (): Decode | undefined => {
      const [type, position] = [info.getInputType(), positions.at(-1)];
      return type && position ? decoderOf(type, position) : undefined;
    };
    const addText = (node: StringValueNode, decode: Decode | undefined, path: string) => {
      const decoded = decode?.(node.value, path);
      if (typeof decoded === 'string' && decoded !== node.value) texts.push([node, decoded]);
    };
    const leave = (): void => {
      positions.pop();
    };
    visit(
      document,
      visitWithTypeInfo(info, {
        Argument: {
          enter({ name: { value: name } }) {
            const [owner, field] = [info.getParentType(), info.getFieldDef()];
            const of = field && { name: field.name, returns: getNamedType(field.type).name };
            positions.push({ owner: owner?.name ?? '', name, ...(of && { field: of }) });
          },
          leave,
        },
        ObjectField: {
          enter({ name: { value: name } }) {
            const owner = info.getParentInputType();
            positions.push({ owner: owner ? getNamedType(owner).name : '', name });
          },
          leave,
        },
        StringValue(node) {
          addText(node, decoderHere(), positions.at(-1)?.name ?? '');
        },
        Variable({ name: { value: name } }) {
          const [type, decode, earlier] = [info.getInputType(), decoderHere(), found.get(name)];
          if (decode) found.set(name, earlier ? (value, path) => decode(earlier(value, path), path) : decode);
          else if (type && positions.length > 0 && getNamedType(type).name === 'ID') takenAsGiven.add(name);
        },
      }),
    );
    for (const name of takenAsGiven) if (found.has(name)) found.set(name, inLists(refuseId));
    for (const definition of document.definitions)
      for (const { variable, defaultValue } of (definition.kind === Kind.OPERATION_DEFINITION &&
        definition.variableDefinitions) ||
        [])
        if (defaultValue?.kind === Kind.STRING)
          addText(defaultValue, found.get(variable.name.value), variable.name.value);
    for (const [node, value] of texts) Object.assign(node, { value });
    return found;
  }

  return (document, variables) => {
    let ofDocument = decoders.get(document);
    if (!ofDocument) {
      ofDocument = readDocument(document);
      decoders.set(document, ofDocument);
    }
    decodeMembers(ofDocument, variables, (name) => name);
  };
}

/** The type and key that a text is the id of; undefined for any other text. */
function idIn(schema: GraphQLSchema, text: string): ReturnType<typeof fromNodeId> {
  if (!/^[Q-W][\w-]{7,}$/.test(text)) return undefined;
  const node = fromNodeId(text);
  const isId = node && isObjectType(schema.getType(node.type)) && toNodeId(node.type, node.key) === text;
  return isId ? node : undefined;
}

/** Applies to each item where a value is a list. */
const inLists =
  (decode: Decode): Decode =>
  (value, path) =>
    Array.isArray(value) ? value.map((item, index) => decode(item, `${path}.${String(index)}`)) : decode(value, path);

/** Replaces the ids in the members of an object, in place. */
function decodeMembers(
  decoders: ReadonlyMap<string, Decode>,
  values: Readonly<Record<string, unknown>>,
  pathOf: (name: string) => string,
): void {
  for (const [name, decode] of decoders) {
    const given = values[name];
    if (given === undefined || given === null) continue;
    const decoded = decode(given, pathOf(name));
    if (decoded !== given) Object.assign(values, { [name]: decoded });
  }
}
