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
  `${heading}\nWritten by \`npm run schema\`; do not edit.\n\n${changes.map(lineOf).join('\n')}`;

function lineOf({ message, criticality }: Change): string {
  const text = message.replaceAll(/'([^' ]+)'/g, '`$1`');
  const effect = effects[criticality.level];
  return `- ${/[.!?]$/.test(text) ? text : `${text}.`}${effect}`;
}

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
