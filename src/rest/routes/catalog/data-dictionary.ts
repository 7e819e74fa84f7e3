import { csvLine } from '#rest/responders/file.ts';
import { type DescribedDataset, type Field, readableFields, titleOf } from './described-dataset.ts';

/** A column of a data dictionary, and what it has of a field. */
const columns: Readonly<Record<string, (field: Field) => string | null>> = {
  name: ({ name }) => name,
  label: ({ label }) => label,
  type: ({ type, isMultivalued }) => (isMultivalued ? `list of ${type}` : type),
  unit: ({ unit }) => unit,
  identifier: ({ isIdentifier }) => (isIdentifier ? 'yes' : 'no'),
  description: ({ description }) => description,
};

const names = Object.keys(columns);
const rowOf = (field: Field): readonly string[] => Object.values(columns).map((valueOf) => valueOf(field) ?? '');

/** What the fields of the records mean, as CSV (RFC 4180) with a header: a line for each field that the caller may read. */
export const dictionaryCsv = (dataset: DescribedDataset): string =>
  [names, ...readableFields(dataset).map(rowOf)].map(csvLine).join('');

/** What the fields of the records mean, as a page of Markdown with a table (GitHub Flavored Markdown). */
export function dictionaryMarkdown(dataset: DescribedDataset): string {
  const rows = readableFields(dataset).map(rowOf);
  const lines = [names, names.map(() => '---'), ...rows.map((cells) => cells.map(markdownText))];
  return `# ${markdownText(titleOf(dataset))}\n\n${lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('')}`;
}

/** Text on one line of Markdown, without anything that is markup. */
const markdownText = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>|~&]/g, '\\$&');
