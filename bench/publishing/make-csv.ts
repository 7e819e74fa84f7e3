import { drawFrom } from '../random.ts';
import { writeLines } from '../write-lines.ts';

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

const twoDigits = (number: number): string => String(number).padStart(2, '0');
const quoted = (text: string): string => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The lines of a table of readings, about a hundred bytes each. */
function* csvLines(rows: number, seed = 20_261_121): Generator<string> {
  const { below: next } = drawFrom(seed);
  const pick = (texts: readonly string[]): string => texts[next(texts.length)] ?? '';
  yield 'Reading,Station,City,Read at,Temperature (°C),Humidity,State,Remark\n';
  for (let row = 1; row <= rows; row++) {
    const day = `${twoDigits(1 + next(28))}/${twoDigits(1 + next(12))}/${String(2015 + next(11))} ${twoDigits(next(24))}:${twoDigits(next(60))}`;
    const temperature = `${String(next(45) - 10)}.${String(next(10))}`;
    yield `${String(row)},station-${twoDigits(next(5_000))}-${twoDigits(next(100_000))},${pick(cities)},${day},${temperature},${String(next(101))},${pick(states)},${quoted(pick(remarks))}\n`;
  }
}

/** Writes the table into a file and answers its size in bytes. */
export const makeCsv = (path: string, rows: number): Promise<number> => writeLines(path, csvLines(rows));
