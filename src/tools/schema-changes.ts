import { type Change, CriticalityLevel, diff, DiffRule, type Rule } from '@graphql-inspector/core';
import {
  getNamedType,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql';

/** The difference between the schema of the last release and the current one. */
interface SchemaComparison {
  /** Every change that clients may notice, one for each element, ordered by path. */
  readonly changes: readonly Change[];
  /** The changes that break clients of the last release, and concern nothing that was deprecated in it. */
  readonly breaking: readonly Change[];
}

/**
 * Compares two versions of the schema. A removal or a tightening is breaking unless the last release has the element, or the field of the
 * argument, as deprecated. Types have no deprecation: one may go when everything that leads to it was deprecated. A field that fails may become
 * null then: the last release answered null for a parent, and so for more.
 */
export async function compareSchemas(released: GraphQLSchema, current: GraphQLSchema): Promise<SchemaComparison> {
  const breaking = (await diff(released, current)).filter(
    ({ criticality, path }) =>
      criticality.level === CriticalityLevel.Breaking &&
      !wasDeprecated(released, path) &&
      !statesReleasedRule(released, path) &&
      !failsAlone(released, current, path),
  );
  const changes = await diff(released, current, [
    DiffRule.ignoreDescriptionChanges,
    withoutCosts,
    byPath,
    DiffRule.simplifyChanges,
    withReasons(current),
    withStatedRules(released),
    withLoneFailures(released, current),
  ]);
  return { changes, breaking };
}

/** Leaves out what types and fields cost: the schema shows it, and a new type always has a cost. */
const withoutCosts: Rule = ({ changes }) => changes.filter(({ path }) => !/\.@(cost|listSize)(\.|$)/.test(path ?? ''));

/** Puts parents before their children, as `simplifyChanges` needs it. */
const byPath: Rule = ({ changes }) =>
  changes.toSorted((one, other) => {
    const [first, second] = [one.path ?? '', other.path ?? ''];
    return first < second ? -1 : Number(first > second);
  });

/** Gives deprecations one message for all kinds of elements, with the reason, which names what to use instead. */
const withReasons =
  (schema: GraphQLSchema): Rule =>
  ({ changes }) =>
    changes.map((change) => {
      const [, path] = /^(.+)\.@deprecated$/.exec(change.path ?? '') ?? [];
      if (path === undefined) return change;
      const reason = reasonAt(schema, path);
      return {
        ...change,
        message: reason == null ? `'${path}' is no longer deprecated` : `'${path}' is deprecated: ${reason}`,
      };
    });

/** Says what `@oneOf` changes for clients where it only states a rule of the last release. */
const withStatedRules =
  (released: GraphQLSchema): Rule =>
  ({ changes }) =>
    changes.map((change) => {
      if (!statesReleasedRule(released, change.path)) return change;
      const message = `'${change.path ?? ''}' states that exactly one member is given; a member that is null is refused`;
      return { ...change, message, criticality: { level: CriticalityLevel.NonBreaking } };
    });

/** Says what clients receive of a field that fails and is now null alone. */
const withLoneFailures =
  (released: GraphQLSchema, current: GraphQLSchema): Rule =>
  ({ changes }) =>
    changes.map((change) => {
      if (!failsAlone(released, current, change.path)) return change;
      const message = `'${change.path ?? ''}' alone is null where it fails, and no longer its parent`;
      return { ...change, message, criticality: { level: CriticalityLevel.Dangerous } };
    });

/** An element that can be deprecated. */
interface Member {
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly deprecationReason: string | null | undefined;
  /** Undefined for a value of an enum. */
  readonly type?: GraphQLType;
  readonly args?: readonly Member[];
}

/** Why the element at a path is deprecated: a field, an argument, an input field or a value. */
function reasonAt(schema: GraphQLSchema, path: string): string | null | undefined {
  const [typeName = '', memberName, argumentName] = path.split('.');
  const type = schema.getType(typeName);
  const member = type && membersOf(type).find(({ name }) => name === memberName);
  return argumentName === undefined
    ? member?.deprecationReason
    : member?.args?.find(({ name }) => name === argumentName)?.deprecationReason;
}

/** Whether a change adds `@oneOf` to an input type whose description in the last release demanded exactly one member already. */
function statesReleasedRule(released: GraphQLSchema, path = ''): boolean {
  const [, name] = /^(\w+)\.@oneOf$/.exec(path) ?? [];
  return name !== undefined && (released.getType(name)?.description?.includes('exactly one of these') ?? false);
}

/**
 * Whether the only change of a field is that it may be null, that its description in the last release says how it fails, and that it now says
 * that the field is null then.
 */
function failsAlone(released: GraphQLSchema, current: GraphQLSchema, path = ''): boolean {
  const [before, now] = [memberAt(released, path), memberAt(current, path)];
  return (
    before?.type !== undefined &&
    String(before.type) === `${String(now?.type)}!` &&
    /\bFails\b/.test(before.description ?? '') &&
    /\bNull, with an error\b/.test(now?.description ?? '')
  );
}

/** The field at a path; undefined where there is none. */
function memberAt(schema: GraphQLSchema, path: string): Member | undefined {
  const [typeName = '', memberName, ...inner] = path.split('.');
  const type = schema.getType(typeName);
  return inner.length > 0 || !type ? undefined : membersOf(type).find(({ name }) => name === memberName);
}

/** Whether the element at the path is deprecated, or the field of the argument; or all that leads to the type at the path. */
function wasDeprecated(schema: GraphQLSchema, path = ''): boolean {
  const parts = path.split('.');
  const type = parts.length === 1 ? schema.getType(path) : undefined;
  if (type) return isReachedByDeprecated(schema, type);
  return [parts.slice(0, 2), parts].some((way) => reasonAt(schema, way.join('.')) != null);
}

/** Whether something leads to a type, and all that does is deprecated. */
function isReachedByDeprecated(schema: GraphQLSchema, type: GraphQLNamedType): boolean {
  const leading = Object.values(schema.getTypeMap())
    .flatMap(membersOf)
    .flatMap((member) => [
      { type: member.type, isDeprecated: member.deprecationReason != null },
      ...(member.args ?? []).map((argument) => ({
        type: argument.type,
        isDeprecated: (argument.deprecationReason ?? member.deprecationReason) != null,
      })),
    ])
    .filter((element) => element.type !== undefined && getNamedType(element.type) === type);
  return leading.length > 0 && leading.every(({ isDeprecated }) => isDeprecated);
}

/** The elements of a type that can be deprecated: fields, input fields and values. */
function membersOf(type: GraphQLNamedType): readonly Member[] {
  if (isEnumType(type)) return type.getValues();
  if (isInputObjectType(type)) return Object.values(type.getFields());
  return isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
}

const unreleased = '## [Unreleased]\n';
const heading = '### Schema of the graph\n';

/** Replaces the schema changes in the part `[Unreleased]` of a changelog, which a release renames. */
export function updateChangelog(changelog: string, changes: readonly Change[]): string {
  const start = changelog.indexOf(unreleased);
  if (start < 0) throw new Error('CHANGELOG.md has no part [Unreleased].');
  const body = start + unreleased.length;
  const end = indexFrom(changelog, /^## /m, body);
  const part = changelog.slice(body, end);
  const sectionStart = part.includes(heading) ? part.indexOf(heading) : part.length;
  const sectionEnd = indexFrom(part, /^### /m, sectionStart + heading.length);
  const rest = `${part.slice(0, sectionStart)}${part.slice(sectionEnd)}`.trim();
  const sections = [rest, changes.length > 0 ? sectionOf(changes) : ''].filter((text) => text !== '');
  return `${changelog.slice(0, body)}\n${sections.map((text) => `${text}\n\n`).join('')}${changelog.slice(end)}`;
}

const sectionOf = (changes: readonly Change[]): string =>
  `${heading}\nWritten by \`npm run schema\`; do not edit.\n\n${listed(changes.map(textOf))}`;

function textOf({ message, criticality }: Change): string {
  const text = message.replaceAll(/'([^']+)'/g, '`$1`');
  const effect = effects[criticality.level];
  return `${/[.!?]$/.test(text) ? text : `${text}.`}${effect}`;
}

/** Stands for the names of the elements that changed alike. */
const names = '{}';

/** Where the name is that may differ between changes which are listed as one. */
const namePatterns = [
  /(?<=^Type )`\w+`(?= was added)/,
  /(?<=^Field )`\w+`(?= was added to object type)/,
  /(?<=^Input field )`\w+` of type `[^`]+`(?= was added)/,
  /(?<=^(?:Argument|Type for argument) `[^`]+` (?:added to|on) field )`[\w.]+`/,
  /^`[\w.]+`(?= (?:object implements|is deprecated:|alone is null))/,
];

/** What differs in a sentence about several elements. */
const plurals: readonly (readonly [RegExp, string])[] = [
  [/^(Type|Field|Input field) \{\} was/, '$1s {} were'],
  [/ (added to|on) field \{\}/, ' $1 fields {}'],
  [/^\{\} object implements/, '{} implement'],
  [/^\{\} is deprecated/, '{} are deprecated'],
  [
    /^\{\} alone is null where it fails, and no longer its parent/,
    '{} alone are null where they fail, and no longer their parents',
  ],
];

/** The items of a list of changes: those that differ in a name only are one item, at the place of the first. */
function listed(texts: readonly string[]): string {
  const groups = new Map<string, string[]>();
  for (const text of texts) {
    const name = namePatterns.map((pattern) => pattern.exec(text)?.[0]).find((found) => found !== undefined);
    const sentence = name === undefined ? text : text.replace(name, names);
    groups.set(sentence, [...(groups.get(sentence) ?? []), name ?? '']);
  }
  return [...groups].map(([sentence, found]) => `- ${sentenceAbout(sentence, found)}`).join('\n');
}

const sentenceAbout = (sentence: string, found: readonly string[]): string =>
  (found.length === 1
    ? sentence
    : plurals.reduce((text, [singular, plural]) => text.replace(singular, plural), sentence)
  ).replace(names, found.join(', '));

/** What a change means to clients of the last release. */
const effects: Readonly<Record<CriticalityLevel, string>> = {
  [CriticalityLevel.Breaking]: ' Breaks clients that still use it.',
  [CriticalityLevel.Dangerous]: ' May change what a client receives.',
  [CriticalityLevel.NonBreaking]: '',
};

/** Where a pattern is found from an index on; the end of the text where it is not. */
function indexFrom(text: string, pattern: RegExp, from: number): number {
  const found = text.slice(from).search(pattern);
  return found < 0 ? text.length : from + found;
}
