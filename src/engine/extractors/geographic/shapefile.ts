import type { Readable } from 'node:stream';
import { fail, type FieldErrors } from '#kernel/fail.ts';
import { ByteBudget } from '#engine/archives/inflate.ts';
import { detectCompression, peekBytes } from '#engine/archives/packed-format.ts';
import { localEntryNames, ZipArchive } from '#engine/archives/zip-archive.ts';
import { checkCrs, crsParameter, projectionOfName, projectionOfText } from '#engine/geo/coordinate-systems.ts';
import { type Feature, FeatureRecords } from '#engine/geo/feature-records.ts';
import type { ParamsOf } from '#engine/parameters.ts';
import type { DataRecord } from '#engine/records/record.ts';
import { ByteReader, writeTemporaryFile } from '#engine/datasource/datasource.ts';
import { type DecodingLosses, isSupportedEncoding, offeredEncodings } from '#engine/encodings/text-encoding.ts';
import { extractFilename, withFilename } from '../extraction.ts';
import { defineExtractor, type Extraction, type Sample } from '../extractor.ts';
import { batchBySize } from '../batches.ts';
import type { Project } from '#engine/geo/checked-geometry.ts';
import { guessEncoding } from '#engine/encodings/guess-encoding.ts';
import { type DbfHeader, readDbfHeader, readDbfRecords, readShpShapes } from './shapefile-records.ts';

/** The number of bytes that are read of the small files of a layer (.prj, .cpg). */
const maxSideFileBytes = 64 * 1024;
/** The number of bytes of the table from which the encoding is guessed. */
const sampleLength = 64 * 1024;

/** Encodings by the language driver in a table's header (dBASE). */
const encodingsByLanguage: ReadonlyMap<number, string> = new Map([
  [0x01, 'cp437'],
  [0x02, 'cp850'],
  [0x03, 'windows-1252'],
  [0x13, 'cp932'],
  [0x26, 'cp866'],
  [0x4d, 'cp936'],
  [0x4e, 'cp949'],
  [0x4f, 'cp950'],
  [0x57, 'windows-1252'],
  [0x58, 'windows-1252'],
  [0x59, 'windows-1252'],
  [0x64, 'cp852'],
  [0x65, 'cp866'],
  [0xc8, 'windows-1250'],
  [0xc9, 'windows-1251'],
  [0xca, 'windows-1254'],
  [0xcb, 'windows-1253'],
]);

const shpExtension = /\.shp$/i;

/** Whether an archive with files of these names is a Shapefile. */
const isShapefile = (names: readonly string[]): boolean => names.some((name) => shpExtension.test(name));

/** The next item of a file; undefined at its end, or when the layer does not have the file. */
async function nextOf<Item>(items: AsyncGenerator<Item> | undefined): Promise<Item | undefined> {
  const result: IteratorResult<Item, void> | undefined = await items?.next();
  return result?.done === false ? result.value : undefined;
}

/** One layer of a Shapefile: files of the same name with different extensions. */
class ShapefileLayer {
  readonly #archive: ZipArchive;
  /** The path of the files of the layer, without their extension. */
  readonly #stem: string;

  private constructor(archive: ZipArchive, stem: string) {
    this.#archive = archive;
    this.#stem = stem;
  }

  /** Finds a layer by its name, with or without folders; the first layer when the name is "". Fails EXTRACTION_FAILED. */
  static find(archive: ZipArchive, name: string): ShapefileLayer {
    const stems = archive.entries
      .filter((entry) => shpExtension.test(entry.name))
      .map((entry) => entry.name.replace(shpExtension, ''));
    const stem =
      stems.find((stem) => name === '' || stem === name) ?? stems.find((stem) => stem.split('/').at(-1) === name);
    if (stem === undefined)
      fail('EXTRACTION_FAILED', {
        reason: `the archive has no layer ${name}; it has ${stems.slice(0, 10).join(', ').slice(0, 500) || 'no .shp file'}`,
      });
    return new ShapefileLayer(archive, stem);
  }

  /** The projection of the layer to WGS 84, as its .prj file declares it; undefined when none is needed. */
  async readProjection(): Promise<Project | undefined> {
    const text = await this.#sideFile('prj');
    return text === '' ? undefined : projectionOfText(text);
  }

