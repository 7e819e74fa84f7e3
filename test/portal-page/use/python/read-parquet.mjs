// Writes the rows of the Parquet file on standard input as JSON.
import { buffer } from 'node:stream/consumers';
import { parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';

const { buffer: bytes, byteOffset, byteLength } = await buffer(process.stdin);
const rows = await parquetReadObjects({ file: bytes.slice(byteOffset, byteOffset + byteLength), compressors });
process.stdout.write(JSON.stringify(rows, (_name, value) => (typeof value === 'bigint' ? Number(value) : value)));
