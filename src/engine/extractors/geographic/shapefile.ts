import type { Readable } from 'node:stream';
import { fail, type FieldErrors } from '#kernel/fail.ts';
import { ByteBudget } from '#engine/archives/byte-budget.ts';
import { peekBytes, detectCompression } from '#engine/archives/detect-compression.ts';
import { ZipArchive } from '#engine/archives/zip-archive.ts';
import { localEntryNames } from '#engine/archives/zip-local-entry.ts';
import { projectionOfName } from '#engine/geo/coordinate-systems.ts';
import { checkCrs, crsParameter } from '#engine/geo/crs-parameter.ts';
import { FeatureRecords } from '#engine/geo/feature-records.ts';
import type { ParamsOf } from '#engine/parameters/parameter.ts';
import type { DataRecord } from '#engine/records/record.ts';
import { writeTemporaryFile } from '#engine/datasource/temporary-file.ts';
import { isSupportedEncoding, offeredEncodings } from '#engine/encodings/known-encodings.ts';
import { extractFilename, withFilename } from '../extraction/filename-parameter.ts';
import { defineExtractor, type Extraction, type Sample } from '../extractor.ts';
import { batchBySize } from '../batches/batch-by-size.ts';
import { isShapefile, ShapefileLayer } from './shapefile-layer.ts';

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
