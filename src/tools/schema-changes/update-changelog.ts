import { CriticalityLevel, type Change } from '@graphql-inspector/core';

const unreleased = '## [Unreleased]\n';
const heading = '### Schema of the graph\n';

/**
 * Replaces the section of schema changes in the part `[Unreleased]` of a changelog. A release renames the part, so the section stays with it;
 * the next part begins without one.
 */
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
