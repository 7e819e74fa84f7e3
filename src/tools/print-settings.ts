import { settings } from '#platform/config.ts';
import { settingGroups } from '#platform/environment.ts';
import { markdownTable } from './markdown-table.ts';

const introduction = `# Settings

Written by \`npm run schema\` from \`src/platform/environment.ts\`; do not edit.

Settings are environment variables, validated at the start: a process with an invalid one names all that are wrong, and ends. An empty variable counts as unset.
[operations.md](operations.md) explains which ones an installation needs, [security.md](security.md) the limits, and [storage.md](storage.md) where files are.
`;

/** The text of `docs/settings.md`: every setting, with its default and its meaning. */
export function printSettings(): string {
  const groups = Object.entries(settingGroups).map(([group, names]) => `## ${group}\n\n${tableOf(names)}`);
  return [introduction, ...groups, `## Secrets in files\n\n${secretFiles()}`].join('\n');
}

const tableOf = (names: readonly string[]): string =>
  markdownTable(
    ['Variable', 'Default', 'Meaning'],
    settings
      .filter(({ name }) => names.includes(name))
      .map(({ name, fallback, about }) => [`\`${name}\``, fallback, about]),
  );

function secretFiles(): string {
  const files = settings.filter(({ secret }) => secret).map(({ name }) => `\`${name}_FILE\``);
  const listed = `${files.slice(0, -1).join(', ')} and ${files.at(-1) ?? ''}`;
  return `A secret can be in a file instead, as container platforms mount it: ${listed} name the files.\n`;
}