  /** The features in their order. A shape without attributes is a feature, and so are attributes without a shape. */
  async *readFeatures(encoding: string, losses?: DecodingLosses): AsyncGenerator<Feature> {
    const shp = await this.#open('shp');
    const dbf = await this.#open('dbf');
    try {
      const shapes = shp && readShpShapes(shp);
      const records = dbf && (await this.#readRecords(dbf, encoding, losses));
      for (;;) {
        const shape = await nextOf(shapes);
        const record = await nextOf(records);
        if (shape === undefined && record === undefined) return;
        const isDeleted = record === null;
        if (!isDeleted) yield { ...(record ?? { properties: {} }), geometry: shape ?? null };
      }
    } finally {
      await Promise.all([shp?.close(), dbf?.close()]);
    }
  }

  async #readRecords(dbf: ByteReader, encoding: string, losses: DecodingLosses | undefined) {
    const header = await readDbfHeader(dbf);
    return readDbfRecords(dbf, header, encoding || (await this.#detectEncoding(header)), losses);
  }

  /** The encoding that the .cpg file declares, else UTF-8 when the table is valid UTF-8, else the encoding in the table's header, else a guess. */
  async #detectEncoding({ language }: DbfHeader): Promise<string> {
    const declared = (await this.#sideFile('cpg'))
      .replace(/^(?:ansi|oem|iso)?\s*(\d{3,4})$/i, 'cp$1')
      .replace(/^65001$/, 'utf-8')
      .replace(/\s/g, '');
    if (declared !== '' && isSupportedEncoding(declared)) return declared;
    const table = await this.#open('dbf');
    if (!table) return 'utf-8';
    await readDbfHeader(table);
    const beginning = await table.read(sampleLength);
    await table.close();
    const { encoding: guessed } = await guessEncoding(beginning, beginning.length === sampleLength);
    return guessed === 'utf-8' ? guessed : (encodingsByLanguage.get(language) ?? guessed);
  }

  /** The text of a small file of the layer; "" when there is none. */
  async #sideFile(extension: string): Promise<string> {
    const name = this.#nameOf(extension);
    const content = name === undefined ? undefined : await this.#archive.read(name);
    if (!content) return '';
    const reader = new ByteReader(content);
    const bytes = await reader.read(maxSideFileBytes);
    await reader.close();
    return bytes
      .toString('utf8')
      .replace(/^\uFEFF/, '')
      .trim();
  }

  async #open(extension: string): Promise<ByteReader | undefined> {
    const name = this.#nameOf(extension);
    const content = name === undefined ? undefined : await this.#archive.read(name);
    return content && new ByteReader(content);
  }

  #nameOf(extension: string): string | undefined {
    const wanted = `${this.#stem}.${extension}`.toLowerCase();
    return this.#archive.entries.find(({ name }) => name.toLowerCase() === wanted)?.name;
  }
}

const parameters = [
  {
    name: 'layer',
    type: 'text',
    label: 'Layer',
    description:
      'The name of the .shp file without its extension, where the archive has several; when empty, the first one is read.',
    isMandatory: false,
    default: '',
    trim: 'true',
  },
  {
    name: 'encoding',
    type: 'text',
    label: 'Encoding',
    description:
      'The character encoding of the attributes, such as utf-8; when empty, the encoding that the .cpg or .dbf file declares.',
    isMandatory: false,
    default: '',
    trim: 'true',
    choices: ['', ...offeredEncodings],
    acceptsOthers: true,
  },
  crsParameter,
  extractFilename,
] as const;

type ShapefileParams = ParamsOf<typeof parameters>;

const check = (params: ShapefileParams): FieldErrors => ({
  ...checkCrs(params),
  ...(params.encoding !== '' &&
    !isSupportedEncoding(params.encoding) && { encoding: ['Give a known encoding, such as utf-8, or nothing.'] }),
});

async function* extract(
  content: Readable,
  params: ShapefileParams,
  extraction: Extraction,
): AsyncGenerator<DataRecord[]> {
  if (detectCompression(await peekBytes(content)) !== 'zip')
    fail('EXTRACTION_FAILED', {
      reason: 'a Shapefile is a zip archive with a .shp file and its companion files (.dbf, .prj, .cpg)',
    });
  const file = await writeTemporaryFile(content);
  try {
    const archive = await ZipArchive.open(file, new ByteBudget(() => file.size));
    yield* extractRecords(ShapefileLayer.find(archive, params.layer), params, extraction);
  } finally {
    await file.close();
  }
}

async function* extractRecords(
  layer: ShapefileLayer,
  params: ShapefileParams,
  { filename, columns, report, losses }: Extraction,
): AsyncGenerator<DataRecord[]> {
  const project = params.crs === '' ? await layer.readProjection() : projectionOfName(params.crs);
  const featureRecords = new FeatureRecords(columns, report, project);
  for await (const batch of batchBySize(layer.readFeatures(params.encoding, losses), (feature) =>
    featureRecords.record(feature),
  )) {
    yield withFilename(batch, params.extract_filename, filename, columns);
  }
}

/** The files that accompany a .shp file. */
const companionFile = /\.(dbf|shx|prj|cpg|sbn|sbx|qix)$/i;

/** How likely the sample is a Shapefile: by the names in the archive. The .shp file may lie beyond the sample. */
function confidence({ bytes, truncated }: Sample): number {
  const names = localEntryNames(bytes);
  if (isShapefile(names)) return 0.98;
  return truncated && names.some((name) => companionFile.test(name)) ? 0.7 : 0;
}

/** Shapefiles of ESRI: shapes (.shp) and their attributes (.dbf), packed by zip. */
export const shapefile = defineExtractor({
  type: 'shapefile',
  label: 'Shapefile',
  parameters,
  extensions: ['shp'],
  ownsArchive: isShapefile,
  confidence,
  guess: () => ({ layer: '', encoding: '', crs: '', extract_filename: false }),
  check,
  extract,
});
