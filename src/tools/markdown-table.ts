/** A Markdown table that ends with a line break. Line breaks in cells become `<br>`. */
export const markdownTable = (header: readonly string[], rows: readonly (readonly string[])[]): string =>
  [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cellOf).join(' | ')} |\n`).join('');

const cellOf = (text: string): string =>
  text
    .trim()
    .replaceAll('|', '\\|')
    .replace(/<(?=\w)/g, '&lt;')
    .replaceAll('\n', '<br>');
