const maxUint64 = (1n << 64n) - 1n;
const multiplier = 0xd6e8feb86659fd93n;

/** One round of the hash of the column engine. */
function mix(hash: bigint): bigint {
  const folded = hash ^ (hash >> 32n);
  return (folded * multiplier) & maxUint64;
}

/** The hash of a bigint. */
function hashOf(value: bigint): bigint {
  const mixed = mix(mix(value & maxUint64));
  return mixed ^ (mixed >> 32n);
}

/** The digits of the number by which a random order sorts a position, as `odsql.random` does. */
export function randomKey(position: number, seed: number): string {
  const hash = mix(hashOf(BigInt(position))) ^ hashOf(BigInt(Math.trunc(seed)));
  return String(hash >> 1n).padStart(19, '0');
}
