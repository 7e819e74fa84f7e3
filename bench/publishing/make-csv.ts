import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';

const cities = [
  'Aix-en-Provence',
  'Berlin',
  'Caen',
  'Düsseldorf',
  'Évry',
  'Firenze',
  'Göteborg',
  'Århus',
  'Kraków',
  'Łódź',
  'Nantes',
  'Zürich',
];
const states = ['in_service', 'out_of_service', 'in_maintenance', 'planned'];
const remarks = ['', '', 'checked, nothing found', 'sensor "B" replaced', 'no reading', 'wind from the west'];

/** Numbers between 0 and 1 that are the same in every run (mulberry32). */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    yield ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');
const quoted = (text: string): string => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The lines of a table of readings, about a hundred bytes each. */
function* csvLines(rows: number, seed = 20_261_121): Generator<string> {
  const random = numbers(seed);
  const next = (below: number): number => Math.floor(random.next().value * below);
  const pick = (texts: readonly string[]): string => texts[next(texts.length)] ?? '';
  yield 'Reading,Station,City,Read at,Temperature (°C),Humidity,State,Remark\n';
  for (let row = 1; row <= rows; row++) {
    const day = `${twoDigits(1 + next(28))}/${twoDigits(1 + next(12))}/${String(2015 + next(11))} ${twoDigits(next(24))}:${twoDigits(next(60))}`;
    const temperature = `${String(next(45) - 10)}.${String(next(10))}`;
    yield `${String(row)},station-${twoDigits(next(5_000))}-${twoDigits(next(100_000))},${pick(cities)},${day},${temperature},${String(next(101))},${pick(states)},${quoted(pick(remarks))}\n`;
  }
}

/** Writes the table into a file and answers its size in bytes. */
export async function makeCsv(path: string, rows: number): Promise<number> {
  const file = createWriteStream(path);
  let piece = '';
  for (const line of csvLines(rows)) {
    piece += line;
    if (piece.length < 1 << 20) continue;
    if (!file.write(piece)) await once(file, 'drain');
    piece = '';
  }
  file.end(piece);
  await once(file, 'finish');
  return (await stat(path)).size;
}
