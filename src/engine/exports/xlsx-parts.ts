import { addAbortSignal, PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** The parts of a workbook around its cells (ECMA-376). Sheets are numbered from 1. */

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationships = 'http://schemas.openxmlformats.org/package/2006/relationships';
const documentRelationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The XML before the rows of a sheet. */
export const sheetStart = `${declaration}<worksheet xmlns="${main}"><sheetData>`;
/** The XML after the rows of a sheet. */
export const sheetEnd = '</sheetData></worksheet>';

/** The path of a sheet in the zip. */
export const sheetPath = (number: number): string => `xl/${sheetTarget(number)}`;

const sheetTarget = (number: number): string => `worksheets/sheet${String(number)}.xml`;

/** The styles of cells, in the order of `cellXfs`. */
export const cellStyles = Object.freeze({ date: 1, datetime: 2 });

/** The styles. Excel requires all of these elements, and two fills. */
export const styles = [
  `${declaration}<styleSheet xmlns="${main}">`,
  '<numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>',
  '<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>',
  '<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>',
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  '<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>',
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
].join('');

/** The sheets of a workbook, by name. */
export const workbook = (names: readonly string[]): string =>
  [
    `${declaration}<workbook xmlns="${main}" xmlns:r="${documentRelationships}"><sheets>`,
    ...names.map((name, index) => {
      const number = String(index + 1);
      return `<sheet name="${name}" sheetId="${number}" r:id="rId${number}"/>`;
    }),
    '</sheets></workbook>',
  ].join('');

/** The relationship that leads from the package to its workbook. */
export const packageRelations = relationsOf([{ type: 'officeDocument', target: 'xl/workbook.xml' }]);

/** The relationships that lead from the workbook to its sheets and styles. */
export const workbookRelations = (sheets: number): string =>
  relationsOf([
    ...numbersTo(sheets).map((number) => ({ type: 'worksheet', target: sheetTarget(number) })),
    { type: 'styles', target: 'styles.xml' },
  ]);

function relationsOf(targets: readonly { readonly type: string; readonly target: string }[]): string {
  const relations = targets.map(
    ({ type, target }, index) =>
      `<Relationship Id="rId${String(index + 1)}" Type="${documentRelationships}/${type}" Target="${target}"/>`,
  );
  return `${declaration}<Relationships xmlns="${relationships}">${relations.join('')}</Relationships>`;
}

/** The media types of the parts. */
export const contentTypes = (sheets: number): string =>
  [
    `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">`,
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    `<Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/>`,
    `<Override PartName="/xl/styles.xml" ContentType="${spreadsheet}.styles+xml"/>`,
    ...numbersTo(sheets).map(
      (number) => `<Override PartName="/${sheetPath(number)}" ContentType="${spreadsheet}.worksheet+xml"/>`,
    ),
    '</Types>',
  ].join('');

const numbersTo = (count: number): number[] => Array.from({ length: count }, (_each, index) => index + 1);

/** A file in a zip. */
export interface ZipPart {
  readonly name: string;
  readonly content: Iterable<string> | AsyncIterable<string>;
}

/** A fixed modification time, so that equal contents produce equal files. */
const dated = { mtime: new Date(2000, 0, 1), forceDosTimestamp: true };

/** Zips parts as a stream, each requested when the last has been read. A reader that stops early ends their source. */
export async function* zipOf(parts: AsyncIterable<ZipPart>): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const output = new PassThrough();
  const fail = (error: Error): unknown => output.destroy(error);
  zip.outputStream.pipe(output);
  zip.on('error', fail);
  const stopped = new AbortController();
  const added = addParts(zip, parts, stopped.signal).catch(fail);
  try {
    yield* output as AsyncIterable<Buffer>;
  } finally {
    stopped.abort();
    await added;
  }
}

async function addParts(zip: ZipFile, parts: AsyncIterable<ZipPart>, signal: AbortSignal): Promise<void> {
  for await (const { name, content } of parts) {
    const stream = addAbortSignal(signal, Readable.from(content, { objectMode: false }));
    zip.addReadStream(stream, name, dated);
    await finished(stream);
  }
  zip.end();
}
