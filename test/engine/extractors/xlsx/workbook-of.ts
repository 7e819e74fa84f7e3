import { zipOf } from '#test/engine/archives/zip-of.ts';

/** One sheet: its name, and the XML of its rows. */
export type TestSheet = readonly [name: string, rows: string, state?: string];

const relationship = (id: number | string, type: string, target: string): string =>
  `<Relationship Id="r${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
const relationships = (...all: string[]): string =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join('')}</Relationships>`;

/** A workbook of these sheets. Cell styles are 0 General, 1 a date, 2 a date and time, 3 a time, 4 hours beyond a day, 5 an amount of money. */
export const workbookOf = (sheets: readonly TestSheet[], { shared = '', workbookPr = '' } = {}): Promise<Buffer> =>
  zipOf({
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': relationships(relationship(1, 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `<workbook xmlns:r="x">${workbookPr}<sheets>${sheets.map(([name, , state = 'visible'], index) => `<sheet name="${name}" sheetId="${index}" r:id="r${index}" state="${state}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(
      ...sheets.map((_sheet, index) => relationship(index, 'worksheet', `worksheets/s${index}.xml`)),
      relationship('s', 'sharedStrings', '/xl/sharedStrings.xml'),
      relationship('t', 'styles', 'styles.xml'),
    ),
    'xl/sharedStrings.xml': `<sst>${shared}</sst>`,
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/><numFmt numFmtId="165" formatCode="[h]:mm:ss"/><numFmt numFmtId="166" formatCode="[$CHF-807]\\ #,##0.00;[Red]&quot;day&quot;"/></numFmts>' +
      '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="20"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs></styleSheet>',
    ...Object.fromEntries(
      sheets.map(([, rows], index) => [
        `xl/worksheets/s${index}.xml`,
        `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
  });

/** A row of inline texts and numbers. */
export const rowXml = (number: number, cells: readonly (string | number | null)[]): string =>
  `<row r="${number}">${cells
    .map((cell, index) => {
      const reference = `${String.fromCharCode(65 + index)}${number}`;
      if (cell === null) return '';
      return typeof cell === 'number'
        ? `<c r="${reference}"><v>${cell}</v></c>`
        : `<c r="${reference}" t="inlineStr"><is><t>${cell}</t></is></c>`;
    })
    .join('')}</row>`;
