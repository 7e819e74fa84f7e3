import { posix } from 'node:path';
import type { ZipArchive } from '#engine/archives/zip-archive.ts';
import { fail } from '#kernel/fail.ts';
import type { Sheet } from './workbook-file.ts';
import { parseNumberFormat, type NumberFormat } from './xlsx-numbers.ts';
import { decodeText } from './xlsx-text.ts';
import { attributeOf, localName, readXmlEvents } from '../xml/xml-events.ts';
import type { XmlEvent, XmlOpening } from '../xml/xml-reader.ts';

/** All parts of a workbook but its cells. */
export interface Workbook {
  /** In the order of their tabs. */
  readonly sheets: readonly Sheet[];
  /** Whether days are counted from 1904. */
  readonly is1904: boolean;
  readonly sharedTexts: readonly string[];
  /** How each cell style shows a number. */
  readonly numberFormats: readonly NumberFormat[];
}

/** The maximum number of characters in shared texts, which are all kept in memory while the sheet is read. */
const maxSharedText = 64 * 1024 * 1024;
/** The overhead of each text, in bytes. */
const textOverheadBytes = 16;
/** The maximum number of elements of any other part. */
const maxElements = 1_000_000;

/** Reads all of a workbook except its cells. */
export async function readWorkbook(archive: ZipArchive): Promise<Workbook> {
  const path = (await findTarget(archive, '', 'officeDocument')) ?? 'xl/workbook.xml';
  const targets = await readRelationships(archive, path);
  const sheetPaths = new Map(
    targets.filter(({ type }) => type === 'worksheet').map(({ id, path: target }) => [id, target]),
  );
  const declaredSheets: { name: string; id: string; isVisible: boolean }[] = [];
  let is1904 = false;
  await forEachElement(archive, path, (event) => {
    const name = localName(event.name);
    if (name === 'workbookPr') is1904 = ['1', 'true'].includes(attributeOf(event, 'date1904') ?? '');
    if (name === 'sheet')
      declaredSheets.push({
        name: attributeOf(event, 'name') ?? '',
        id: attributeOf(event, 'id') ?? '',
        isVisible: (attributeOf(event, 'state') ?? 'visible') === 'visible',
      });
  });
  const sheets = declaredSheets.flatMap(({ name, id, isVisible }) => {
    const target = sheetPaths.get(id);
    return target === undefined ? [] : [{ name, isVisible, path: target }];
  });
  const pathOf = (type: string): string => targets.find((target) => target.type === type)?.path ?? '';
  return {
    sheets,
    is1904,
    sharedTexts: await readSharedTexts(archive, pathOf('sharedStrings')),
    numberFormats: await readNumberFormats(archive, pathOf('styles')),
  };
}

/** A reference from one part of the archive to another. */
interface Relationship {
  readonly id: string;
  /** The last part of the type's URL. */
  readonly type: string;
  readonly path: string;
}

/** The relationships of a part of the archive; '' is the archive itself. */
async function readRelationships(archive: ZipArchive, part: string): Promise<Relationship[]> {
  const found: Relationship[] = [];
  await forEachElement(archive, posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`), (event) => {
    if (localName(event.name) !== 'Relationship' || attributeOf(event, 'TargetMode') === 'External') return;
    const target = attributeOf(event, 'Target') ?? '';
    const path = posix.join('/', target.startsWith('/') ? target : posix.join(posix.dirname(part), target)).slice(1);
    found.push({ id: attributeOf(event, 'Id') ?? '', type: posix.basename(attributeOf(event, 'Type') ?? ''), path });
  });
  return found;
}

const findTarget = async (archive: ZipArchive, part: string, type: string): Promise<string | undefined> =>
  (await readRelationships(archive, part)).find((relationship) => relationship.type === type)?.path;

/** How each cell style shows a number. Formats are declared before the styles of cells. */
async function readNumberFormats(archive: ZipArchive, path: string): Promise<NumberFormat[]> {
  const codes = new Map<number, string>();
  const formats: NumberFormat[] = [];
  let isInCells = false;
  await forEachElement(archive, path, (event) => {
    const name = localName(event.name);
    if (name === 'cellXfs') isInCells = true;
    else if (name === 'cellStyles' || name === 'dxfs') isInCells = false;
    else if (name === 'numFmt')
      codes.set(Number(attributeOf(event, 'numFmtId')), attributeOf(event, 'formatCode') ?? '');
    else if (name === 'xf' && isInCells)
      formats.push(
        parseNumberFormat(
          Number(attributeOf(event, 'numFmtId') ?? 0),
          codes.get(Number(attributeOf(event, 'numFmtId'))),
        ),
      );
  });
  return formats;
}

/** Whether the text in these elements is shown in cells; `rPh` contains a phonetic reading of it. */
const isShownText = (openElements: readonly string[]): boolean =>
  openElements.at(-1) === 't' && !openElements.includes('rPh');

async function readSharedTexts(archive: ZipArchive, path: string): Promise<string[]> {
  const texts: string[] = [];
  const openElements: string[] = [];
  let text = '';
  let run = '';
  let length = 0;
  await forEachEvent(archive, path, (event) => {
    if (event.kind === 'open') openElements.push(localName(event.name));
    if (event.kind === 'text' && isShownText(openElements)) run += event.text;
    if (event.kind !== 'close') return;
    // Escapes are decoded in each run separately, because an escape never spans two runs of a text.
    text += decodeText(run);
    run = '';
    if (openElements.pop() === 'si') {
      length += textOverheadBytes + text.length;
      if (length > maxSharedText)
        fail('EXTRACTION_FAILED', {
          reason: `the texts of the workbook are longer than ${maxSharedText} characters together; save the sheet as CSV`,
        });
      texts.push(text);
      text = '';
    }
  });
  return texts;
}

/** Calls `visit` for each opening of an element in a part. */
function forEachElement(archive: ZipArchive, path: string, visit: (event: XmlOpening) => void): Promise<void> {
  let count = 0;
  return forEachEvent(archive, path, (event) => {
    if (event.kind !== 'open') return;
    count++;
    if (count > maxElements)
      fail('EXTRACTION_FAILED', { reason: `${path} in the workbook has more than ${maxElements} elements` });
    visit(event);
  });
}

/** Calls `visit` for each event of a part. Does nothing when the archive has no such part, because styles and shared texts are optional. */
async function forEachEvent(archive: ZipArchive, path: string, visit: (event: XmlEvent) => void): Promise<void> {
  const content = await archive.read(path);
  if (content) for await (const events of readXmlEvents(content)) events.forEach(visit);
}
