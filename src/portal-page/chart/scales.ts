/** A linear scale from values to a range of pixels. */
type Scale = (value: number) => number;

/** Maps one interval to another; a point of the first goes to the middle of the second. */
export const linearScale =
  ([low, high]: readonly [number, number], [start, end]: readonly [number, number]): Scale =>
  (value) =>
    low === high ? (start + end) / 2 : start + ((value - low) / (high - low)) * (end - start);

/** About `count` round numbers that enclose an interval: multiples of 1, 2 or 5 times a power of ten. */
export function roundTicks(low: number, high: number, count: number): readonly number[] {
  const span = high - low;
  if (!(span > 0) || !Number.isFinite(span)) return [low];
  const rough = span / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  const [first, last] = [Math.floor(low / step), Math.ceil(high / step)];
  return Array.from({ length: last - first + 1 }, (_each, index) => Number(((first + index) * step).toPrecision(12)));
}

/** At most `count` of the items, evenly spread, with the first one. */
export function thin<Item>(items: readonly Item[], count: number): readonly Item[] {
  const step = Math.max(1, Math.ceil(items.length / count));
  return items.filter((_item, index) => index % step === 0);
}
